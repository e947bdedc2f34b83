import type { TermId } from '../../rdf/terms.ts';
import type { Violation } from '../../shacl/results/violation.ts';
import type { Target } from '../../shacl/shapesGraph/shape.ts';
import { targetingTriples } from '../../shacl/shapesGraph/targets.ts';
import { type Draft, isEditable } from './draft.ts';
import { type Fix, fixOfChange } from './fix.ts';

/**
 * Takes the root focus node out of the targets of its shape, by dropping the types or triples that make it one. It
 * makes results go away without making the data any better, so it is the last thing to propose. Where that takes more
 * than `maxEdits` it is not worth a look.
 */
export function* retargeting(
  { rootShape, rootFocusNode }: Violation,
  draft: Draft,
  maxEdits: number,
): Iterable<Fix> {
  const { graph, search } = draft;
  const targets = search.shapes.get(rootShape)?.targets ?? [];
  // Not even listed, for each of many results about one node.
  if (targets.some((target) => statementsFor(target, rootFocusNode, draft) > maxEdits)) return;
  const subclasses = (id: TermId) => search.classes.subclasses(id);
  const triples = targets.flatMap((target) => targetingTriples(target, rootFocusNode, graph, subclasses));
  if (triples.length === 0 || triples.length > maxEdits) return;
  if (!triples.every((triple) => isEditable(draft, triple))) return;
  yield fixOfChange({ added: [], removed: triples }, 'retargeting');
}

/** How many statements a target that is about one property selects a node by. */
function statementsFor(target: Target, node: TermId, { graph }: Draft): number {
  if (target.kind === 'subjectsOf') return graph.objects(node, target.predicate).length;
  return target.kind === 'objectsOf' ? graph.subjects(target.predicate, node).length : 0;
}
