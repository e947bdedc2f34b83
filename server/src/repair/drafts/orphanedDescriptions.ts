import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { type Draft, isEditable } from './draft.ts';
import { combineFixes, type Fix, fixOfChange } from './fix.ts';

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
