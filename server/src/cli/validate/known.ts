import { type StaleEntry, staleEntries } from '../../report/baseline.ts';
import type { ValidationRun } from '../../report/validationRun.ts';
import { uriOf } from '../input/paths.ts';
import type { EngineName } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { knownSince } from './changedSince.ts';
import { givenBaseline } from './givenBaseline.ts';
import type { ValidateRequest } from './validateOptions.ts';

export interface Known {
  /** The keys of the results that do not count; undefined when there is nothing to compare with. */
  readonly keys: ReadonlySet<string> | undefined;
  /** The entries of baselines whose results are gone. */
  readonly stale: readonly StaleEntry[];
}

/**
 * What is known of the results from a revision, and from the baseline that the user named or otherwise those of the
 * project files.
 */
export async function knownResultsOf(
  run: ValidationRun,
  { baseline: path, changedSince, ...request }: ValidateRequest,
  engine: EngineName,
  io: CommandIo,
): Promise<Known> {
  const baselines = path === undefined ? run.baselines : [await givenBaseline(path, io)];
  if (baselines.length === 0 && changedSince === undefined) return { keys: undefined, stale: [] };
  const before =
    changedSince === undefined ? [] : await knownSince(run, changedSince, { ...request, engine }, io);
  const entries = baselines.flatMap((baseline) => baseline.entries);
  return {
    keys: new Set([...entries.map(({ key }) => key), ...before]),
    stale: baselines.flatMap((baseline) => staleEntries(run, baseline, uriOf(io.cwd, '.'))),
  };
}

/** What is known of the results of a change: what the store had before, and what the project files know. */
export function knownInStore({ baselines }: ValidationRun, before: ReadonlySet<string>): Known {
  const entries = baselines.flatMap((baseline) => baseline.entries);
  // Other entries may be about nodes that the change does not matter to.
  return { keys: new Set([...before, ...entries.map(({ key }) => key)]), stale: [] };
}
