import { anything, label, listOf, nullable, object, optional, readAs, string } from '../base/jsonShape.ts';

/** A result in an earlier report. */
export interface BaselineEntry {
  readonly key: string;
  /** The file that it was in, if it had a place. */
  readonly uri: string | undefined;
  /** N-Triples. */
  readonly component: string;
  readonly focusNode: string;
}

/** An earlier report, whose results do not count. */
export interface Baseline {
  /** The folder that the report was made in, if it says so. */
  readonly root: string | undefined;
  readonly entries: readonly BaselineEntry[];
}

/** Reads a report of `validate --format json`, or says why it is none, as half a sentence. */
export function readBaseline(
  text: string,
):
  | { readonly kind: 'baseline'; readonly baseline: Baseline }
  | { readonly kind: 'misfit'; readonly problem: string } {
  const reading = readAs(report, text);
  if (reading.kind === 'misfit') return reading;
  const { root, results } = reading.value;
  // What comments ignored then may be new when the comment is gone.
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
