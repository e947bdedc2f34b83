import type { GraphDelta } from '../../../rdf/graph.ts';
import type { TermId } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { Path } from '../../../shacl/model/path.ts';
import type { Constraint } from '../../../shacl/model/shape.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import { locateConstraint, type Place } from '../../../shacl/results/locate.ts';
import type { UnitGraphs } from '../unitGraphs.ts';
import { type PlacedDiagnostic, related, shownDetails } from './diagnostics.ts';
import type { PlacedViolation } from './placedViolation.ts';

/** The places in an earlier version of the unit. */
export interface EarlierPlaces {
  readonly placed: readonly PlacedViolation[];
  /** The changes of the data graph since then. */
  readonly delta: GraphDelta;
}

/**
 * Keeps places in unchanged statements, of violations whose nodes did not change. Where no data changed, as while a shape
 * is typed, this includes the nodes along a path. A place from which something may be inferred depends on other statements
 * too.
 */
export function keptPlaces(
  { placed, delta }: EarlierPlaces,
  { data, context, shapes, input: { entailment } }: UnitGraphs,
): ReadonlyMap<Violation, PlacedViolation> {
  const isInferred = (node: TermId) =>
    entailment !== undefined &&
    (entailment.inferred.outgoing(node).length > 0 || entailment.inferred.incoming(node).length > 0);
  const touched = new Set<TermId>();
  for (const { subject, object } of [...delta.added, ...delta.removed]) touched.add(subject).add(object);
  const isSameData = touched.size === 0;
  const byUri = new Map([...data, ...context, ...shapes].map((document) => [document.uri, document]));
  const kept = new Map<Violation, PlacedViolation>();
  for (const before of placed) {
    const { key, violation, place, misspelt } = before;
    if (misspelt || !place) continue;
    const { focusNode, rootFocusNode, value, path } = violation;
    const isTouched = (node: TermId | undefined) =>
      node !== undefined && (touched.has(node) || isInferred(node));
    const document = byUri.get(place.document.uri);
    if (!document || !(isSameData || isSingleStep(path))) continue;
    if (isTouched(focusNode) || isTouched(rootFocusNode) || isTouched(value)) continue;
    const moved = movedTo(document, place);
    if (moved === place) kept.set(violation, before);
    else if (moved) kept.set(violation, { key, violation, place: moved });
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

/**
 * Keeps diagnostics of results from an earlier version of the unit that differs in shapes alone, none of which the results are
 * about. Undefined where one has to be created again: it does not mention what the files lack, which they may state in the
 * meantime.
 */
export function keptDiagnostics(
  unit: UnitGraphs,
  before: UnitGraphs,
  print: TermPrinter,
): (placed: PlacedViolation, earlier: PlacedDiagnostic) => PlacedDiagnostic | undefined {
  const stays = staysIn(unit, before);
  return ({ violation, place, misspelt, severityRule }, earlier) => {
    const { uri, diagnostic } = earlier;
    const isInPlace = place?.range === diagnostic.range && place.document.uri === uri;
    if (!isInPlace || misspelt || severityRule) return undefined;
    const { constraint, details } = violation;
    return stays(constraint) &&
      (details.length === 0 || details.slice(0, shownDetails).every((each) => stays(each.constraint)))
      ? earlier
      : { uri, diagnostic: { ...diagnostic, related: related(violation, unit, print) } };
  };
}

/** Decides whether constraints are at the same place in two versions of a unit. */
function staysIn(unit: UnitGraphs, before: UnitGraphs): (constraint: Constraint) => boolean {
  const known = new Map<Constraint, boolean>();
  return (constraint) => {
    let stays = known.get(constraint);
    if (stays === undefined) {
      const [now, then] = [unit, before].map(({ shapes }) => locateConstraint(constraint, shapes));
      stays =
        now?.document.uri === then?.document.uri &&
        now?.range.start === then?.range.start &&
        now?.range.end === then?.range.end;
      known.set(constraint, stays);
    }
    return stays;
  };
}
