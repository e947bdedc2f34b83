import type { Graph } from '../../../rdf/graph.ts';
import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, rdfs, sh, xsd } from '../../../rdf/vocab.ts';
import { isPartSequenceIn, nameParts } from '../../../repair/evidence/nameSimilarity.ts';
import { labelsOf } from '../../../repair/evidence/nearestNames.ts';
import type { Constraint } from '../../../shacl/model/shape.ts';
import { askedOfNode, type UnitShapes } from './askedProperties.ts';
import { classCandidates, classValued } from './classCandidates.ts';
import { slipsAmongValues } from './knownTerms.ts';
import type { NodeAtCursor } from './nodeAtCursor.ts';
import { spread, usualValues } from './peers.ts';
import { shaclValues } from './shaclCandidates.ts';
import type { CompletionCandidate, CompletionPlace, LiteralForm, SuggestionKind } from './suggestion.ts';
import { valuesBeside, valuesNearby, votesByName, weightAmong, wordsOf } from './valuesNearby.ts';

/** At most this many of the nodes of a class are examined. */
const maxNodes = 2000;
const weights = { name: 0.4, nearby: 0.6, beside: 0.6 } as const;
/** A text that is too long to be typed a second time. */
const maxText = 60;

/** Values of a predicate: those that shapes list, those that similar nodes have, and nodes of the required class. */
export function objectCandidates(place: CompletionPlace): readonly CompletionCandidate[] {
  const { predicate } = place;
  if (predicate === rdf.type || classValued.has(predicate)) return classCandidates(place);
  const ofShape = shaclValues(place);
  if (ofShape) return ofShape;
  return valueCandidates(place);
}

/** The node, or the one that it is part of, if it has no name. */
function namedNode(node: NodeAtCursor): (NodeAtCursor & { readonly id: TermId }) | undefined {
  const { id, parent } = node;
  if (id !== undefined && terms.isIri(id)) return { ...node, id };
  return parent && namedNode(parent.node);
}

/** The words and numbers of the name, and of each label, of a node. */
function namesOfNode({ id }: { readonly id: TermId }, world: Graph): readonly (readonly string[])[] {
  return [localName(terms.value(id)), ...labelsOf(world, id)].map(nameParts);
}

function valueCandidates(place: CompletionPlace): readonly CompletionCandidate[] {
  const { node, predicate, asked, peers, world, units } = place;
  const property = asked.properties.get(predicate);
  const constraints = property?.constraints ?? [];
  const has = new Set(
    node.facts.flatMap((fact) =>
      fact.predicate === predicate && fact.object !== undefined ? [fact.object] : [],
    ),
  );
  const whole = namedNode(node);
  const candidates = new Map<TermId, { score: number; reason: string | undefined }>();
  const add = (id: TermId, score: number, reason?: string) => {
    if (has.has(id) || terms.isBlank(id) || id === whole?.id) return;
    const known = candidates.get(id);
    candidates.set(id, { score: (known?.score ?? 0) + score, reason: known?.reason ?? reason });
  };
  const listed = new Set<TermId>();
  for (const constraint of constraints) {
    if (constraint.kind === 'in') for (const member of constraint.members) listed.add(member);
    if (constraint.kind === 'hasValue') add(constraint.value, 3, 'required');
  }
  for (const member of listed) add(member, 1);
  const usual = usualValues(node, peers, predicate, world);
  const uses = new Map<TermId, number>();
  for (const { object } of spread(world.withPredicate(predicate), maxNodes)) {
    uses.set(object, (uses.get(object) ?? 0) + 1);
  }
  for (const [id, score] of usual) {
    if (listed.size > 0 && !listed.has(id)) continue;
    const isRepeated = (uses.get(id) ?? 0) > 1;
    if (terms.isLiteral(id) && (!isRepeated || terms.value(id).length > maxText)) continue;
    add(id, score);
  }
  for (const [id, score] of valuesNearby(place)) {
    if (candidates.has(id)) add(id, weights.nearby * score);
  }
  for (const [id, score] of valuesBeside(place)) if (candidates.has(id)) add(id, -weights.beside * score);
  const isExclusive = uses.size >= 4 && Math.max(...uses.values()) === 1;
  for (const [id, score] of relatedValues(node, predicate, world)) {
    if (terms.isIri(id) && (listed.size === 0 || listed.has(id))) add(id, score);
  }
  if (!isExclusive) {
    for (const [id, score] of valuesByName(node, predicate, world)) if (candidates.has(id)) add(id, score);
  }
  if (listed.size === 0) {
    for (const id of nodesFor(constraints, uses, world, units)) add(id, 0.1);
  }
  for (const slip of slipsAmongValues(candidates.keys(), place))
    if (!listed.has(slip)) candidates.delete(slip);
  const ownNames = whole ? namesOfNode(whole, world) : [];
  const found: CompletionCandidate[] = Array.from(candidates, ([term, { score, reason }]) => ({
    kind: kindOf(term, listed),
    of: { term },
    score:
      score +
      weights.name * likeness(ownNames, term, node.id !== whole?.id) -
      (isExclusive && uses.has(term) && !listed.has(term) ? 0.6 : 0),
    reason,
  }));
  return [
    ...found,
    ...literalCandidates(place, constraints, found),
    ...skeletonCandidates(place, constraints),
  ];
}

