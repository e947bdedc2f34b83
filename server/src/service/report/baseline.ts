import { withoutNumber } from '../../shacl/results/resultKeys.ts';
import type { Baseline, BaselineEntry } from '../../workspace/project/baseline.ts';
import type { Revision } from '../../workspace/project/revision.ts';
import { relativePath, resolvePath } from '../../workspace/project/uris.ts';
import { isDecided, unitVerdict } from '../ide/verdict.ts';
import { placeOf, type RunResult, type ValidationRun } from './validationRun.ts';

/** An entry whose result is gone, in the file as it is named today. */
export interface StaleEntry extends BaselineEntry {
  readonly uri: string;
}

/** What is wrong with an entry. */
export function staleMessage({ key, focusNode }: StaleEntry): string {
  return `The entry ${key} of the baseline is stale: its result at ${focusNode} is gone.`;
}

/**
 * The entries of a baseline whose results are gone, of files in the run of which everything was evaluated. Where a file
 * had several results with the same key, those that are missing today.
 *
 * @param root the folder that files are named from today.
 */
export function staleEntries(run: ValidationRun, baseline: Baseline, root: string): readonly StaleEntry[] {
  const decided = decidedFiles(run);
  const left = new Map<string, number>();
  for (const result of [...run.results, ...run.suppressed]) {
    const name = `${withoutNumber(result.key)} ${placeOf(result)?.uri}`;
    left.set(name, (left.get(name) ?? 0) + 1);
  }
  return baseline.entries.flatMap((entry) => {
    const uri = fileToday(entry, baseline, root, decided);
    if (uri === undefined || !decided.get(uri)?.()) return [];
    const name = `${withoutNumber(entry.key)} ${uri}`;
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count > 0 ? [] : [{ ...entry, uri }];
  });
}

/** The data files of the run, each with whether everything in its units was evaluated. */
function decidedFiles({ analyses, records }: ValidationRun): ReadonlyMap<string, () => boolean> {
  const files = new Map<string, () => boolean>();
  for (const uri of records.flatMap(({ data }) => data)) files.set(uri, () => true);
  for (const analysis of analyses) {
    for (const uri of analysis.graphs.linked.unit.data) {
      const others = files.get(uri);
      files.set(uri, () => isDecided(unitVerdict(analysis, 0)) && others?.() !== false);
    }
  }
  return files;
}

/** The report may come from another machine, where the same files are in another folder. */
function fileToday(
  { uri }: BaselineEntry,
  baseline: Baseline,
  root: string,
  files: ReadonlyMap<string, unknown>,
): string | undefined {
  if (uri === undefined || files.has(uri)) return uri;
  const relative = baseline.root === undefined ? undefined : relativePath(baseline.root, uri);
  const moved = relative === undefined ? undefined : resolvePath(root, relative);
  return moved !== undefined && files.has(moved) ? moved : undefined;
}

/**
 * The keys of the results in a run that existed at a revision: as many with the same key as there were then, first those of
 * the same file. Results in files that are new since then are never among them.
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
