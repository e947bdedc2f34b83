import type { TermId } from '../../../rdf/terms.ts';
import type { Draft } from '../../drafts/draft.ts';

/** The shapes in the order of how much the data says about the node that they ask for; of equals, as they came. */
export function mostDescribedFirst(
  { evaluator }: Draft,
  node: TermId,
  shapes: readonly TermId[],
): readonly TermId[] {
  const said = new Map(shapes.map((shape) => [shape, evaluator.trace(node, shape).triples.length]));
  return [...shapes].sort((a, b) => said.get(b)! - said.get(a)!);
}
