import { type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import type { Path } from '../../shacl/model/path.ts';
import { routeTo } from '../../shacl/paths/route.ts';
import { attachingTriple, finalSteps } from './attachmentPoints.ts';
import { detachments, withOrphanedBlankNodes } from './detachments.ts';
import { type Draft, isDescribedInData, isEditable } from './draft.ts';
import type { Fix } from './fix.ts';
import { type Goal, isJudgedByTermAlone, type Via } from './goal.ts';

/**
 * Where the offending value of a result is: at the path of its shape or, for results of node shapes, at the path by
 * which an outer goal or the target led to the focus node. Undefined when it is not the value of anything.
 */
export function valuePlaceOf({ violation, via, draft }: Goal): ValuePlace | undefined {
  const { focusNode, path, sourceShape, value } = violation;
  // A path without steps leads to the focus node itself, which occurs elsewhere.
  const isFocus =
    path !== undefined && value === focusNode && isReachedWithoutStep(draft, focusNode, path, value);
  if (path !== undefined && !isFocus) return { focusNode, path, shape: sourceShape };
  if (via !== undefined) return via;
  const root = draft.search.shapes.get(violation.rootShape);
  const places: Via[] = [];
  for (const target of root?.targets ?? []) {
    if (target.kind === 'node' && target.node === focusNode) {
      const named = { subject: violation.rootShape, predicate: sh.targetNode, object: focusNode };
      // When a data file contains shapes, their targets are part of the data.
      if (!isEditable(draft, named)) continue;
      const namingPath: Path = { kind: 'predicate', predicate: named.predicate };
      places.push({ focusNode: named.subject, path: namingPath, shape: undefined });
    }
    if (target.kind !== 'objectsOf') continue;
    const targetPath: Path = { kind: 'predicate', predicate: target.predicate };
    for (const subject of draft.graph.subjects(target.predicate, focusNode).slice(0, maxPlaces)) {
      places.push({ focusNode: subject, path: targetPath, shape: undefined });
    }
  }
  const [first, ...also] = places;
  return first && { ...first, also };
}

const maxPlaces = 12;

/** True when the path leads from the node to the value without using a triple. */
function isReachedWithoutStep({ graph }: Draft, node: TermId, path: Path, value: TermId): boolean {
  return routeTo(graph, node, path, value)?.length === 0;
}

/** The place of a value. For a focus node that is a target because it is an object, it includes the other places. */
export interface ValuePlace extends Via {
  readonly also?: readonly Via[];
}

/** True while a value is still in its place; once replaced, it needs no repair. */
export function isInPlace(draft: Draft, place: Via | undefined, value: TermId): boolean {
  return place === undefined || draft.evaluator.values(place.focusNode, place.path).includes(value);
}

/** The change that replaces a value by another, which may already be there; undefined when it is impossible. */
export function replaceValue(
  draft: Draft,
  place: ValuePlace,
  from: TermId,
  to: TermId,
): GraphDelta | undefined {
  const added: Triple[] = [];
  const removed: Triple[] = [];
  for (const { focusNode, path } of [place, ...(place.also ?? [])]) {
    for (const step of finalSteps(draft.graph, focusNode, path, from)) {
      const before = attachingTriple(step, from);
      const after = attachingTriple(step, to);
      if (before === undefined || after === undefined || !isEditable(draft, before)) return undefined;
      removed.push(before);
      if (!hasTriple(draft.graph, after)) added.push(after);
    }
  }
  if (removed.length === 0) return undefined;
  const withDescription = withOrphanedBlankNodes(draft, removed);
  return withDescription && { added, removed: withDescription };
}

/** Ways to remove a value from its place, as far as data files state it. */
export function valueRemovals(draft: Draft, place: Via, value: TermId): Iterable<Fix> {
  return detachments(draft, place, [value]);
}

/**
 * Ways to remove a value that some shapes reject. There are none when the shapes examine its description and no data
 * file describes it: a missing file is more likely than a wrong value.
 */
export function* describedValueRemovals(
  draft: Draft,
  place: Via,
  value: TermId,
  shapes: readonly TermId[],
): Iterable<Fix> {
  const isKnown = terms.isLiteral(value) || isDescribedInData(draft, value);
  if (isKnown || shapes.every((shape) => isJudgedByTermAlone(draft.evaluator, value, shape))) {
    yield* valueRemovals(draft, place, value);
  }
}
