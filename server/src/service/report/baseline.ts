import { withoutNumber } from '../../shacl/results/resultKeys.ts';
import type { Baseline, BaselineEntry } from '../../workspace/project/baseline.ts';
import { relativePath, resolvePath } from '../../workspace/project/uris.ts';
import { isDecided, unitVerdict } from '../ide/verdict.ts';
import { placeOf, type ValidationRun } from './validationRun.ts';

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
