import type { Graph } from '../../../rdf/graph.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { AskedOfNode } from './askedProperties.ts';
import { knownTerms, neverWritten, slipsAmong } from './knownTerms.ts';
import type { NodeAtCursor } from './nodeAtCursor.ts';
import { type Peers, predicateUse } from './peers.ts';
import { shaclParameters } from './shaclCandidates.ts';
import type { CompletionCandidate } from './suggestion.ts';

/** Each tier of evidence outweighs all below it. */
const tiers = { needed: 30, usual: 20, asked: 10 } as const;

/**
 * Properties for a node: first those that its shapes still need, then what nodes of its kind have and shapes ask for, then
 * the rest of those that the unit knows.
 */
export function predicateCandidates(
  node: NodeAtCursor,
  asked: AskedOfNode,
  peers: Peers,
  { world, document }: { readonly world: Graph; readonly document: Graph },
): readonly CompletionCandidate[] {
  const counts = new Map<TermId, number>();
  for (const { predicate } of node.facts) counts.set(predicate, (counts.get(predicate) ?? 0) + 1);
  const { users, repeats, next, withPrevious } = predicateUse(peers, node.previous, world);
  const { properties } = knownTerms(world);
  const here = knownTerms(document).properties;
  const all = Math.max(1, ...properties.values());
  const allHere = Math.max(1, ...here.values());
  const scored = (predicate: TermId): CompletionCandidate => {
    const has = counts.get(predicate) ?? 0;
    const property = asked.properties.get(predicate);
    const missing = property ? Math.max(0, property.minCount - has) : 0;
    const isFull = property !== undefined && has >= property.maxCount;
    const isForbidden = asked.allowed?.has(predicate) === false;
    const using = (has === 0 ? users : repeats).get(predicate) ?? 0;
    const share = using / (peers.nodes.length + 1);
    const following = (next.get(predicate) ?? 0) / (withPrevious + 1);
    const known = (here.get(predicate) ?? 0) / allHere + 0.1 * ((properties.get(predicate) ?? 0) / all);
    const order = property === undefined ? 0 : 0.3 - Math.min(0.29, property.order / 100);
    let score = 2 * share + 2 * following + order + 0.2 * known;
    if (missing > 0) score += tiers.needed;
    else if (predicate === rdf.type && node.types.length === 0) score += tiers.usual + 2;
    else if (isFull || isForbidden) score -= 50;
    else if (using > 0) score += tiers.usual;
    else if (property !== undefined) score += has === 0 ? tiers.asked : 0;
    if (has > 0 && missing === 0) score -= 1.5 * (1 - share);
    const reason =
      missing > 0
        ? `needs ${missing} more`
        : using > 0 && peers.nodes.length > 1
          ? `${using} of ${peers.nodes.length} have it`
          : undefined;
    return { kind: 'property', of: { term: predicate }, score, reason };
  };
  const predicates = new Set([rdf.type, ...asked.properties.keys(), ...users.keys(), ...properties.keys()]);
  const slips = slipsAmong('properties', { world, document });
  const found = [...predicates].filter((each) => !neverWritten.has(each) && !slips.has(each)).map(scored);
  return merged([...found, ...shaclParameters(node)]);
}

/** Each term once, with the sum of what speaks for it. */
function merged(candidates: readonly CompletionCandidate[]): readonly CompletionCandidate[] {
  const found = new Map<unknown, CompletionCandidate>();
  for (const candidate of candidates) {
    const key = 'term' in candidate.of ? candidate.of.term : candidate;
    const known = found.get(key);
    found.set(key, known ? { ...known, score: known.score + candidate.score } : candidate);
  }
  return [...found.values()];
}
