import { mostFrequent } from '../../../base/mostFrequent.ts';
import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { owl, rdf, rdfs, sh } from '../../../rdf/vocab.ts';
import { typing } from '../../drafts/change.ts';
import { type Draft, isDescribed, isDescribedInData, usesOf, withFix } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { type Fix, fixOfChange } from '../../drafts/fix.ts';
import type { Via } from '../../drafts/goal.ts';
import { type TypeByName, typeByName, typeByUse } from '../../evidence/analogy.ts';
import { isOwnTerm } from '../../evidence/ownTerms.ts';
import { carefulShare } from '../../evidence/peerValues.ts';
import { isPlaceholderValue } from '../../evidence/placeholderText.ts';

/** The class, or one of its subclasses, as a type that the value lacks. */
export function* addType(
  draft: Draft,
  expected: TermId,
  value: TermId,
  place: Via | undefined,
): Iterable<Fix> {
  // ex:none is not a node of any kind.
  if (isPlaceholderValue(value, '')) return;
  const { graph, search } = draft;
  const { term } = search;
  const change = typing(value, expected);
  const subclasses = search.classes.subclasses(expected);
  if (place?.path.kind === 'predicate') {
    const ranges = graph.objects(place.path.predicate, rdfs.range).filter((range) => subclasses.has(range));
    if (ranges.length > 0) {
      yield fixOfChange(change, 'implied', {
        kind: 'implied',
        words: `implied by the rdfs:range of ${term(place.path.predicate)}`,
      });
      return;
    }
  }
  const types = graph
    .objects(value, rdf.type)
    .filter((type) => terms.isIri(type) && type !== owl.NamedIndividual);
  yield* typeOfOthers(draft, expected, value, types);
  if (types.length === 0) {
    yield fixOfChange(change, 'plausible', {
      kind: 'untyped',
      words: `${term(value)} has no type yet`,
    });
    return;
  }
  for (const type of types) {
    const together = occurTogether(draft, type, expected, value);
    if (together !== undefined) yield together;
  }
}

/** The class itself or one of its subclasses, according to the types of nodes that are named or used like the value. */
function* typeOfOthers(
  draft: Draft,
  expected: TermId,
  value: TermId,
  types: readonly TermId[],
): Iterable<Fix> {
  const { classes, term } = draft.search;
  const named = typeByName(value, classes.subclasses(expected), draft);
  if (named && !types.includes(named.type)) {
    const isUntyped = types.length === 0;
    const evidence: EvidenceItem[] = [likeNamed(named, draft)];
    if (isUntyped) evidence.push({ kind: 'untyped', words: '' });
    const isHabit = isUntyped && carefulShare(named.for, named.of) >= leastNamed;
    const all = isUntyped ? [named.type, ...named.others] : [named.type];
    yield fixOfChange(typing(value, ...all), isHabit ? 'attested' : 'plausible', evidence);
  }
  if (named || types.length > 0) return;
  const used = typeByUse(value, classes.subclasses(expected), draft);
  if (used !== undefined) {
    const evidence: readonly EvidenceItem[] = [
      { kind: 'connected', words: `${term(value)} has no type yet, and is used like a ${term(used)}` },
      { kind: 'untyped', words: '' },
    ];
    yield fixOfChange(typing(value, used), 'plausible', evidence);
  }
}

/** Three of three. */
const leastNamed = 0.6;

function likeNamed({ like, type, for: count, of }: TypeByName, { search: { term } }: Draft): EvidenceItem {
  return { kind: 'analogy', words: `${term(like)} is a ${term(type)}`, for: count, of };
}

