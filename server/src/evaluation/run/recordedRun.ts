import { type KeptText, keptTexts } from '../requests/promptLog.ts';
import type { RunFolder } from './runFolder.ts';
import type { RunJson } from './runJson.ts';
import type { Trial } from './trial.ts';
import { recordedTrials } from './trialLog.ts';

/** A run, or what there is of it. */
export interface RecordedRun {
  /** What users know it by. */
  readonly name: string;
  readonly run: RunJson;
  readonly trials: () => AsyncIterable<Trial>;
  /** What models were sent; absent where that was not kept. */
  readonly texts?: () => AsyncIterable<KeptText>;
}

/** The run that a folder holds. */
export function recordedRun(
  name: string,
  run: RunJson,
  folder: Pick<RunFolder, 'lines'>,
): Required<RecordedRun> {
  return { name, run, trials: () => recordedTrials(folder), texts: () => keptTexts(folder) };
}
