import type { Graph } from '../../rdf/graph.ts';
import { localName, namespaceOf } from '../../rdf/iri.ts';
import { termWithText } from '../../rdf/literals/literalText.ts';
import { compareTerms } from '../../rdf/termOrder.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { pathValues } from '../../shacl/paths/pathValues.ts';
import { noChange } from '../drafts/change.ts';
import { type Draft, isDescribed } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { fixOfChange } from '../drafts/fix.ts';
import type { WantedValue, Witness } from '../drafts/wantedValue.ts';
import { labelProperties } from './nameProperties.ts';
import { nameParts, replaceParts, writtenParts } from './nameSimilarity.ts';
import { labelLiterals } from './nearestNames.ts';
import { NodeNameIndex } from './nodeNameIndex.ts';
import { siblingsOf } from './pathUsage.ts';

/**
 * Applies the relation between a name and a text to another name: given that vav-2-08 is labelled `VAV-2-08`, vav-2-07
 * gets `VAV-2-07`. The parts in which the names differ are replaced in the text, in its own case and separators.
 * Undefined when the names differ in more than these parts, or one of the parts is not in the text.
 */
export function translateByName(text: string, from: string, to: string): string | undefined {
  const [before, after] = [nameParts(from), writtenParts(to)];
  if (before.length !== after.length) return undefined;
  const exchanged = new Map<string, string>();
  for (const [i, part] of before.entries()) {
    const other = after[i]!;
    if (part === other.toLowerCase()) continue;
    if (!/\d/.test(part) && part.length < leastWord) return undefined;
    if ((exchanged.get(part) ?? other) !== other) return undefined;
    exchanged.set(part, other);
  }
  if (exchanged.size === 0) return undefined;
  const found = new Set<string>();
  const result = replaceParts(text, (part) => {
    const other = exchanged.get(part.toLowerCase());
    if (other === undefined) return part;
    found.add(part.toLowerCase());
    return inCaseOf(part, other);
  });
  return found.size === exchanged.size ? result : undefined;
}

/** Shorter words occur in others by chance. */
const leastWord = 2;

function inCaseOf(part: string, other: string): string {
  if (part === part.toUpperCase()) return other.toUpperCase();
  if (part === part.toLowerCase()) return other.toLowerCase();
  return other.slice(0, 1).toUpperCase() + other.slice(1);
}

const maxSiblings = 60;
const maxValues = 2;
/** Two that are numbered alike may be chance. */
const leastVoters = 3;
/** Two of three may be chance. */
const leastHabit = 0.75;

/**
 * Values that relate to the focus node by name as the values of similar nodes relate to these: the zone zone-2-08 for
 * the box vav-2-08, because vav-2-07 feeds zone-2-07; the label "VAV-2-08".
 */
export function* analogousValues({ focusNode, path }: WantedValue, draft: Draft): Iterable<Witness> {
  if (!terms.isIri(focusNode)) return;
  const { search } = draft;
  const name = localName(terms.value(focusNode));
  const votes = new Map<TermId, { readonly sibling: TermId; readonly like: TermId }[]>();
  let asked = 0;
  for (const sibling of siblingsOf(draft, focusNode).slice(0, maxSiblings)) {
    if (sibling === focusNode || !terms.isIri(sibling)) continue;
    const values = pathValues(search.input.dataGraph, sibling, path);
    if (values.length === 0) continue;
    const analogues = new Map<TermId, TermId>();
    for (const like of values) {
      const value = analogue(like, localName(terms.value(sibling)), name);
      if (value !== undefined && mayStand(value, like, draft) && !analogues.has(value))
        analogues.set(value, like);
    }
    asked++;
    for (const [value, like] of analogues) votes.set(value, [...(votes.get(value) ?? []), { sibling, like }]);
  }
  const found = [...votes]
    // If most others have values that are not made from their names alone, an analogy would be an invention.
    .filter(([, { length }]) => length * 2 > asked)
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, maxValues);
  for (const [value, voters] of found) {
    const { sibling, like } = voters[0]!;
    const evidence: EvidenceItem = {
      kind: 'analogy',
      words: `as ${search.term(sibling)} has ${search.term(like)}`,
      for: voters.length,
      of: asked,
    };
    // That such an address exists is not known.
    const isUnknown = terms.isIri(value) && search.input.dataGraph.incoming(value).length === 0;
    const isHabit =
      voters.length >= leastVoters &&
      voters.length >= leastHabit * asked &&
      (!isUnknown || isDescribed(draft, value));
    if (voters.length === 1 && isInvented(value, focusNode, path, draft)) continue;
    yield { value, fix: fixOfChange(noChange, isHabit ? 'attested' : 'plausible', evidence) };
  }
}

