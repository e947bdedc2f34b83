import { yieldToEventLoop } from '../../../base/abort.ts';
import type { TermId } from '../../../rdf/terms.ts';
import type { Evaluator } from '../../../shacl/evaluator.ts';
import type { Path } from '../../../shacl/model/path.ts';
import { type Violation, violationKey } from '../../../shacl/model/violation.ts';
import { Locator, type Place } from '../../../shacl/results/locate.ts';
import type { FilePlace } from '../analysis.ts';
import type { UnitGraphs } from '../unitGraphs.ts';
import { type MisspeltProperty, misspeltProperty } from './misspeltProperty.ts';
import { isOfStore } from './storeEvidence.ts';

/** A result with its key and its place. */
export interface PlacedViolation {
  readonly key: string;
  readonly violation: Violation;
  /** Undefined only when no file of the unit mentions the focus node or the shape. */
  readonly place: Place | undefined;
  /** Set where the place is that of a property that was meant to be the missing one. */
  readonly misspelt?: MisspeltProperty;
  /** Set where the project file gives it another severity than the shapes: where, and in words. */
  readonly severityRule?: { readonly place: FilePlace; readonly message: string };
  /** The namespace that causes the result; see undescribed.ts. */
  readonly restsOn?: string;
}

/**
 * Finds the place of each result.
 *
 * @param kept those that changes did not affect, as in `keptPlaces`. With or without it, every place is one where the fault
 * is written, though not always the same one of several.
 *
 * @throws the signal's reason when aborted.
 */
export async function placeViolations(
  violations: readonly Violation[],
  graphs: UnitGraphs,
  evaluator: Evaluator,
  kept: ReadonlyMap<Violation, PlacedViolation> | undefined,
  signal: AbortSignal,
): Promise<readonly PlacedViolation[]> {
  const { data, context, shapes, input } = graphs;
  const sources = {
    // Triples of stores are not in a file that could be shown.
    data: [...data, ...context.filter((document) => !isOfStore(document))],
    shapes,
    dataGraph: input.dataGraph,
    entailment: input.entailment,
    values: (focusNode: TermId, path: Path) => evaluator.values(focusNode, path),
    conforming: evaluator.countedValues,
  };
  // Otherwise this work would count as that of the first constraint, which could seem stuck.
  if (violations.length > 0) for (const { sources: map } of sources.data) map.prepare();
  const locator = new Locator(sources);
  const placed: PlacedViolation[] = [];
  let looked = 0;
  for (const violation of violations) {
    if (looked++ % placesPerBreath === 0) await yieldToEventLoop(signal);
    // It depends on what is known about a property, so it is not kept.
    const misspelt = misspeltProperty(violation, graphs);
    const before = kept?.get(violation);
    if (before && !misspelt) {
      placed.push(before);
      continue;
    }
    const place =
      misspelt?.place ??
      // Finding values again can take as long as judging them.
      evaluator.attributeTo(violation.constraint, () => locator.locate(violation));
    const key = before?.key ?? violationKey(violation);
    placed.push({ key, violation, place, ...(misspelt && { misspelt }) });
  }
  return placed;
}

const placesPerBreath = 16;
