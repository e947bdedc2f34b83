import { namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { AnalysedFile } from '../../ide/analysedFile.ts';
import type { AskedOfNode } from './askedProperties.ts';
import type { CursorContext } from './cursorContext.ts';
import { knownTerms, neverWritten, slipsAmong } from './knownTerms.ts';
import type { NodeAtCursor } from './nodeAtCursor.ts';
import { type Peers, predicateUse } from './peers.ts';
import { shaclParameters } from './shaclCandidates.ts';
import type { CompletionCandidate, CompletionPlace } from './suggestion.ts';
import type { TermNames } from './termNames.ts';

/** Each tier of evidence outweighs all below it. */
const tiers = { needed: 30, usual: 20, asked: 10 } as const;

/**
 * Properties for a node: first those that its shapes still need, then what nodes of its kind have and shapes describe, then
 * the other properties of the unit.
 */
export function predicateCandidates(
  node: NodeAtCursor,
  asked: AskedOfNode,
  peers: Peers,
  { world, document, units }: Pick<CompletionPlace, 'world' | 'document' | 'units'>,
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
  return merged([...found, ...shaclParameters(node, units)]);
}

/** Each term once, with the sum of its evidence. */
function merged(candidates: readonly CompletionCandidate[]): readonly CompletionCandidate[] {
  const found = new Map<unknown, CompletionCandidate>();
  for (const candidate of candidates) {
    const key = 'term' in candidate.of ? candidate.of.term : candidate;
    const known = found.get(key);
    found.set(
      key,
      known
        ? { ...known, score: known.score + candidate.score, reason: known.reason ?? candidate.reason }
        : candidate,
    );
  }
  return [...found.values()];
}

/** At most this many triples of a document are searched for undescribed nodes. */
const maxTriples = 20_000;

/** Prefixes: the declared ones, and once something is typed others that can be declared. */
export function prefixCandidates(typed: string, names: TermNames): readonly CompletionCandidate[] {
  if (typed.includes(':') || typed.startsWith('<')) return [];
  const declared = [...names.declared.keys()];
  const others = typed === '' ? [] : names.others.keys();
  return [...declared, ...others].map((prefix, rank) => ({
    kind: 'prefix',
    of: { prefix },
    score: -100 - rank,
  }));
}

/** What a statement may start with: nodes that are referred to and described nowhere, and directives. */
export function subjectCandidates({ document, documents }: AnalysedFile): readonly CompletionCandidate[] {
  const uses = new Map<TermId, number>();
  const own = new Set<string>();
  let read = 0;
  for (const { subject, object } of document.graph.triples()) {
    if (++read > maxTriples) break;
    if (terms.isIri(subject)) own.add(namespaceOf(terms.value(subject)));
    if (terms.isIri(object)) uses.set(object, (uses.get(object) ?? 0) + 1);
  }
  const found: CompletionCandidate[] = [];
  for (const [term, count] of uses) {
    if (!own.has(namespaceOf(terms.value(term)))) continue;
    if (documents.some(({ graph }) => graph.outgoing(term).length > 0)) continue;
    found.push({ kind: 'node', of: { term }, score: count, reason: 'not described yet' });
  }
  return [...found, ...directives.map((text) => ({ kind: 'keyword' as const, of: { text }, score: -300 }))];
}

const directives = ['@prefix', '@base', 'PREFIX', 'BASE'];

/** The prefixes that may be meant in a declaration, with their namespaces. */
export function directiveCandidates(
  { typed }: CursorContext,
  names: TermNames,
): readonly CompletionCandidate[] {
  if (typed.kind === 'at') return directives.map((text) => ({ kind: 'keyword', of: { text }, score: 0 }));
  if (typed.kind === 'iri') return [];
  return [...names.others.keys()].map((prefix, rank) => ({
    kind: 'prefix',
    of: { prefix },
    score: -rank,
  }));
}
