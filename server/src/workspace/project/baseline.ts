import { anything, label, listOf, nullable, object, optional, readAs, string } from '../../base/jsonShape.ts';
import { withoutNumber } from '../../shacl/results/resultKeys.ts';
import { relativePath } from './uris.ts';

/** A result in an earlier report. */
export interface BaselineEntry {
  readonly key: string;
  /** The file that it was in, if it had a place. */
  readonly uri: string | undefined;
  /** N-Triples. */
  readonly component: string;
  readonly focusNode: string;
}

/** An earlier report, whose results are known and do not count. */
export interface Baseline {
  /** The folder in which the report was made, if it states that. */
  readonly root: string | undefined;
  readonly entries: readonly BaselineEntry[];
}

/** A current result, in the form that baselines use. */
export interface KeyedResult {
  readonly key: string;
  /** The file that it is in; undefined for one without a place. */
  readonly uri: string | undefined;
}

/**
 * The keys of the results that baselines know: for each file, as many with the same key as it has entries. So a file that
 * is not in a baseline is not excused by another one. Entries whose present file is unknown match a result with exactly
 * their key.
 */
export function knownInBaselines(
  results: readonly KeyedResult[],
  baselines: readonly Baseline[],
): ReadonlySet<string> {
  const files = new Set(results.flatMap(({ uri }) => uri ?? []));
  const left = new Map<string, number>();
  const known = new Set<string>();
  for (const { root, entries } of baselines) {
    const today = memoizedByUri((uri) => fileToday(uri, root, files));
    for (const { key, uri } of entries) {
      const file = uri === undefined ? undefined : today(uri);
      if (file === undefined) {
        known.add(key);
        continue;
      }
      const name = `${withoutNumber(key)} ${file}`;
      left.set(name, (left.get(name) ?? 0) + 1);
    }
  }
  for (const { key, uri } of results) {
    const name = `${withoutNumber(key)} ${uri}`;
    const count = left.get(name) ?? 0;
    if (count === 0) continue;
    left.set(name, count - 1);
    known.add(key);
  }
  return known;
}

/** The report may come from another machine, where the same files are in another folder. */
function fileToday(uri: string, root: string | undefined, files: ReadonlySet<string>): string | undefined {
  if (files.has(uri)) return uri;
  const relative = root === undefined ? undefined : relativePath(root, uri);
  if (root === undefined || relative === undefined) return undefined;
  // On the same machine, a file of the same name elsewhere is a different file.
  if ([...files].some((file) => relativePath(root, file) !== undefined)) return uri;
  return [...files].find((file) => file.endsWith(`/${relative}`)) ?? uri;
}

function memoizedByUri(find: (uri: string) => string | undefined): typeof find {
  const found = new Map<string, string | undefined>();
  return (uri) => {
    if (!found.has(uri)) found.set(uri, find(uri));
    return found.get(uri);
  };
}

/** Reads a report of `validate --format json`, or the reason why it is not one, as a clause. */
export function readBaseline(
  text: string,
):
  | { readonly kind: 'baseline'; readonly baseline: Baseline }
  | { readonly kind: 'misfit'; readonly problem: string } {
  const reading = readAs(report, text);
  if (reading.kind === 'misfit') return reading;
  const { root, results } = reading.value;
  // A result that a comment ignored may be new when the comment is gone.
  const counted = results.filter(({ suppressed }) => suppressed === undefined);
  const entries = counted.map(({ key, location, component, focusNode }) => ({
    key,
    uri: location?.uri,
    component: component ?? '',
    focusNode: focusNode ?? '',
  }));
  return { kind: 'baseline', baseline: { root, entries } };
}

const report = object({
  root: optional(string),
  results: listOf(
    object({
      key: label,
      component: optional(string),
      focusNode: optional(string),
      location: optional(nullable(object({ uri: string }))),
      suppressed: optional(anything),
    }),
  ),
});
