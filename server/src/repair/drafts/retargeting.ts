import { type TermId, terms } from '../../rdf/terms.ts';
import type { Target } from '../../shacl/model/shape.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { targetingTriples } from '../../shacl/shapesGraph/targets.ts';
import { type Draft, isDescribed, isEditable } from './draft.ts';
import { type Fix, fixOfChange } from './fix.ts';

/**
 * Takes the root focus node out of the targets of its shape, by removing the types or triples that make it one. That
 * removes results without improving the data, so it is proposed last. It is skipped when it takes more than `maxEdits`
 * edits.
 */
export function* retargeting(
  { rootShape, rootFocusNode, value, constraint }: Violation,
  draft: Draft,
  maxEdits: number,
): Iterable<Fix> {
  const { graph, search } = draft;
  const targets = search.shapes.get(rootShape)?.targets ?? [];
  // Not even listed, because there may be many results about one node.
  if (targets.some((target) => statementsFor(target, rootFocusNode, draft) > maxEdits)) return;
  const subclasses = (id: TermId) => search.classes.subclasses(id);
  const triples = targets.flatMap((target) => targetingTriples(target, rootFocusNode, graph, subclasses));
  if (triples.length === 0 || triples.length > maxEdits) return;
  if (!triples.every((triple) => isEditable(draft, triple))) return;
  // A value whose class no file tells is not wrong for that.
  const isUnknown =
    constraint.kind === 'class' && value !== undefined && terms.isIri(value) && !isDescribed(draft, value);
  if (isUnknown && triples.some(({ object }) => object === value)) return;
  yield fixOfChange({ added: [], removed: triples }, 'retargeting');
}

/** The number of statements by which a target with one property selects a node. */
function statementsFor(target: Target, node: TermId, { graph }: Draft): number {
  if (target.kind === 'subjectsOf') return graph.objects(node, target.predicate).length;
  return target.kind === 'objectsOf' ? graph.subjects(target.predicate, node).length : 0;
}