/** The nodes of the required classes; if none is required, of those that values have elsewhere. */
function nodesFor(
  constraints: readonly Constraint[],
  uses: ReadonlyMap<TermId, number>,
  world: Graph,
  units: readonly UnitShapes[],
): Iterable<TermId> {
  const classes = new Set(constraints.flatMap((each) => (each.kind === 'class' ? [each.class] : [])));
  if (classes.size === 0) {
    const values = spread([...uses.keys()], 20).filter((value) => terms.isIri(value));
    for (const value of values) for (const type of world.objects(value, rdf.type)) classes.add(type);
  } else {
    for (const { classGraph } of units) {
      for (const id of classes)
        for (const below of classGraph.subjects(rdfs.subClassOf, id)) classes.add(below);
    }
  }
  const nodes = new Set<TermId>();
  for (const id of classes) {
    for (const node of world.subjects(rdf.type, id)) {
      if (nodes.size >= maxNodes) return nodes;
      if (terms.isIri(node)) nodes.add(node);
    }
  }
  return nodes;
}

/** A blank node with what its shapes need, where they describe its properties or others have one there. */
function skeletonCandidates(
  place: CompletionPlace,
  constraints: readonly Constraint[],
): readonly CompletionCandidate[] {
  const { node, predicate, world, units } = place;
  const values = spread(world.withPredicate(predicate), 200);
  const blank = values.filter(({ object }) => terms.isBlank(object)).length / (values.length + 1);
  const describes = constraints.some(({ kind }) => kind === 'property');
  const mustBeNamed = constraints.some((each) => each.kind === 'nodeKind' && each.nodeKind === sh.IRI);
  if (mustBeNamed || (blank < 0.2 && !describes)) return [];
  const value: NodeAtCursor = {
    id: undefined,
    facts: [],
    types: [],
    previous: undefined,
    parent: { node, predicate },
  };
  const asked = askedOfNode(value, units);
  const needed = [...asked.properties.values()].filter(({ minCount }) => minCount > 0);
  const [type] = asked.classes;
  const skeleton = {
    type,
    properties: needed.map((property) => property.predicate).filter((each) => each !== rdf.type),
  };
  return [{ kind: 'skeleton', of: skeleton, score: blank > 0.5 ? 1.2 : 0.15 }];
}

/**
 * How far the most similar of the node's names has the words and numbers of a value's name, from 0 to 1. The name of a part
 * is often all of the value's name: `HR` in `KiloM-PER-HR`.
 */
