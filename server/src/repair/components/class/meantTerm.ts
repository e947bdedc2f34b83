import { boundedEditDistance } from '../../../base/editDistance.ts';
import { memoized } from '../../../base/memoized.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { isRespelling, localName, namespaceOf } from '../../../rdf/iri.ts';
import { compareTerms } from '../../../rdf/termOrder.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { typing } from '../../drafts/change.ts';
import { type Draft, isDescribed, isEditable } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { type Fix, fixOfChange } from '../../drafts/fix.ts';
import type { Goal, Via } from '../../drafts/goal.ts';
import { acceptorAt } from '../../drafts/requirements.ts';
import { replaceValue } from '../../drafts/valuePlace.ts';
import { isCutShort, nameParts } from '../../evidence/nameSimilarity.ts';
import { namespaceRelation } from '../../evidence/namespaceRelation.ts';
import { labelsOf, type NearMatch, nearestNames } from '../../evidence/nearestNames.ts';
import { NodeNameIndex } from '../../evidence/nodeNameIndex.ts';
import { isOwnTerm } from '../../evidence/ownTerms.ts';
import { isCode, isSurelyMisspelt } from '../../slips/misstatements.ts';
import { isSameNumber } from '../../slips/oneTypo.ts';
import { expandedName } from '../../values/textAsIri.ts';

const maxInstances = 3000;

/**
 * The instance that an unknown IRI means, by its name or label. The IRI may also be one that is not described yet, so that
 * only another spelling of the same name is certain: ex:Floor_2 for ex:floor2, not ex:paula for ex:paul.
 */
export function* intendedInstance(
  { draft, constraint }: Goal<'class'>,
  place: Via,
  value: TermId,
): Iterable<Fix> {
  if (isDescribed(draft, value)) return;
  const { graph, search } = draft;
  const instances: TermId[] = [];
  for (const type of search.classes.subclasses(constraint.class)) {
    for (const instance of graph.subjects(rdf.type, type)) {
      if (terms.isIri(instance) && instances.length < maxInstances) instances.push(instance);
    }
  }
  const { term } = search;
  yield* nearestOf(draft, place, value, instances, {
    whichIs: (item) => `; ${term(item)} is the ${term(constraint.class)} with the nearest name`,
    isSure: (item) => isSurelyMisspelt(value, item, draft),
  });
}

/**
 * The node that an unknown IRI means, where a shape looks at its description: among the values of other nodes there, or the
 * instances of their classes, the one with the nearest name. Where a description is required, a missing one explains as
 * much as a typing error does, so only an IRI that is used once and differs in nothing that distinguishes names is
 * certainly misspelt.
 */
export function* intendedNode(draft: Draft, place: Via, value: TermId): Iterable<Fix> {
  if (!terms.isIri(value) || isDescribed(draft, value) || place.path.kind !== 'predicate') return;
  const { term, input } = draft.search;
  yield* nearestOf(draft, place, value, describedAt(input.dataGraph)(place.path.predicate), {
    whichIs: (item) => `: ${term(item)} has the nearest name, or its description is still to be written`,
    accepts: acceptorAt(draft, place),
    isSure: (item) => isSurelyMisspelt(value, item, draft),
  });
}

/** The nodes that a file describes among the values of a property and the instances of their classes, at most `maxInstances`. */
const describedAt = memoized((graph: Graph) => {
  const known = new Map<TermId, readonly TermId[]>();
  return (predicate: TermId) => {
    const found = known.get(predicate) ?? [...describedNodes(graph, predicate)];
    known.set(predicate, found);
    return found;
  };
});

function describedNodes(graph: Graph, predicate: TermId): ReadonlySet<TermId> {
  const found = new Set<TermId>();
  const add = (node: TermId) => {
    if (terms.isIri(node) && graph.outgoing(node).length > 0) found.add(node);
    return found.size < maxInstances;
  };
  if (!graph.withPredicate(predicate).every(({ object }) => add(object))) return found;
  for (const type of typesAt(graph)(predicate)) if (!graph.subjects(rdf.type, type).every(add)) break;
  return found;
}

/** How the nodes with near names are judged. */
interface Judgement {
  /** Why one of them is meant, after what is not described. */
  readonly whichIs: (item: TermId) => string;
  readonly accepts?: (item: TermId) => boolean;
  /** Whether one with a near name in the same namespace is certainly meant, if no other one is as near. */
  readonly isSure?: (item: TermId) => boolean;
}

