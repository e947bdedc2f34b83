import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { pathValues } from '../../shacl/paths/pathValues.ts';
import { noChange } from '../drafts/change.ts';
import type { Draft } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { asChoice, fixOfChange } from '../drafts/fix.ts';
import type { WantedValue, Witness } from '../drafts/wantedValue.ts';
import { propertiesOf } from './pathUsage.ts';

const maxTraits = 12;
const maxPeers = 60;
const maxValues = 3;

/** The minimum share of all peers, including those without a value, for which a value is attested. */
export const mostPeers = 0.7;

/** The share of those that have a value, as if two more had none: two of two may be chance, nine of nine are a pattern. */
export function carefulShare(count: number, others: number): number {
  return count / (others + 2);
}

/**
 * Values that nearly all nodes have that share another property value with the focus node. For example, units of the same
 * quantity kind have the same dimension.
 */
export function* peerValues({ focusNode, path }: WantedValue, draft: Draft): Iterable<Witness> {
  const { graph, search } = draft;
  const { term } = search;
  const found: {
    readonly value: TermId;
    readonly share: number;
    readonly evidence: EvidenceItem;
    readonly holders: readonly TermId[];
  }[] = [];
  const traits = graph
    .outgoing(focusNode)
    .filter(({ predicate, object }) => predicate !== rdf.type && !terms.isBlank(object));
  for (const { predicate, object } of traits.slice(0, maxTraits)) {
    const sharing = graph.subjects(predicate, object);
    if (sharing.length < 3 || sharing.length > maxPeers) continue;
    const holdersOf = new Map<TermId, TermId[]>();
    let users = 0;
    for (const peer of sharing) {
      if (peer === focusNode) continue;
      const values = pathValues(graph, peer, path);
      if (values.length > 0) users++;
      for (const value of values) holdersOf.set(value, [...(holdersOf.get(value) ?? []), peer]);
    }
    for (const [value, holders] of holdersOf) {
      const count = holders.length;
      if (count < 2 || count < 0.8 * users || value === object) continue;
      // Those without any value count as well: they show that a value is not needed, or not yet known.
      const others = sharing.length - 1;
      const words = `${count} of ${others} others with ${term(predicate)} ${term(object)} have it`;
      const evidence: EvidenceItem = { kind: 'peers', words, for: count, of: others };
      found.push({ value, share: carefulShare(count, others), evidence, holders });
    }
  }
  found.sort((a, b) => b.share - a.share);
  const seen = new Set<TermId>();
  for (const { value, share, evidence, holders } of found) {
    if (seen.has(value)) continue;
    const unlike = unlikeHolders(focusNode, holders, new Set(propertiesOf(path)), draft);
    const support = share >= mostPeers && unlike === undefined ? 'attested' : 'plausible';
    const fix = fixOfChange(noChange, support, unlike ? [evidence, unlike] : evidence);
    yield { value, fix: unlike ? asChoice(fix, value) : fix };
    if (seen.add(value).size === maxValues) return;
  }
}

const mostHolders = 60;

/**
 * What all nodes that have a value have in common but the given node has differently: the unit of four temperatures says
 * nothing about a humidity. Undefined if there is no such difference; `except` are the properties of the value itself.
 */
export function unlikeHolders(
  node: TermId,
  holders: readonly TermId[],
  except: ReadonlySet<TermId>,
  { graph, search }: Draft,
): EvidenceItem | undefined {
  const { dataGraph } = search.input;
  const others = holders.filter((holder) => holder !== node).slice(0, mostHolders);
  const [first, ...rest] = others;
  if (first === undefined || rest.length === 0) return undefined;
  for (const { predicate, object } of dataGraph.outgoing(first)) {
    if (except.has(predicate) || !terms.isIri(object) || graph.has(node, predicate, object)) continue;
    const own = graph.objects(node, predicate);
    // What is not known about the node may be the same; a further class does not make a difference.
    if (own.length === 0 || !own.some((each) => terms.isIri(each))) continue;
    if (predicate === rdf.type && own.some((type) => isOfSome(type, rest, search))) continue;
    if (!rest.every((holder) => dataGraph.has(holder, predicate, object))) continue;
    const { term } = search;
    return {
      kind: 'unlike',
      words: `all that have it are ${term(predicate)} ${term(object)}, which ${term(node)} is not`,
    };
  }
  return undefined;
}

function isOfSome(type: TermId, nodes: readonly TermId[], { input }: Draft['search']): boolean {
  return nodes.some((node) => input.dataGraph.has(node, rdf.type, type));
}