/** A first triple about a node of the data's own namespace that nothing describes yet. */
export function* describeIt(draft: Draft, expected: TermId, value: TermId, place: Via): Iterable<Fix> {
  if (isDescribed(draft, value) || isPlaceholderValue(value, '')) return;
  if (!isBeside(draft, value, place)) return;
  const { classes, term } = draft.search;
  const named = typeByName(value, classes.subclasses(expected), draft);
  const evidence: EvidenceItem[] = [{ kind: 'untyped', words: `${term(value)} has no statements yet` }];
  if (named) evidence.push(likeNamed(named, draft));
  const alike = named && isSameButForZeros(value, named.like) ? named.like : undefined;
  if (alike) evidence.push({ kind: 'competing', words: `${term(alike)} may be meant` });
  else if (!named && areAllDescribed(expected, draft))
    evidence.push({
      kind: 'competing',
      words: `all other instances of ${term(expected)} have more statements`,
    });
  const fix = fixOfChange(typing(value, named?.type ?? expected), 'plausible', evidence);
  // If shapes require more, the triple would only start a description that the user has to complete.
  const { evaluator, search } = withFix(draft, fix);
  const isEnough = search.shapes.roots.every(
    (root) => !evaluator.isTarget(root, value) || evaluator.conforms(value, root.id),
  );
  // A node that shapes name has to be described.
  if (isEnough || (place.path.kind === 'predicate' && place.path.predicate === sh.targetNode)) yield fix;
}

/**
 * True where all instances of a class have statements besides their types, so that a type alone would be half a
 * description.
 */
function areAllDescribed(type: TermId, { search }: Draft): boolean {
  const { dataGraph } = search.input;
  const instances = [...search.classes.subclasses(type)].flatMap((id) => dataGraph.subjects(rdf.type, id));
  return (
    instances.length >= fewestDescribed &&
    instances
      .slice(0, maxUses)
      .every((node) => dataGraph.outgoing(node).some(({ predicate }) => predicate !== rdf.type))
  );
}

const fewestDescribed = 2;

/** True for ex:dose_0.05mg and ex:dose_0.5mg: an extra zero makes a different number. */
function isSameButForZeros(one: TermId, other: TermId): boolean {
  const [a, b] = [one, other].map((term) => localName(terms.value(term)).replaceAll('0', ''));
  return a === b;
}

/** True for IRIs in the same namespace as the node whose values they are, if a data file describes that node. */
function isBeside(draft: Draft, value: TermId, { focusNode }: Via): boolean {
  const isOwn =
    terms.isIri(value) && terms.isIri(focusNode) && namespaceOfTerm(value) === namespaceOfTerm(focusNode);
  return isOwn && isDescribedInData(draft, focusNode);
}

const maxUses = 2000;

/**
 * The type of a term of somebody else's vocabulary that no file describes, if the data itself gives it to the other
 * terms of that namespace which it uses at the place.
 */
export function* describeLikeOthers(
  draft: Draft,
  expected: TermId,
  value: TermId,
  { focusNode, path }: Via,
): Iterable<Fix> {
  const { search } = draft;
  const { classes, term } = search;
  if (!terms.isIri(value) || isDescribed(draft, value) || isOwnTerm(draft, value, focusNode)) return;
  const last = path.kind === 'sequence' ? path.paths.at(-1) : path;
  if (last?.kind !== 'predicate') return;
  const namespace = namespaceOfTerm(value);
  const others = new Set(
    usesOf(draft, last.predicate, maxUses)
      .map(({ object }) => object)
      .filter((other) => other !== value && terms.isIri(other) && namespaceOfTerm(other) === namespace),
  );
  const types: TermId[] = [];
  for (const other of others) {
    const fitting = search.input.reportedGraph
      .objects(other, rdf.type)
      .filter((type) => classes.subclasses(expected).has(type));
    if (fitting.length > 0) types.push(fitting.includes(expected) ? expected : fitting[0]!);
  }
  const type = mostFrequent(types);
  if (type === undefined) return;
  const count = types.filter((each) => each === type).length;
  const isUsual = count >= 2 && count >= 0.8 * others.size && isWrittenLike(value, [...others]);
  yield fixOfChange(typing(value, type), isUsual ? 'attested' : 'plausible', {
    kind: 'peers',
    words: `the data gives this type to ${count} of ${others.size} others of ${term(terms.iri(namespace))} at ${term(last.predicate)}`,
    for: count,
    of: others.size,
  });
}

/**
 * True when an unlinked ontology decides whether the value's class is a subclass of the expected one: both belong to one
 * vocabulary that is not the data's own, no file describes either, and nothing else has the expected class.
 */
