import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { SortedGraph } from '../../rdf/sortedGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { minimalCuts } from './attachmentPoints.ts';
import { type Draft, isEditable } from './draft.ts';
import { type Fix, fixOfChange } from './fix.ts';
import type { Via } from './goal.ts';

const maxWays = 2;
const maxEdits = 12;

/**
 * Ways to make a path no longer lead from a focus node to some values: the smallest sets of triples, those with the
 * fewest side effects first. Empty when the data files do not state what would have to be removed.
 */
export function* detachments(
  draft: Draft,
  { focusNode, path }: Pick<Via, 'focusNode' | 'path'>,
  values: readonly TermId[],
): Iterable<Fix> {
  const waysFor = (value: TermId) =>
    minimalCuts(draft.graph, focusNode, path, value, (triple) => isEditable(draft, triple));
  for (const cut of combinedWays(values.map(waysFor))) {
    const removed = withOrphanedBlankNodes(draft, cut);
    if (removed?.length) yield fixOfChange({ added: [], removed }, 'removal');
  }
}

/** For one value several ways, for several values the best way of each. */
function combinedWays(ways: readonly (readonly (readonly Triple[])[])[]): readonly (readonly Triple[])[] {
  const [only, ...others] = ways;
  if (only === undefined) return [];
  if (others.length === 0) return only.slice(0, maxWays);
  const best = ways.flatMap(([first]) => (first === undefined ? [] : [first]));
  return best.length < ways.length ? [] : [best.flat()];
}

/**
 * Triples to remove, together with the descriptions of blank nodes that nothing else refers to; such a description
 * would otherwise remain in the text unused. Undefined when that removes more than a repair should, or when files that
 * must not be changed state it.
 */
export function withOrphanedBlankNodes(
  draft: Draft,
  removed: readonly Triple[],
): readonly Triple[] | undefined {
  const all = distinct(removed);
  const keys = new Set(all.map(tripleKey));
  // Inferred triples disappear together with the statements behind them.
  const asserted = draft.input.entailment?.asserted;
  const graph = asserted ? SortedGraph.of(asserted) : draft.graph;
  // Links end at their objects. Those of inverse paths end at their subjects, which keep their other triples.
  const linkedTo = new Set(all.map(({ object }) => object).filter((node) => terms.isBlank(node)));
  for (const node of linkedTo) {
    const rest = new OverlayGraph(graph, { added: [], removed: all });
    // Keeps nodes that are still referred to, and nodes that never were: a blank node may be the start of a
    // description.
    if (rest.incoming(node).length > 0 || graph.incoming(node).length === 0) continue;
    for (const triple of rest.outgoing(node)) {
      if (!isEditable(draft, triple) || all.length >= maxEdits) return undefined;
      if (keys.has(tripleKey(triple))) continue;
      keys.add(tripleKey(triple));
      all.push(triple);
      if (terms.isBlank(triple.object)) linkedTo.add(triple.object);
    }
  }
  return all;
}

function distinct(triples: readonly Triple[]): Triple[] {
  return [...new Map(triples.map((triple) => [tripleKey(triple), triple])).values()];
}
