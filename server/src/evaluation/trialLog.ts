import { type RunFolder, runFiles } from './runFolder.ts';
import { type Trial, trialKey } from './trial.ts';

/** The trials of a run, each once, as they were recorded. What is no trial is left out, and counted. */
export async function* recordedTrials(
  folder: Pick<RunFolder, 'lines'>,
  onUnreadable: (line: number) => void = () => {},
): AsyncGenerator<Trial> {
  const seen = new Set<string>();
  let number = 0;
  for await (const line of folder.lines(runFiles.trials)) {
    number++;
    const trial = trialIn(line);
    if (!trial) {
      onUnreadable(number);
      continue;
    }
    const key = trialKey(trial);
    if (seen.has(key)) continue;
    seen.add(key);
    yield trial;
  }
}

/** Records a trial for good. */
export function recordTrial(folder: Pick<RunFolder, 'append'>, trial: Trial): Promise<void> {
  return folder.append(runFiles.trials, JSON.stringify(trial));
}

function trialIn(line: string): Trial | undefined {
  try {
    const trial = JSON.parse(line) as Partial<Trial> | null;
    const isTrial =
      typeof trial?.cell === 'string' &&
      typeof trial.case === 'string' &&
      typeof trial.repeat === 'number' &&
      Array.isArray(trial.rounds) &&
      typeof trial.facts === 'object';
    return isTrial ? (trial as Trial) : undefined;
  } catch {
    // The process that wrote it was killed.
    return undefined;
  }
}
