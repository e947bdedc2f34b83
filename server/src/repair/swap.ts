import type { GraphDelta } from '../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { sh } from '../rdf/vocab.ts';
import { attach, lastSteps } from './attach.ts';
import type { Goal, Via } from './candidates/candidate.ts';
import { holds } from './change.ts';
import { detachments } from './detach.ts';
import { type Draft, isDescribedInData, isEditable } from './draft.ts';
import type { Fix } from './fix.ts';

/**
 * Where the offending value of a result stands: at the path of its shape, or for results of node shapes at the path
 * by which an outer goal or the target led to the focus node. Undefined when it is no value of anything.
 */
export function placeOfValue({ violation, via, draft }: Goal): Via | undefined {
  const { focusNode, path, sourceShape } = violation;
  if (path !== undefined) return { focusNode, path, shape: sourceShape };
  if (via !== undefined) return via;
  const root = draft.scene.shapes.get(violation.rootShape);
  for (const target of root?.targets ?? []) {
    if (target.kind === 'node' && target.node === focusNode) {
      const named = { subject: violation.rootShape, predicate: sh.targetNode, object: focusNode };
      // Where a data file has shapes of its own, what they are about is part of the data.
      if (!isEditable(draft, named)) continue;
      return {
        focusNode: named.subject,
        path: { kind: 'predicate', predicate: named.predicate },
        shape: undefined,
      };
    }
    if (target.kind !== 'objectsOf') continue;
    const [subject] = draft.graph.subjects(target.predicate, focusNode);
    if (subject === undefined) continue;
    return { focusNode: subject, path: { kind: 'predicate', predicate: target.predicate }, shape: undefined };
  }
  return undefined;
}

/** True while a value still stands where it stood; one that was exchanged needs no repair any more. */
export function isInPlace(draft: Draft, place: Via | undefined, value: TermId): boolean {
  return place === undefined || draft.evaluator.values(place.focusNode, place.path).includes(value);
}

/** The change that puts one value in the place of another, where it may be already; undefined if that cannot be. */
export function swap(
  draft: Draft,
  { focusNode, path }: Via,
  from: TermId,
  to: TermId,
): GraphDelta | undefined {
  const added: Triple[] = [];
  const removed: Triple[] = [];
  for (const step of lastSteps(draft.graph, focusNode, path, from)) {
    const before = attach(step, from);
    const after = attach(step, to);
    if (before === undefined || after === undefined || !isEditable(draft, before)) return undefined;
    removed.push(before);
    if (!holds(draft.graph, after)) added.push(after);
  }
  return removed.length === 0 ? undefined : { added, removed };
}

/** Ways to drop a value from its place, as far as data files state it. Nodes that no data file describes stay. */
export function* removals(draft: Draft, place: Via, value: TermId): Iterable<Fix> {
  if (!terms.isLiteral(value) && !isDescribedInData(draft, value)) return;
  yield* detachments(draft, place, [value]);
}
