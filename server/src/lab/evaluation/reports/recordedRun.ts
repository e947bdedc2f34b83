import { type KeptText, keptTexts } from '../requests/promptLog.ts';
import type { RunFolder } from '../run/runFolder.ts';
import type { RunJson } from '../run/runJson.ts';
import type { Trial } from '../run/trial.ts';
import { recordedTrials } from '../run/trialLog.ts';

/** A run, complete or not. */
export interface RecordedRun {
  /** The name that users know it by. */
  readonly name: string;
  readonly run: RunJson;
  readonly trials: () => AsyncIterable<Trial>;
  /** The texts that models were sent; absent if they were not recorded. */
  readonly texts?: () => AsyncIterable<KeptText>;
}

/** A run with all its available shards. */
export interface MergedRun extends RecordedRun {
  readonly parts: readonly string[];
}

/** The run in a folder. */
export function recordedRun(
  name: string,
  run: RunJson,
  folder: Pick<RunFolder, 'lines'>,
): Required<RecordedRun> {
  return { name, run, trials: () => recordedTrials(folder), texts: () => keptTexts(folder) };
}
