import type { TermId } from '../../../rdf/terms.ts';
import type { Draft } from '../../drafts/draft.ts';

/** Sorts shapes by how many of the triples that they ask for the data has about the node; the sort is stable. */
export function mostDescribedFirst(
  { evaluator }: Draft,
  node: TermId,
  shapes: readonly TermId[],
): readonly TermId[] {
  const said = new Map(shapes.map((shape) => [shape, evaluator.trace(node, shape).triples.length]));
  return [...shapes].sort((a, b) => said.get(b)! - said.get(a)!);
}