function likeness(names: readonly (readonly string[])[], value: TermId, isPart: boolean): number {
  if (!terms.isIri(value)) return 0;
  const others = nameParts(localName(terms.value(value)));
  const best = names.map((parts) => {
    const shared = others.filter((part) => parts.includes(part)).length;
    if (shared === 0) return 0;
    const alike = (2 * shared) / (others.length + Math.max(others.length, parts.length));
    return isPart && isPartSequenceIn(others, parts) ? 0.5 + alike : alike;
  });
  return Math.max(0, ...best);
}

function kindOf(term: TermId, listed: ReadonlySet<TermId>): SuggestionKind {
  return terms.isLiteral(term) || listed.has(term) ? 'value' : 'node';
}

/** At most this many of the values of a predicate are examined. */
const maxValues = 200;
const maxForms = 3;

/**
 * Truth values, and literals to be filled in: of the datatypes that the shapes of the place require; if they name none,
 * with the languages and datatypes that most other values have.
 *
 * @param found what is suggested already.
 */
function literalCandidates(
  place: CompletionPlace,
  constraints: readonly Constraint[],
  found: readonly CompletionCandidate[],
): readonly CompletionCandidate[] {
  const known = new Set(found.flatMap(({ of }) => ('term' in of ? [of.term] : [])));
  const datatypes = new Set(
    constraints.flatMap((constraint) => (constraint.kind === 'datatype' ? [constraint.datatype] : [])),
  );
  datatypes.delete(rdf.langString);
  if (datatypes.size === 0) {
    const isListed = constraints.some(({ kind }) => kind === 'in');
    return isListed
      ? []
      : usualForms(place).map((of, rank) => ({ kind: 'skeleton', of, score: 0.05 - rank / 100 }));
  }
  return [...datatypes].flatMap((datatype): CompletionCandidate[] => {
    if (datatype !== xsd.boolean) return [{ kind: 'skeleton', of: { datatype, language: '' }, score: 0.05 }];
    return [true, false].flatMap((value) => {
      const term = terms.literal(String(value), xsd.boolean);
      return known.has(term) ? [] : [{ kind: 'value', of: { term }, score: value ? 0.2 : 0.1 }];
    });
  });
}

/** How other values are written, most common way first. Numbers and truth values need no quotes, and are left out. */
function usualForms({ node, predicate, world }: CompletionPlace): readonly LiteralForm[] {
  const uses = new Map<string, LiteralForm & { count: number }>();
  const values = spread(world.withPredicate(predicate), maxValues);
  for (const { subject, object } of values) {
    const datatype = terms.datatype(object);
    if (datatype === undefined || unquoted.has(datatype) || subject === node.id) continue;
    const language = terms.language(object);
    const key = `${datatype} ${language}`;
    uses.set(key, { datatype, language, count: (uses.get(key)?.count ?? 0) + 1 });
  }
  return [...uses.values()].sort((a, b) => b.count - a.count).slice(0, maxForms);
}

const unquoted: ReadonlySet<TermId> = new Set([xsd.integer, xsd.decimal, xsd.double, xsd.boolean]);

/** At most this many of the statements of a predicate are examined. */
const maxPairs = 40;
/** Of the statements of a node. */
const maxFacts = 16;
/** A fact that more nodes than this share is weak evidence about one of them. */
const maxSharing = 40;

/**
 * Values that are connected with the node differently, as the values of other nodes are connected with these: a unit of the
 * quantity that the node measures, a room of the building that it is in. From 0 to 1.
 */
