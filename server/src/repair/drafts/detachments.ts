import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { SortedGraph } from '../../rdf/sortedGraph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { minimalCuts } from './attachmentPoints.ts';
import { type Draft, isEditable } from './draft.ts';
import { combineFixes, type Fix, fixOfChange } from './fix.ts';
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
    // Keeps nodes that are still referred to, and nodes that were never referred to: a blank node may be the start of a
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

const maxTriples = 12;

/**
 * The fix extended by removing the descriptions of named nodes that nothing refers to after it, although all other
 * nodes of their kind are referred to. Undefined when there are none, or when that removes more than a repair should.
 */
export function withOrphanedDescriptions(draft: Draft, fix: Fix): Fix | undefined {
  const { graph } = draft;
  const removed: Triple[] = [];
  const seen = new Set<TermId>();
  const open = fix.change.removed.map(({ object }) => object);
  for (const node of open) {
    if (!terms.isIri(node) || seen.has(node)) continue;
    seen.add(node);
    const rest = new OverlayGraph(graph, { added: [], removed: [...fix.change.removed, ...removed] });
    const described = rest.outgoing(node);
    if (described.length === 0 || rest.incoming(node).length > 0 || !isKindReferredTo(draft, node)) continue;
    if (!described.every((triple) => isEditable(draft, triple))) return undefined;
    removed.push(...described);
    if (removed.length > maxTriples) return undefined;
    open.push(...described.map(({ object }) => object));
  }
  if (removed.length === 0) return undefined;
  const nodes = [...new Set(removed.map(({ subject }) => draft.search.term(subject)))];
  return combineFixes(
    fix,
    fixOfChange({ added: [], removed }, 'removal', {
      kind: 'orphaned',
      words: `nothing else refers to ${nodes.join(', ')}`,
    }),
  );
}

const maxInstances = 50;

/** True when the node has a type and all other nodes of that type are referred to. */
function isKindReferredTo({ graph }: Draft, node: TermId): boolean {
  const others = graph
    .objects(node, rdf.type)
    .flatMap((type) => graph.subjects(rdf.type, type).slice(0, maxInstances))
    .filter((other) => other !== node);
  return others.length > 0 && others.every((other) => graph.incoming(other).length > 0);
}
