import type { TermId } from '../../../rdf/terms.ts';
import type { Draft } from '../../drafts/draft.ts';
import { siblingsOf } from '../../evidence/pathUsage.ts';

/**
 * Sorts shapes by how many of the triples that they ask for the data has about the node, then by how many other nodes of its kind conform to them;
 * the sort is stable.
 */
export function mostDescribedFirst(draft: Draft, node: TermId, shapes: readonly TermId[]): readonly TermId[] {
  const { evaluator } = draft;
  const said = new Map(shapes.map((shape) => [shape, evaluator.trace(node, shape).triples.length]));
  const isTied = new Set(said.values()).size < shapes.length;
  const siblings = isTied ? siblingsOf(draft, node).slice(0, maxSiblings) : [];
  const conforming = new Map(
    shapes.map((shape) => [
      shape,
      siblings.filter((sibling) => sibling !== node && evaluator.conforms(sibling, shape)).length,
    ]),
  );
  return [...shapes].sort((a, b) => said.get(b)! - said.get(a)! || conforming.get(b)! - conforming.get(a)!);
}

const maxSiblings = 12;
