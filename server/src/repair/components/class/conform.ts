import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, rdfs, sh } from '../../../rdf/vocab.ts';
import { type Draft, isDescribed, isDescribedInData, isEditable, withFix } from '../../drafts/draft.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../../drafts/fix.ts';
import { mintNamed } from '../../drafts/mint.ts';
import { replaceValue, valuePlaceOf, valueRemovals } from '../../drafts/valuePlace.ts';
import { typeByName, typeByUse } from '../../evidence/analogy.ts';
import { labelsOf, nearestNames } from '../../evidence/nearestNames.ts';
import { NodeNameIndex } from '../../evidence/nodeNameIndex.ts';
import { betterValues } from '../conform/betterValues.ts';
import type { Candidates, Goal, Via } from '../conform/candidates.ts';

/** Replaces a typo by the intended value, or adds the class as the value's type. */
export const classCandidates: Candidates<'class'> = {
  offers: [
    'the type that is missing, where the value may have it',
    'another value of the class that the data supports',
    'a named node of the class for a literal that names it',
    'removing the value, if it is not required',
  ],
  *fixes(goal) {
    const { draft, constraint, violation } = goal;
    const { value } = violation;
    if (value === undefined) return;
    const place = valuePlaceOf(goal);
    if (draft.fix.minted.includes(value)) {
      yield fixOfChange(typing(value, constraint.class), 'placeholder');
      return;
    }
    if (place) yield* meantInstance(goal, place, value);
    if (!terms.isLiteral(value) && isDescribedInData(draft, value)) {
      yield* meantType(draft, constraint.class, value);
      yield* addType(draft, constraint.class, value, place);
    }
    yield* describeIt(draft, constraint.class, value, place);
    if (place === undefined) return;
    yield* betterValues(goal, place, value);
    if (terms.isLiteral(value)) yield* nodeForText(goal, place, value);
    // A missing file is more likely than a wrong value, unless the description would have to be in this file.
    if (terms.isLiteral(value) || isDescribedInData(draft, value) || isOwnName(draft, value, place)) {
      yield* valueRemovals(draft, place, value);
    }
  },
};

function typing(node: TermId, type: TermId) {
  return { added: [{ subject: node, predicate: rdf.type, object: type }], removed: [] };
}

const maxInstances = 3000;

/** The instance that a text or an unknown IRI stands for, by its name or label. */
function* meantInstance({ draft, constraint }: Goal<'class'>, place: Via, value: TermId): Iterable<Fix> {
  const isText = terms.isLiteral(value);
  if (!isText && isDescribed(draft, value)) return;
  const { graph, search } = draft;
  const instances: TermId[] = [];
  for (const type of search.classes.subclasses(constraint.class)) {
    for (const instance of graph.subjects(rdf.type, type)) {
      if (terms.isIri(instance) && instances.length < maxInstances) instances.push(instance);
    }
  }
  const text = isText ? terms.value(value) : localName(terms.value(value));
  const namesOf = (instance: TermId) => [localName(terms.value(instance)), ...labelsOf(graph, instance)];
  const found = nearestNames(text, NodeNameIndex.of(graph).mayBeMeant(text, instances, graph), namesOf);
  const isClear = found.length === 1 || found[0]?.distance !== found[1]?.distance;
  for (const { item, distance } of found) {
    const change = replaceValue(draft, place, value, item);
    if (change === undefined) continue;
    const evidence = isText
      ? `${search.term(item)} is ${distance === 0 ? 'named or labelled so' : 'named or labelled much like it'}`
      : `no file describes ${search.term(value)}; ${search.term(item)} is the ${search.term(constraint.class)} with the nearest name`;
    yield fixOfChange(change, isClear && item === found[0]!.item ? 'attested' : 'plausible', evidence);
  }
}

/** Corrects a type that no file describes and that resembles the class or one of its subclasses. */
function* meantType(draft: Draft, expected: TermId, value: TermId): Iterable<Fix> {
  const { graph, search } = draft;
  for (const type of graph.objects(value, rdf.type)) {
    const stated = { subject: value, predicate: rdf.type, object: type };
    if (!terms.isIri(type) || isDescribed(draft, type) || !isEditable(draft, stated)) continue;
    const classes = [...search.classes.subclasses(expected)].filter((id) => terms.isIri(id));
    const [found] = nearestNames(localName(terms.value(type)), classes, (id) => [localName(terms.value(id))]);
    if (found === undefined || found.item === type) continue;
    yield fixOfChange(
      { added: typing(value, found.item).added, removed: [stated] },
      'attested',
      `no file describes the class ${search.term(type)}`,
    );
  }
}

