import type { ValidationRun } from '../../report/validationRun.ts';
import type { Engine } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { knownSince } from './changedSince.ts';
import { readBaseline } from './readBaseline.ts';
import type { readValidateArguments } from './validateOptions.ts';

type Request = Exclude<ReturnType<typeof readValidateArguments>, 'help'>;

/**
 * The keys of the results that do not count: those of the baseline, and those that were there at a revision. Undefined
 * when the user asked for neither.
 */
export async function knownKeys(
  run: ValidationRun,
  { baseline, changedSince, ...request }: Request,
  engine: Engine,
  io: CommandIo,
): Promise<ReadonlySet<string> | undefined> {
  if (baseline === undefined && changedSince === undefined) return undefined;
  const inBaseline = baseline === undefined ? [] : await readBaseline(baseline, io);
  const before =
    changedSince === undefined ? [] : await knownSince(run, changedSince, { ...request, engine }, io);
  return new Set([...inBaseline, ...before]);
}