function relatedValues(node: NodeAtCursor, predicate: TermId, world: Graph): ReadonlyMap<TermId, number> {
  const pairs = spread(world.withPredicate(predicate), maxPairs).filter(
    ({ subject, object }) => subject !== node.id && !terms.isLiteral(object),
  );
  const scores = new Map<TermId, number>();
  if (pairs.length < leastPairs) return scores;
  const links = new Links(world);
  const users = new Map<TermId, number>();
  const ways = new Map<string, Way & { count: number }>();
  for (const { subject, object } of pairs) {
    const facts = factsOf(subject, predicate, world);
    const found = new Map<string, Way>();
    const add = (way: Way) => found.set(`${way.via} ${way.link} ${way.isFromShared}`, way);
    for (const { predicate: via, object: shared } of facts) {
      for (const link of links.between(object, shared)) add({ via, link, isFromShared: false });
      for (const link of links.between(shared, object)) add({ via, link, isFromShared: true });
    }
    for (const via of new Set(facts.map((fact) => fact.predicate))) users.set(via, (users.get(via) ?? 0) + 1);
    for (const [key, way] of found) ways.set(key, { ...way, count: (ways.get(key)?.count ?? 0) + 1 });
  }
  const own = node.facts.filter((fact) => fact.predicate !== predicate).slice(0, maxFacts);
  for (const { via, link, isFromShared, count } of ways.values()) {
    for (const { predicate: stated, object: shared } of own) {
      if (stated !== via || shared === undefined) continue;
      const values = isFromShared ? world.objects(shared, link) : world.subjects(link, shared);
      if (values.length > maxSharing) continue;
      const score = count / (users.get(via)! + 1) / Math.sqrt(values.length);
      for (const value of values) scores.set(value, Math.max(scores.get(value) ?? 0, score));
    }
  }
  return scores;
}

/** A connection of a node and a value by what both are linked to: the node by `via`. */
interface Way {
  readonly via: TermId;
  readonly link: TermId;
  /** Whether the link leads to the value rather than from it. */
  readonly isFromShared: boolean;
}

const leastPairs = 3;

function factsOf(node: TermId, but: TermId, world: Graph) {
  return world
    .outgoing(node)
    .filter(({ predicate, object }) => predicate !== but && !terms.isLiteral(object))
    .slice(0, maxFacts);
}

/** The predicates from nodes to others, each node examined once. */
class Links {
  readonly #world: Graph;
  readonly #from = new Map<TermId, ReadonlyMap<TermId, readonly TermId[]>>();

  constructor(world: Graph) {
    this.#world = world;
  }

  between(one: TermId, other: TermId): readonly TermId[] {
    return this.#linksOf(one).get(other) ?? [];
  }

  #linksOf(node: TermId): ReadonlyMap<TermId, readonly TermId[]> {
    const known = this.#from.get(node);
    if (known) return known;
    const links = new Map<TermId, TermId[]>();
    this.#world.forEachOutgoing(node, (predicate, object) => {
      const list = links.get(object);
      if (list) list.push(predicate);
      else links.set(object, [predicate]);
    });
    this.#from.set(node, links);
    return links;
  }
}

/** The names of at most this many subjects of a predicate are compared. */
const maxNames = 80;

/** The values of nodes whose names, or whose classes' names, are similar to those of the node. From 0 to 1. */
function valuesByName(node: NodeAtCursor, predicate: TermId, world: Graph): ReadonlyMap<TermId, number> {
  const known = new Map<TermId, ReadonlySet<string>>();
  const words = (id: TermId) => {
    const found = known.get(id) ?? wordsOf(id, world);
    known.set(id, found);
    return found;
  };
  const wordsWith = (id: TermId | undefined, types: readonly TermId[]) =>
    new Set([id, ...types].flatMap((each) => (each === undefined ? [] : [...words(each)])));
  const own = wordsWith(node.id, node.types);
  if (own.size === 0) return new Map();
  const others = spread(world.withPredicate(predicate), maxNames)
    .filter(({ subject }) => subject !== node.id)
    .map(({ subject, object }) => ({
      words: wordsWith(subject, world.objects(subject, rdf.type)),
      has: object,
    }));
  return votesByName(own, others, weightAmong(others.map(({ words }) => words)));
}