function* addType(draft: Draft, expected: TermId, value: TermId, place: Via | undefined): Iterable<Fix> {
  const { graph, search } = draft;
  const { term } = search;
  const change = typing(value, expected);
  const subclasses = search.classes.subclasses(expected);
  if (place?.path.kind === 'predicate') {
    const ranges = graph.objects(place.path.predicate, rdfs.range).filter((range) => subclasses.has(range));
    if (ranges.length > 0) {
      yield fixOfChange(change, 'implied', `implied by the rdfs:range of ${term(place.path.predicate)}`);
      return;
    }
  }
  const types = graph.objects(value, rdf.type).filter((type) => terms.isIri(type));
  yield* typeOfOthers(draft, expected, value, types);
  if (types.length === 0) {
    yield fixOfChange(change, 'plausible', `${term(value)} has no type yet`);
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
    const evidence = `${term(named.like)} is a ${term(named.type)}`;
    yield fixOfChange(typing(value, named.type), types.length === 0 ? 'attested' : 'plausible', evidence);
  }
  if (named || types.length > 0) return;
  const used = typeByUse(value, classes.subclasses(expected), draft);
  if (used !== undefined) {
    const evidence = `${term(value)} has no type yet, and is used like a ${term(used)}`;
    yield fixOfChange(typing(value, used), 'plausible', evidence);
  }
}

/** A first triple about a node of the data's own namespace that nothing describes yet. */
function* describeIt(draft: Draft, expected: TermId, value: TermId, place: Via | undefined): Iterable<Fix> {
  if (place === undefined || isDescribed(draft, value)) return;
  if (!isBeside(draft, value, place)) return;
  const { classes, term } = draft.search;
  const named = typeByName(value, classes.subclasses(expected), draft);
  const evidence = [
    `nothing is said about ${term(value)} yet`,
    ...(named ? [`${term(named.like)} is a ${term(named.type)}`] : []),
  ].join('; ');
  const fix = fixOfChange(typing(value, named?.type ?? expected), 'plausible', evidence);
  // If shapes require more, the triple would only start a description that the user has to complete.
  const { evaluator, search } = withFix(draft, fix);
  const isEnough = search.shapes.roots.every(
    (root) => !evaluator.isTarget(root, value) || evaluator.conforms(value, root.id),
  );
  // A node that shapes name must be described.
  if (isEnough || (place.path.kind === 'predicate' && place.path.predicate === sh.targetNode)) yield fix;
}

/** True for IRIs in the same namespace as the node whose values they are, if a data file describes that node. */
function isBeside(draft: Draft, value: TermId, { focusNode }: Via): boolean {
  const isOwn =
    terms.isIri(value) && terms.isIri(focusNode) && namespaceOfTerm(value) === namespaceOfTerm(focusNode);
  return isOwn && isDescribedInData(draft, focusNode);
}

const maxLooked = 500;

/**
 * True for IRIs that no file describes, in a namespace in which the data files describe nodes (as far as is examined).
 */
function isOwnName(draft: Draft, value: TermId, place: Via): boolean {
  const { search } = draft;
  if (!terms.isIri(value) || isDescribed(draft, value)) return false;
  if (isBeside(draft, value, place)) return true;
  const namespace = namespaceOfTerm(value);
  let looked = 0;
  for (const { subject } of search.input.reportedGraph.triples()) {
    if (terms.isIri(subject) && terms.value(subject).startsWith(namespace)) return true;
    if (++looked === maxLooked) return false;
  }
  return false;
}

function namespaceOfTerm(iri: TermId): string {
  return namespaceOf(terms.value(iri));
}

/** Adds the class as a second type of an instance of another class, if what is known of both classes allows it. */
function occurTogether(draft: Draft, type: TermId, expected: TermId, value: TermId): Fix | undefined {
  const { graph, search } = draft;
  const { term, classes } = search;
  const change = typing(value, expected);
  if (classes.subclasses(type).has(expected)) {
    return fixOfChange(change, 'plausible', `${term(expected)} is a subclass of ${term(type)}`);
  }
  const others = graph.subjects(rdf.type, type).filter((node) => node !== value);
  const both = others.filter((node) => graph.has(node, rdf.type, expected));
  if (both.length > 0) {
    const evidence = `${both.length} of ${others.length} other ${term(type)} have both types`;
    const most = both.length >= 2 && both.length * 2 > others.length;
    return fixOfChange(change, most ? 'attested' : 'plausible', evidence);
  }
  // Two classes that both have superclasses, or both have members, but share none are taken to be disjoint.
  const placed = (id: TermId) => search.input.classGraph.objects(id, rdfs.subClassOf).length > 0;
  const hasMembers = graph.subjects(rdf.type, expected).length > 0 && others.length > 0;
  if (hasMembers || (placed(type) && placed(expected))) return undefined;
  return fixOfChange(change, 'plausible');
}

/** A new node named after the text, for the user to check. */
function* nodeForText({ draft, constraint }: Goal<'class'>, place: Via, value: TermId): Iterable<Fix> {
  const node = mintNamed(terms.value(value), place.focusNode, draft);
  if (node === undefined) return;
  const change = replaceValue(draft, place, value, node);
  if (change === undefined) return;
  const fix: Fix = { ...emptyFix, change, support: 'placeholder', minted: [node], placeholders: [node] };
  const here = withFix(draft, fix);
  if (here.graph.outgoing(node).length === 0) {
    yield combineFixes(fix, fixOfChange(typing(node, constraint.class), 'placeholder'));
  }
}