/** True for what was made of the value of a single other node, unless it is the only name of the node, or there is such a node. */
function isInvented(value: TermId, node: TermId, path: WantedValue['path'], draft: Draft): boolean {
  if (!terms.isLiteral(value)) return !isDescribed(draft, value);
  return !isOfNames(path) || labelLiterals(draft.graph, node).length > 0;
}

function isOfNames(path: WantedValue['path']): boolean {
  return path.kind === 'predicate' && labelProperties.includes(path.predicate);
}

function analogue(value: TermId, from: string, to: string): TermId | undefined {
  if (terms.isBlank(value) || terms.kind(value) === 'triple') return undefined;
  const text = terms.value(value);
  if (terms.isLiteral(value)) {
    const other = translateByName(text, from, to);
    return other === undefined ? undefined : termWithText(value, other);
  }
  const namespace = namespaceOf(text);
  const other = translateByName(text.slice(namespace.length), from, to);
  return other === undefined ? undefined : terms.iri(namespace + other);
}

/** If the values of the others are described, this one has to be, too. */
function mayStand(value: TermId, like: TermId, draft: Draft): boolean {
  return terms.isLiteral(value) || isDescribed(draft, value) || !isDescribed(draft, like);
}

const leastShared = 0.9;

/** A type that nodes named alike have, one of these, and how many of them have it, of how many. */
export interface TypeByName {
  readonly type: TermId;
  /** Other types that nearly all of them have as well. */
  readonly others: readonly TermId[];
  readonly like: TermId;
  readonly for: number;
  readonly of: number;
}

/** The given type of most nodes whose names differ from that of the node only in their numbers. */
export function typeByName(
  node: TermId,
  types: ReadonlySet<TermId>,
  { graph }: Draft,
): TypeByName | undefined {
  if (!terms.isIri(node)) return undefined;
  const names = NodeNameIndex.of(graph);
  const pattern = names.pattern(node);
  if (pattern === undefined) return undefined;
  const alike = new Set<TermId>();
  const found: { readonly type: TermId; readonly nodes: readonly TermId[] }[] = [];
  for (const type of types) {
    const nodes = graph
      .subjects(rdf.type, type)
      .filter((other) => other !== node && terms.isIri(other) && names.pattern(other) === pattern);
    for (const each of nodes) alike.add(each);
    if (nodes.length > 0) found.push({ type, nodes });
  }
  const [best] = found.sort((a, b) => b.nodes.length - a.nodes.length);
  if (best === undefined) return undefined;
  const { type, nodes } = best;
  const others = graph
    .objects(nodes[0]!, rdf.type)
    .filter(
      (other) =>
        other !== type &&
        nodes.filter((each) => graph.has(each, rdf.type, other)).length >= leastShared * nodes.length,
    );
  const like = nodes.reduce((first, each) => (compareTerms(each, first) < 0 ? each : first));
  return { type, others, like, for: nodes.length, of: alike.size };
}

/**
 * The given type whose instances resemble the node most: they have its properties and are values of the same
 * properties. Undefined when several types are equally likely.
 */
export function typeByUse(
  node: TermId,
  types: ReadonlySet<TermId>,
  { graph }: Draft,
  usesOfNode: (node: TermId, graph: Graph) => ReadonlySet<string> = usesAlone,
): TermId | undefined {
  const own = usesOfNode(node, graph);
  if (own.size === 0) return undefined;
  const found = [...types]
    .map((type) => {
      const others = graph.subjects(rdf.type, type).filter((other) => other !== node);
      const shares = others.slice(0, maxInstances).map((other) => overlap(own, usesOfNode(other, graph)));
      return { type, share: Math.max(0, ...shares) };
    })
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
  const [best, second] = found;
  return best === undefined || best.share === second?.share ? undefined : best.type;
}

function usesAlone(node: TermId, graph: Graph): ReadonlySet<string> {
  return usesOfNode(node, graph, () => ['']);
}

/** How a node is linked, with the types of the nodes at the other ends. */
export function usesWithTypes(node: TermId, graph: Graph): ReadonlySet<string> {
  return usesOfNode(node, graph, (other) => graph.objects(other, rdf.type));
}

function usesOfNode(
  node: TermId,
  graph: Graph,
  kindsOf: (other: TermId) => readonly (TermId | string)[],
): ReadonlySet<string> {
  const uses = new Set<string>();
  for (const { predicate, object } of graph.outgoing(node))
    if (predicate !== rdf.type) for (const kind of kindsOf(object)) uses.add(`> ${predicate} ${kind}`);
  for (const { predicate, subject } of graph.incoming(node))
    for (const kind of kindsOf(subject)) uses.add(`< ${predicate} ${kind}`);
  return uses;
}

const maxInstances = 40;

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((each) => b.has(each)).length;
  return both / (a.size + b.size - both);
}
