import { withoutNumber } from '../../shacl/results/resultKeys.ts';
import type { Revision } from '../../workspace/project/revision.ts';
import { placeOf, type RunResult, type ValidationRun } from './validationRun.ts';

/**
 * The keys of the results in a run that were there at a revision: as many with the same key as there were then, first
 * those of the same file. Results in files that are new since then are never among them.
 *
 * @param before the results at the revision.
 */
export function knownResults(
  { results }: Pick<ValidationRun, 'results'>,
  before: readonly RunResult[],
  { files, renamed }: Pick<Revision, 'files' | 'renamed'>,
): ReadonlySet<string> {
  const left = new Counts();
  for (const result of before) left.add(nameOf(result), fileOf(result));
  const known = new Set<string>();
  const others: RunResult[] = [];
  for (const result of results) {
    const now = fileOf(result);
    const then = renamed.get(now) ?? now;
    if (left.take(nameOf(result), then)) known.add(result.key);
    else if (files.has(then)) others.push(result);
  }
  for (const result of others) if (left.takeAny(nameOf(result))) known.add(result.key);
  return known;
}

function nameOf({ key }: RunResult): string {
  return withoutNumber(key);
}

function fileOf(result: RunResult): string {
  return placeOf(result)?.uri ?? '';
}

/** How many results of a name there are in each file. */
class Counts {
  readonly #counts = new Map<string, Map<string, number>>();

  add(name: string, file: string): void {
    const files = this.#counts.get(name) ?? new Map<string, number>();
    this.#counts.set(name, files.set(file, (files.get(file) ?? 0) + 1));
  }

  /** False when there is none left. */
  take(name: string, file: string): boolean {
    const files = this.#counts.get(name);
    const count = files?.get(file) ?? 0;
    if (count === 0) return false;
    files?.set(file, count - 1);
    return true;
  }

  takeAny(name: string): boolean {
    for (const [file, count] of this.#counts.get(name) ?? []) if (count > 0) return this.take(name, file);
    return false;
  }
}