/** The nodes with the name that is nearest to that of an IRI that no file describes. */
function* nearestOf(
  draft: Draft,
  place: Via,
  value: TermId,
  instances: readonly TermId[],
  { whichIs, accepts = () => true, isSure = () => true }: Judgement,
): Iterable<Fix> {
  const { graph, search } = draft;
  const bracketed = expandedName(terms.value(value), search.prefixes);
  const meant = bracketed === undefined ? undefined : terms.knownIri(bracketed);
  const named = instances.filter((instance) => instance === meant);
  for (const item of named) {
    const change = replaceValue(draft, place, value, item);
    const words = `<${terms.value(value)}> is the name ${search.term(item)} in angle brackets`;
    if (change) yield fixOfChange(change, 'attested', { kind: 'sameName', words });
  }
  if (named.length > 0) return;
  const text = localName(terms.value(value));
  const namesOf = (instance: TermId) => [localName(terms.value(instance)), ...labelsOf(graph, instance)];
  const found = nearestNames(
    text,
    NodeNameIndex.of(graph).mayBeMeant(text, instances, graph),
    namesOf,
  ).filter(({ item }) => accepts(item));
  // In a name of three letters, two swapped letters are the only sign, and an uncertain one; so is a zero before a number,
  // or a letter that looks like a digit.
  const guesses =
    found.length > 0 || !mayBeGuessed.test(text)
      ? []
      : instances.filter(
          (item) =>
            (isShortSwap(value, item) || isSameNumber(text, localName(terms.value(item)))) && accepts(item),
        );
  const near = found.length > 0 ? found : guesses.map((item) => ({ item, distance: 1 }));
  const readings = readingsOf(draft, place, value, near);
  const respelt =
    readings.length > 0
      ? []
      : instances
          .filter((instance) => isRespelling(terms.value(value), terms.value(instance)) && accepts(instance))
          .map((item): Reading => ({ item, kind: 'slip', distance: 0 }));
  const begun =
    readings.length + respelt.length > 0
      ? []
      : instances.filter((item) => begins(value, item) && accepts(item));
  const isGuess = guesses.length > 0;
  const continued =
    begun.length === 1 ? begun.map((item): Reading => ({ item, kind: 'possible', distance: 0 })) : [];
  const candidates = [...readings, ...respelt.slice(0, 1), ...continued].map((reading) =>
    isGuess && reading.kind === 'typo' ? { ...reading, kind: 'possible' as const } : reading,
  );
  const clear = candidates.filter(({ kind }) => kind !== 'possible').length === 1;
  for (const { item, kind, distance } of candidates) {
    const change = replaceValue(draft, place, value, item);
    if (change === undefined) continue;
    const isMeant = clear && kind !== 'possible' && (kind !== 'typo' || isSure(item));
    yield fixOfChange(change, isMeant ? 'attested' : 'plausible', {
      kind: kind === 'slip' ? 'namespaceSlip' : kind === 'sameName' ? 'sameName' : 'likeName',
      words: `no file describes ${search.term(value)}${whichIs(item)}`,
      ...(kind !== 'slip' && kind !== 'sameName' && likeness(text, distance)),
    });
  }
}

/** True for a name of which another one in its namespace is a continuation by words: NMC811 and NMC811Cathode. */
function begins(value: TermId, other: TermId): boolean {
  const [short, long] = [terms.value(value), terms.value(other)];
  if (!long.startsWith(short) || localName(short).length < leastBegun) return false;
  const parts = nameParts(localName(short));
  return nameParts(localName(long)).slice(0, parts.length).join(' ') === parts.join(' ');
}

const leastBegun = 4;

/**
 * The only node whose name is that of an unknown IRI cut short, or the other way round, and to which nothing refers,
 * although all others of its class are referred to: the node that was meant is described, and nothing refers to its
 * description. None where another instance has such a name, too.
 *
 * @param ofClass the class that it has to have; without one, those of the values that others have there.
 */
