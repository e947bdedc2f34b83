import { yieldToEventLoop } from '../../../base/abort.ts';
import type { GraphDelta } from '../../../rdf/graph.ts';
import type { TermId } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { Entailment } from '../../../shacl/entailment/entailment.ts';
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
  /** Set where the place is that of a property that was meant to be the one that is lacking. */
  readonly misspelt?: MisspeltProperty;
  /** Set where the project file gives it another severity than the shapes: where, and in words. */
  readonly severityRule?: { readonly place: FilePlace; readonly message: string };
  /** The namespace that the result has its cause in; see undescribed.ts. */
  readonly restsOn?: string;
}

/** The places in an earlier version of the unit. */
export interface EarlierPlaces {
  readonly placed: readonly PlacedViolation[];
  /** The changes of the data graph since then. */
  readonly delta: GraphDelta;
}

/**
 * Finds the place of each result.
 *
 * @param earlier places that move along with their statements, as far as the changes do not affect them. With or
 * without it, every place is one where the fault is written, though not always the same one of several.
 *
 * @throws the signal's reason when aborted.
 */
export async function placeViolations(
  violations: readonly Violation[],
  graphs: UnitGraphs,
  evaluator: Evaluator,
  earlier: EarlierPlaces | undefined,
  signal: AbortSignal,
): Promise<readonly PlacedViolation[]> {
  const { data, context, shapes, input } = graphs;
  const sources = {
    // Triples of stores are in no file that could be shown.
    data: [...data, ...context.filter((document) => !isOfStore(document))],
    shapes,
    dataGraph: input.dataGraph,
    entailment: input.entailment,
    values: (focusNode: TermId, path: Path) => evaluator.values(focusNode, path),
    conforming: evaluator.countedValues,
  };
  const kept = earlier ? keptPlaces(earlier, [...sources.data, ...shapes], input.entailment) : none;
  // Otherwise the first constraint would be charged with this work, and could look stuck.
  if (violations.length > 0) for (const { sources: map } of sources.data) map.prepare();
  const locator = new Locator(sources);
  const placed: PlacedViolation[] = [];
  for (const [i, violation] of violations.entries()) {
    if (i % placesPerBreath === 0) await yieldToEventLoop(signal);
    // It depends on what is known of a property, so it is not kept.
    const misspelt = misspeltProperty(violation, graphs);
    const place =
      misspelt?.place ??
      kept.get(violation) ??
      // Finding values again can take as long as judging them.
      evaluator.attributeTo(violation.constraint, () => locator.locate(violation));
    const key = violationKey(violation);
    placed.push({ key, violation, place, ...(misspelt && { misspelt }) });
  }
  return placed;
}

const placesPerBreath = 16;

const none: ReadonlyMap<Violation, Place> = new Map();

/**
 * Keeps places in unchanged statements, of violations whose nodes did not change. Where no data changed, as while a shape is
 * typed, this includes the nodes along a path. A place that may be one from which something is inferred depends on other
 * statements too.
 */
function keptPlaces(
  { placed, delta }: EarlierPlaces,
  documents: readonly TurtleDocument[],
  entailment: Entailment | undefined,
): ReadonlyMap<Violation, Place> {
  const isInferred = (node: TermId) =>
    entailment !== undefined &&
    (entailment.inferred.outgoing(node).length > 0 || entailment.inferred.incoming(node).length > 0);
  const touched = new Set<TermId>();
  for (const { subject, object } of [...delta.added, ...delta.removed]) touched.add(subject).add(object);
  const isSameData = touched.size === 0;
  const byUri = new Map(documents.map((document) => [document.uri, document]));
  const kept = new Map<Violation, Place>();
  for (const { violation, place, misspelt } of placed) {
    if (misspelt) continue;
    const { focusNode, rootFocusNode, value, path } = violation;
    const isTouched = (node: TermId | undefined) =>
      node !== undefined && (touched.has(node) || isInferred(node));
    const document = place && byUri.get(place.document.uri);
    if (!document || !(isSameData || isSingleStep(path))) continue;
    if ([focusNode, rootFocusNode, value].some(isTouched)) continue;
    const moved = movedTo(document, place);
    if (moved) kept.set(violation, moved);
  }
  return kept;
}

/** On longer paths, statements about the nodes in between matter too. */
function isSingleStep(path: Path | undefined): boolean {
  return (
    path === undefined ||
    path.kind === 'predicate' ||
    (path.kind === 'inverse' && path.path.kind === 'predicate')
  );
}

/** A place in another version of its document; undefined when its statement changed. */
function movedTo(document: TurtleDocument, place: Place): Place | undefined {
  if (document === place.document) return place;
  const statement = place.document.sources.statementAt(place.range.start);
  const start = statement && document.sources.startOf(statement);
  if (statement === undefined || start === undefined) return undefined;
  const shift = start - statement.start;
  return { document, range: { start: place.range.start + shift, end: place.range.end + shift } };
}