export function isOntologyMissing(
  draft: Draft,
  expected: TermId,
  value: TermId,
  place: Via | undefined,
): boolean {
  const { graph, search } = draft;
  if (!terms.isIri(expected) || isOwnTerm(draft, expected, place?.focusNode ?? value)) return false;
  const isUnknown = (id: TermId) => search.input.classGraph.outgoing(id).length === 0;
  if (!isUnknown(expected) || search.classes.subclasses(expected).size > 1) return false;
  if (graph.subjects(rdf.type, expected).length > 0) return false;
  return graph
    .objects(value, rdf.type)
    .some(
      (type) => terms.isIri(type) && isUnknown(type) && namespaceOfTerm(type) === namespaceOfTerm(expected),
    );
}

function namespaceOfTerm(iri: TermId): string {
  return namespaceOf(terms.value(iri));
}

/** Adds the class as a second type of an instance of another class, if what is known about both classes allows it. */
function occurTogether(draft: Draft, type: TermId, expected: TermId, value: TermId): Fix | undefined {
  const { graph, search } = draft;
  const { term, classes } = search;
  const change = typing(value, expected);
  if (classes.subclasses(type).has(expected)) {
    return fixOfChange(change, 'plausible', {
      kind: 'untyped',
      words: `${term(expected)} is a subclass of ${term(type)}`,
    });
  }
  const others = graph.subjects(rdf.type, type).filter((node) => node !== value);
  const both = others.filter((node) => graph.has(node, rdf.type, expected));
  // That some of all individuals are of the class says nothing about this one.
  if (both.length > 0 && type !== owl.NamedIndividual) {
    const evidence: EvidenceItem = {
      kind: 'peers',
      words: `${both.length} of ${others.length} other ${term(type)} have both types`,
      for: both.length,
      of: others.length,
    };
    const most = both.length >= 2 && both.length * 2 > others.length;
    return fixOfChange(change, most ? 'attested' : 'plausible', evidence);
  }
  if (isNamesake(type, expected)) {
    return fixOfChange(change, 'plausible', {
      kind: 'sameName',
      words: `${term(type)} is a class of the same name`,
    });
  }
  // Two classes that both have superclasses, or both have members, but share none are taken to be disjoint.
  const placed = (id: TermId) => search.input.classGraph.objects(id, rdfs.subClassOf).length > 0;
  const members = new Set(
    [...search.classes.subclasses(expected)].flatMap((id) => graph.subjects(rdf.type, id)),
  ).size;
  const hasMembers = members >= fewestMembers || (members > 0 && others.length > 0);
  if (hasMembers || type === owl.NamedIndividual || (placed(type) && placed(expected))) return undefined;
  return fixOfChange(change, 'plausible', { kind: 'furtherType', words: '' });
}

/** With one member, another class may be one that nobody wrote down. */
const fewestMembers = 2;

function isNamesake(type: TermId, expected: TermId): boolean {
  return terms.isIri(expected) && localName(terms.value(type)) === localName(terms.value(expected));
}

/** True when the local name of an IRI is written like those of the others: in their case, with their separators. */
function isWrittenLike(iri: TermId, others: readonly TermId[]): boolean {
  return isNameLike(
    localName(terms.value(iri)),
    others.map((other) => localName(terms.value(other))),
  );
}

/**
 * True when a text is written like names: in the case of one of them, with separators and digits only where one of them
 * has these, and about as long.
 */
function isNameLike(text: string, names: readonly string[]): boolean {
  if (!/^[\p{L}\p{N}_.~-]+$/u.test(text)) return false;
  const lengths = names.map((name) => name.length);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  if (text.length < least - 1 || text.length > most + Math.max(1, most - least)) return false;
  const styles = new Set(names.map(styleOf));
  return styles.has(styleOf(text));
}

/** The kinds of characters of a name: letters by case and digits, each kind once in a row. Long runs of digits keep their length. */
function styleOf(name: string): string {
  const digits = name.replace(/\D/g, '').length;
  // Numbers such as 0000-0002-1825-0097 all have one form.
  if (digits * 2 > name.length) return name.replace(/\d/g, '9').replace(/X$/, '9');
  const kinds = [
    /\p{Lu}/u.test(name) ? 'A' : '',
    /\p{Ll}/u.test(name) ? 'a' : '',
    /^\p{Lu}/u.test(name) ? '^' : '',
    ...['_', '-', '.', '~'].map((separator) => (name.includes(separator) ? separator : '')),
  ];
  return kinds.join('');
}