export function* unusedNode(
  draft: Draft,
  place: Via,
  value: TermId,
  ofClass: TermId | undefined,
): Iterable<Fix> {
  if (!terms.isIri(value) || isDescribed(draft, value) || place.path.kind !== 'predicate') return;
  const { term, input, classes } = draft.search;
  const namespace = namespaceOf(terms.value(value));
  const name = localName(terms.value(value));
  const isLike = (node: TermId) => terms.isIri(node) && isCutShort(name, localName(terms.value(node)));
  const types =
    ofClass === undefined ? typesAt(input.dataGraph)(place.path.predicate) : classes.subclasses(ofClass);
  const unused = [...unusedOf(input.dataGraph, types)].filter(
    ({ node, others }) =>
      node !== place.focusNode &&
      namespaceOf(terms.value(node)) === namespace &&
      isLike(node) &&
      !others.some(isLike) &&
      acceptorAt(draft, place)(node),
  );
  const [only] = unused;
  if (only === undefined || unused.some(({ node }) => node !== only.node)) return;
  const change = replaceValue(draft, place, value, only.node);
  const words = `no file describes ${term(value)}; ${term(only.node)} is the only ${term(only.type)} that nothing refers to`;
  if (change) yield fixOfChange(change, 'plausible', { kind: 'only', words });
}

/** An instance to which nothing refers, the only one of its class. */
interface Unused {
  readonly type: TermId;
  readonly node: TermId;
  readonly others: readonly TermId[];
}

/** The classes of the values of a property. */
const typesAt = memoized((graph: Graph) => {
  const known = new Map<TermId, readonly TermId[]>();
  return (predicate: TermId) => {
    const found = known.get(predicate) ?? typesOfValues(graph, predicate);
    known.set(predicate, found);
    return found;
  };
});

function typesOfValues(graph: Graph, predicate: TermId): readonly TermId[] {
  // Many nodes have the same value.
  const values = new Set(graph.withPredicate(predicate).map(({ object }) => object));
  const types = new Set<TermId>();
  for (const value of [...values].slice(0, maxInstances))
    if (!terms.isLiteral(value)) for (const type of graph.objects(value, rdf.type)) types.add(type);
  return [...types].sort(compareTerms);
}

/** The only instances of classes to which nothing refers. */
function* unusedOf(graph: Graph, types: Iterable<TermId>): Iterable<Unused> {
  for (const type of types) {
    const instances = graph.subjects(rdf.type, type);
    if (instances.length > maxInstances || instances.length < 2) continue;
    const [node, ...further] = instances.filter((each) => graph.incoming(each).length === 0);
    if (node !== undefined && further.length === 0 && terms.isIri(node))
      yield { type, node, others: instances.filter((each) => each !== node) };
  }
}

/** True for names of three letters of which two were swapped. */
export function isShortSwap(one: TermId, meant: TermId): boolean {
  const nameOf = (term: TermId) => (terms.isIri(term) ? localName(terms.value(term)) : '');
  const name = nameOf(one);
  if (!isThreeLetters(name)) return false;
  const other = nameOf(meant);
  const letters = (text: string) => [...text].sort().join('');
  return letters(name) === letters(other) && boundedEditDistance(name, other, 1) === 1;
}

function isThreeLetters(name: string): boolean {
  return /^\p{Ll}{3}$/u.test(name);
}

const mayBeGuessed = /^\p{Ll}{3}$|\d/u;

/** What an IRI that no file describes was meant to be. */
interface Reading {
  readonly item: TermId;
  /** A typo in the local name, a slip in the namespace, the same name elsewhere, or one of several possibilities. */
  readonly kind: 'typo' | 'slip' | 'sameName' | 'possible';
  /** Of the local names. */
  readonly distance: number;
}

/**
 * The nodes with near names that can be meant. A term of somebody else's vocabulary is more likely right and not linked
 * than a slip for a term of the data's own namespace or of a third one.
 */
function readingsOf(
  draft: Draft,
  { focusNode }: Via,
  value: TermId,
  near: readonly NearMatch<TermId>[],
): readonly Reading[] {
  const isOwn = isOwnTerm(draft, value, focusNode);
  const found = near.flatMap(({ item, distance }): readonly Reading[] => {
    const kind =
      readingKind(terms.value(value), terms.value(item), distance, isOwn) ??
      (distance === 0 && isInVocabulary(value, draft) ? 'possible' : undefined);
    return kind === undefined ? [] : [{ item, distance, kind }];
  });
  const best = found[0]?.distance;
  return found.map((reading) => (reading.distance === best ? reading : { ...reading, kind: 'possible' }));
}

/** True for an IRI in a namespace of properties, where nodes seldom are: foaf:berlin for :berlin. */
function isInVocabulary(iri: TermId, { search }: Draft): boolean {
  return propertyNamespaces(search.input.dataGraph).has(namespaceOf(terms.value(iri)));
}

