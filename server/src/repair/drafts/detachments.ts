import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import type { Via } from '../components/conform/candidates.ts';
import { minimalCuts } from './attachmentPoints.ts';
import { type Draft, isEditable } from './draft.ts';
import { type Fix, fixOfChange } from './fix.ts';

const maxWays = 2;
const maxEdits = 12;

/**
 * Ways to make a path lead from a focus node to none of some values any more: the smallest sets of triples, those
 * first that matter least to others. Empty where a file of ours does not state what would have to go.
 */
export function* detachments(
  draft: Draft,
  { focusNode, path }: Pick<Via, 'focusNode' | 'path'>,
  values: readonly TermId[],
): Iterable<Fix> {
  const waysFor = (value: TermId) =>
    minimalCuts(draft.graph, focusNode, path, value, (triple) => isEditable(draft, triple));
  for (const cut of together(values.map(waysFor))) {
    const removed = withOrphanedBlankNodes(draft, cut);
    if (removed?.length) yield fixOfChange({ added: [], removed }, 'removal');
  }
}

/** Several ways for one value; for several values, the best way of each. */
function together(ways: readonly (readonly (readonly Triple[])[])[]): readonly (readonly Triple[])[] {
  const [only, ...others] = ways;
  if (only === undefined) return [];
  if (others.length === 0) return only.slice(0, maxWays);
  const best = ways.flatMap(([first]) => (first === undefined ? [] : [first]));
  return best.length < ways.length ? [] : [best.flat()];
}

/**
 * Triples to remove, with what the files say about blank nodes that nothing else leads to: such a description would
 * stay behind in the text with nobody to read it. Undefined when that is more than a repair should take away, or
 * stands in files that are not changed.
 */
export function withOrphanedBlankNodes(
  draft: Draft,
  removed: readonly Triple[],
): readonly Triple[] | undefined {
  const all = distinct(removed);
  const keys = new Set(all.map(tripleKey));
  // What follows from statements goes with them.
  const graph = draft.input.entailment?.asserted ?? draft.graph;
  // Links end at their objects; those of inverse paths end at their subjects, which keep what else they say.
  const linkedTo = new Set(all.map(({ object }) => object).filter((node) => terms.isBlank(node)));
  for (const node of linkedTo) {
    const rest = new OverlayGraph(graph, { added: [], removed: all });
    // Who is still pointed to stays; so does who never was: a blank node may well be where a description starts.
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
