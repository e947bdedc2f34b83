import { type JsonShape, readAs } from '../../../base/jsonShape.ts';
import { type RunFolder, runFiles } from './runFolder.ts';
import { type Trial, trialKey, trialShape } from './trial.ts';

/** Receives the number of a line, from 1, that is not a trial, and the problem as a part of a sentence. */
export type OnUnreadable = (line: number, problem: string) => void;

/** The recorded trials of a run, each once. Lines that are not trials are skipped and reported. */
export function recordedTrials(
  folder: Pick<RunFolder, 'lines'>,
  onUnreadable?: OnUnreadable,
): AsyncGenerator<Trial> {
  return recordedOnce(folder, { shape: trialShape, keyOf: trialKey }, onUnreadable);
}

/** The form of trials.jsonl for a kind of runs. */
export interface TrialKind<T> {
  readonly shape: JsonShape<T>;
  /** A key for a trial: equal for the same trial of a run. */
  readonly keyOf: (trial: T) => string;
}

/** As `recordedTrials`, for trials of any kind. */
export async function* recordedOnce<T>(
  folder: Pick<RunFolder, 'lines'>,
  { shape, keyOf }: TrialKind<T>,
  onUnreadable: OnUnreadable = () => {},
): AsyncGenerator<T> {
  const seen = new Set<string>();
  let number = 0;
  for await (const line of folder.lines(runFiles.trials)) {
    number++;
    // A process that was killed may have left half a line.
    const reading = readAs(shape, line);
    if (reading.kind === 'misfit') {
      onUnreadable(number, reading.problem);
      continue;
    }
    const key = keyOf(reading.value);
    if (seen.has(key)) continue;
    seen.add(key);
    yield reading.value;
  }
}

/** Records a trial durably. */
export function recordTrial(folder: Pick<RunFolder, 'append'>, trial: Trial): Promise<void> {
  return folder.append(runFiles.trials, JSON.stringify(trial));
}
