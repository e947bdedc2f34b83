import { type RunFolder, runFiles } from './runFolder.ts';
import { type Trial, trialKey } from './trial.ts';

/** The trials of a run, each once, as they were recorded. What is no trial is left out, and told by its line, from 1. */
export function recordedTrials(
  folder: Pick<RunFolder, 'lines'>,
  onUnreadable?: (line: number) => void,
): AsyncGenerator<Trial> {
  return recordedOnce(folder, { isTrial, keyOf: trialKey }, onUnreadable);
}

/** What trials.jsonl of a kind of runs holds. */
export interface TrialKind<T> {
  /** Whether a value of JSON that is not null is one. */
  readonly isTrial: (value: Partial<T>) => boolean;
  /** The text that is the same for the same trial of a run. */
  readonly keyOf: (trial: T) => string;
}

/** The same for trials of any kind. */
export async function* recordedOnce<T>(
  folder: Pick<RunFolder, 'lines'>,
  { isTrial, keyOf }: TrialKind<T>,
  onUnreadable: (line: number) => void = () => {},
): AsyncGenerator<T> {
  const seen = new Set<string>();
  let number = 0;
  for await (const line of folder.lines(runFiles.trials)) {
    number++;
    const value = parsed(line) as Partial<T> | null | undefined;
    if (value === null || value === undefined || !isTrial(value)) {
      onUnreadable(number);
      continue;
    }
    const trial = value as T;
    const key = keyOf(trial);
    if (seen.has(key)) continue;
    seen.add(key);
    yield trial;
  }
}

/** Records a trial for good. */
export function recordTrial(folder: Pick<RunFolder, 'append'>, trial: Trial): Promise<void> {
  return folder.append(runFiles.trials, JSON.stringify(trial));
}

function isTrial(trial: Partial<Trial>): boolean {
  return (
    typeof trial.cell === 'string' &&
    typeof trial.case === 'string' &&
    typeof trial.repeat === 'number' &&
    Array.isArray(trial.rounds) &&
    typeof trial.facts === 'object'
  );
}

/** Undefined for what is no JSON. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The process that wrote it was killed.
    return undefined;
  }
}