const propertyNamespaces = memoized((graph: Graph) => {
  const properties = new Set(Array.from(graph.triples(), ({ predicate }) => predicate));
  return new Set(Array.from(properties, (property) => namespaceOf(terms.value(property))));
});

function readingKind(
  value: string,
  item: string,
  distance: number,
  isOwn: boolean,
): Reading['kind'] | undefined {
  switch (namespaceRelation(value, item)) {
    case 'same':
      return distance > 0 && !isOwn && isCode(localName(value)) ? undefined : 'typo';
    case 'respelt':
      return distance === 0 ? 'slip' : undefined;
    case 'sameSite':
      if (isOwn) return distance === 0 ? 'sameName' : 'possible';
      return distance === 0 ? 'possible' : undefined;
    case 'foreign':
      // A relative IRI names a file beside this one, which is seldom meant in data.
      return (isOwn || value.startsWith('file:')) && distance === 0 ? 'sameName' : undefined;
  }
}

/** How much of a name is right. */
function likeness(name: string, distance: number): Pick<EvidenceItem, 'for' | 'of'> {
  return { for: Math.max(0, name.length - distance), of: name.length };
}

/** Corrects a type that no file describes and that is a slip for the class or one of its subclasses. */
export function* intendedType(
  draft: Draft,
  expected: TermId,
  value: TermId,
  place: Via | undefined,
): Iterable<Fix> {
  const { graph, search } = draft;
  for (const type of graph.objects(value, rdf.type)) {
    const stated = { subject: value, predicate: rdf.type, object: type };
    if (!terms.isIri(type) || isDescribed(draft, type) || !isEditable(draft, stated)) continue;
    const found = meantClass(draft, expected, type, place?.focusNode ?? value);
    if (found === undefined) continue;
    yield fixOfChange(
      { added: typing(value, found.item).added, removed: [stated] },
      found.kind === 'possible' ? 'plausible' : 'attested',
      {
        kind: found.kind === 'typo' ? 'likeName' : found.kind === 'slip' ? 'namespaceSlip' : 'sameName',
        words: `no file describes the class ${search.term(type)}`,
        ...(found.kind === 'typo' && likeness(localName(terms.value(type)), found.distance)),
      },
    );
  }
}

function meantClass(draft: Draft, expected: TermId, type: TermId, beside: TermId): Reading | undefined {
  const { graph, search } = draft;
  const classes = [...search.classes.subclasses(expected)].filter((id) => terms.isIri(id) && id !== type);
  const iri = terms.value(type);
  const inBrackets = classes.find((id) => search.term(id) === iri);
  if (inBrackets !== undefined) return { item: inBrackets, kind: 'sameName', distance: 0 };
  const respelt = classes.find((id) => isRespelling(iri, terms.value(id)));
  if (respelt !== undefined) return { item: respelt, kind: 'slip', distance: 0 };
  const members = graph.subjects(rdf.type, type).length;
  // A class that only this node has, named around that of the place, such as OldRoomType for Room.
  const around =
    members > 1 || !isOwnTerm(draft, type, beside)
      ? []
      : classes.filter((id) => isNamedAround(iri, terms.value(id)));
  for (const { item, distance } of nearestNames(localName(iri), classes, (id) => [
    localName(terms.value(id)),
  ])) {
    const relation = namespaceRelation(iri, terms.value(item));
    if (relation === 'same') return { item, kind: 'typo', distance };
    if (distance > 0) continue;
    if (relation === 'respelt') return { item, kind: 'slip', distance };
    // A class that occurs only here, beside the one that the data uses elsewhere.
    if (isOwnTerm(draft, type, beside) && !isOwnTerm(draft, item, beside)) {
      return {
        item,
        distance,
        kind: graph.subjects(rdf.type, item).length > members ? 'sameName' : 'possible',
      };
    }
  }
  const [named, ...others] = around;
  return named === undefined || others.length > 0
    ? undefined
    : { item: named, kind: 'possible', distance: 0 };
}

/** True if the parts of the second name occur together in the first one, beside others. */
function isNamedAround(iri: string, other: string): boolean {
  const [parts, inner] = [nameParts(localName(iri)), nameParts(localName(other))];
  return inner.length < parts.length && ` ${parts.join(' ')} `.includes(` ${inner.join(' ')} `);
}
