import { type JsonShape, readAs } from '../../base/jsonShape.ts';
import { type RunFolder, runFiles } from './runFolder.ts';
import { type Trial, trialKey } from './trial.ts';
import { trialShape } from './trialShape.ts';

/** Is told of a line, from 1, that is no trial, and what is wrong with it, as a part of a sentence. */
export type OnUnreadable = (line: number, problem: string) => void;

/** The trials of a run, each once, as they were recorded. What is no trial is left out and told. */
export function recordedTrials(
  folder: Pick<RunFolder, 'lines'>,
  onUnreadable?: OnUnreadable,
): AsyncGenerator<Trial> {
  return recordedOnce(folder, { shape: trialShape, keyOf: trialKey }, onUnreadable);
}

/** What trials.jsonl of a kind of runs holds. */
export interface TrialKind<T> {
  readonly shape: JsonShape<T>;
  /** The text that is the same for the same trial of a run. */
  readonly keyOf: (trial: T) => string;
}

/** The same for trials of any kind. */
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

/** Records a trial for good. */
export function recordTrial(folder: Pick<RunFolder, 'append'>, trial: Trial): Promise<void> {
  return folder.append(runFiles.trials, JSON.stringify(trial));
}
