import { type StaleEntry, staleEntries } from '../../report/baseline.ts';
import type { ValidationRun } from '../../report/validationRun.ts';
import { uriOf } from '../input/paths.ts';
import type { Engine } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { knownSince } from './changedSince.ts';
import { readBaseline } from './readBaseline.ts';
import type { ValidateRequest } from './validateOptions.ts';

export interface Known {
  /** The keys of the results that do not count; undefined when the user named nothing to compare with. */
  readonly keys: ReadonlySet<string> | undefined;
  /** The entries of the baseline whose results are gone. */
  readonly stale: readonly StaleEntry[];
}

/** What is known of the results from the baseline, and from a revision. */
export async function knownResultsOf(
  run: ValidationRun,
  { baseline: path, changedSince, ...request }: ValidateRequest,
  engine: Engine,
  io: CommandIo,
): Promise<Known> {
  if (path === undefined && changedSince === undefined) return { keys: undefined, stale: [] };
  const baseline = path === undefined ? undefined : await readBaseline(path, io);
  const before =
    changedSince === undefined ? [] : await knownSince(run, changedSince, { ...request, engine }, io);
  return {
    keys: new Set([...(baseline?.entries ?? []).map(({ key }) => key), ...before]),
    stale: baseline ? staleEntries(run, baseline, uriOf(io.cwd, '.')) : [],
  };
}
