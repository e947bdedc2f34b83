import { localName, namespaceOf } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, rdf } from '../../rdf/vocab.ts';
import { noChange, typing } from '../drafts/change.ts';
import { isDescribed, isDescribedInData, isEditable, usesOf } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { combineFixes, type Fix, fixOfChange } from '../drafts/fix.ts';
import type { Goal, Via } from '../drafts/goal.ts';
import { acceptorAt, constraintsOfKind, propertyShapesAsked } from '../drafts/requirements.ts';
import { replaceValue, valuePlaceOf, valueRemovals } from '../drafts/valuePlace.ts';
import { nameParts } from '../evidence/nameSimilarity.ts';
import { isOwnTerm } from '../evidence/ownTerms.ts';
import { isClearTypo, isOneTypoAway, isOrdinarySlip, looksLike } from '../slips/oneTypo.ts';
import { intendedInstance, intendedType, isShortSwap, unusedNode } from './class/meantTerm.ts';
import { addType, describeIt, describeLikeOthers, isOntologyMissing } from './class/missingType.ts';
import { type ComponentRepair, unknownIntendedValue } from './component.ts';
import { emptyRemovals } from './conform/exchangeValue.ts';
import { nodesForText } from './conform/nodesForText.ts';
import { betterValues, supportedValues } from './conform/weighedValue.ts';
import { nameOf, nearbyNodes, nearbyTerms } from './violate/nearbyTerms.ts';
import { slipsOf } from './violate/typingSlips.ts';
import {
  isRepairing,
  removeTriples,
  usualValues,
  valuesAt,
  violateByWrongValue,
} from './violate/violationEdits.ts';

/** Replaces a typo by the intended value, or adds the class as the value's type. */
const classRepair: ComponentRepair<'class'> = {
  offers: [
    'the type that is missing, where the value may have it',
    'the value that all others of its kind have, where the value is described as something else',
    'the only instance of the class that the refused value is linked with',
    'another value of the class that the data supports',
    'the node of the class that a text is or names, or a new one that keeps the text',
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
    if (place && terms.isLiteral(value)) {
      yield* emptyRemovals(goal, place, value);
      yield* nodesForText(goal, place, value);
    }
    const meant = place && !terms.isLiteral(value) ? [...intendedInstance(goal, place, value)] : [];
    yield* meant;
    if (place && meant.length === 0) yield* unusedNode(draft, place, value, constraint.class);
    if (!terms.isLiteral(value) && isDescribedInData(draft, value)) {
      yield* intendedType(draft, constraint.class, value, place);
      // The ontology that states that the value's class is a subclass is not linked, and nothing here is wrong.
      if (isOntologyMissing(draft, constraint.class, value, place)) return;
      yield* addType(draft, constraint.class, value, place);
    }
    if (place === undefined) return;
    yield* sharedValue(goal, place, value);
    yield* atOtherProperty(goal, place, value);
    yield* neighbour(goal, place, value);
    const isSlip = meant.some(
      ({ change, support }) =>
        support === 'plausible' &&
        change.added.some(
          ({ object }) =>
            isShortSwap(value, object) ||
            [isOrdinarySlip, looksLike].some((isSlipFor) => haveNames(value, object, isSlipFor)),
        ),
    );
    // The right value is beside it, one typing error away.
    const isTwin = draft.evaluator
      .values(place.focusNode, place.path)
      .some(
        (other) => other !== value && isDescribed(draft, other) && haveNames(value, other, isOneTypoAway),
      );
    for (const fix of describeIt(draft, constraint.class, value, place)) {
      yield isSlip || isTwin
        ? combineFixes(fix, fixOfChange(noChange, 'implied', { kind: 'otherWays', words: '' }))
        : fix;
    }
    // A word with a wrong letter is unlikely to be another member of a code list.
    if (!meant.some((fix) => isClearTypoFor(fix, value))) {
      yield* describeLikeOthers(draft, constraint.class, value, place);
    }
    // In that case the value is right, and the file that states it is not among the data.
    if (draft.search.shapes.graph.has(value, rdf.type, constraint.class)) return;
    // What others have as well is seldom wrong: it lacks its type, even where that brings other results with it.
    const lacksType =
      isDescribedInData(draft, value) &&
      draft.graph.objects(value, rdf.type).length === 0 &&
      draft.graph.incoming(value).length > 1;
    const words = `${draft.search.term(value)} lacks a type`;
    for (const fix of betterValues(goal, place, value))
      yield lacksType
        ? combineFixes(fix, fixOfChange(noChange, 'removal', { kind: 'competing', words }))
        : fix;
    // A missing file is more likely than a wrong value, unless the description would have to be in this file.
    if (
      terms.isLiteral(value) ||
      isDescribedInData(draft, value) ||
      (!isDescribed(draft, value) && isOwnTerm(draft, value, place.focusNode))
    ) {
      yield* valueRemovals(draft, place, value);
    }
  },
  /**
   * Removes all types that make a value an instance; otherwise puts a value there that is not an instance: the name of the
   * value as a text, its IRI with a typing error, or a nearby node.
   */
  *violationEdits(goal) {
    const { constraint, draft } = goal;
    const { graph, search } = draft;
    const subclasses = search.classes.subclasses(constraint.class);
    let isTypedHere = false;
    for (const value of valuesAt(goal)) {
      if (terms.isLiteral(value)) continue;
      const types = graph.objects(value, rdf.type).filter((type) => subclasses.has(type));
      for (const fix of removeTriples(
        draft,
        types.map((object) => ({ subject: value, predicate: rdf.type, object })),
      )) {
        isTypedHere = true;
        yield fix;
      }
    }
    if (isTypedHere) return;
    yield* violateByWrongValue(goal, function* (value): Iterable<TermId> {
      yield* usualValues(goal);
      if (isRepairing(goal)) return;
      if (value !== undefined) {
        const name = nameOf(value, goal);
        if (name !== '') yield terms.literal(name);
        yield* slipsOf(value, goal).slice(0, 1);
      }
      // Without any description, a name would show which instance is meant, and using it would be right.
      yield* nearbyNodes(goal);
      yield* nearbyTerms(goal);
    });
  },
  violatedBy: 'removal',
  unknown: ({ class: type }, { value, term, isLiteral }) =>
    isLiteral
      ? `${value} is text; an instance of ${term(type)} is needed, and none has that name`
      : `no file says that ${value} is an instance of ${term(type)}: that is missing, or another value was meant`,
};

/**
 * The value that all others of the node's kind have, where the rejected value is described as something else: a concept is
 * in no concept, but in the scheme of all other concepts. A node of that kind itself can't be meant.
 */
function* sharedValue({ draft, constraint }: Goal<'class'>, place: Via, value: TermId): Iterable<Fix> {
  const { path, focusNode } = place;
  if (path.kind !== 'predicate' || terms.isLiteral(value)) return;
  const { graph, search } = draft;
  const types = new Set(graph.objects(focusNode, rdf.type));
  const isOfKind = (node: TermId) => graph.objects(node, rdf.type).some((type) => types.has(type));
  const isSomethingElse = graph.objects(value, rdf.type).length > 0;
  if (!isSomethingElse) return;
  const classes = search.classes.subclasses(constraint.class);
  const users = usesOf(draft, path.predicate, mostUses).filter(
    ({ subject }) => subject !== focusNode && isOfKind(subject),
  );
  const values = new Set(users.map(({ object }) => object));
  const [shared, ...others] = values;
  const count = new Set(users.map(({ subject }) => subject)).size;
  if (shared === undefined || others.length > 0 || count < fewestUsers) return;
  if (!graph.objects(shared, rdf.type).some((type) => classes.has(type))) return;
  const change = replaceValue(draft, place, value, shared);
  if (change === undefined) return;
  const isImpossible = isOfKind(value) && count >= enoughUsers;
  const { term } = search;
  const words = isImpossible
    ? `all ${count} others have it, and ${term(value)} is one of these`
    : `all ${count} others have it, and ${term(value)} is a ${term(graph.objects(value, rdf.type)[0]!)}`;
  const peers: EvidenceItem = { kind: 'peers', for: count, of: count, words };
  // When there are others to choose from, the agreement of two may be chance.
  const isChosen =
    count < enoughUsers &&
    [...classes].some((type) => graph.subjects(rdf.type, type).some((node) => node !== shared));
  const rival: EvidenceItem = { kind: 'competing', words: 'there are others of the class' };
  yield fixOfChange(change, isImpossible ? 'attested' : 'plausible', isChosen ? [peers, rival] : peers);
}

/**
 * The value at the only other property of the node that requires a class that the value has: a person who is named as a
 * member organisation. That may turn a relation into its opposite, so it is likely only where that property is missing or
 * both names share a word.
 */
function* atOtherProperty({ draft }: Goal<'class'>, place: Via, value: TermId): Iterable<Fix> {
  const { focusNode, path } = place;
  if (terms.isLiteral(value) || path.kind !== 'predicate' || value === focusNode) return;
  const { graph, search } = draft;
  const asked = propertyShapesAsked([], focusNode, draft);
  const found = new Map<TermId, boolean>();
  for (const { path: other, id, constraints } of asked) {
    if (other?.kind !== 'predicate' || other.predicate === path.predicate) continue;
    if (constraintsOfKind(constraints, 'class').length === 0) continue;
    const values = graph.objects(focusNode, other.predicate);
    const counts = asked.flatMap((shape) =>
      shape.path?.kind === 'predicate' && shape.path.predicate === other.predicate ? shape.constraints : [],
    );
    const isFunctional = graph.has(other.predicate, rdf.type, functionalProperty) && values.length > 0;
    const isFull = constraintsOfKind(counts, 'maxCount').some(({ count }) => values.length >= count);
    if (values.includes(value) || isFull || isFunctional) continue;
    if (!acceptorAt(draft, { focusNode, path: other, shape: id })(value)) continue;
    const isMissing = constraintsOfKind(counts, 'minCount').some(({ count }) => values.length < count);
    found.set(other.predicate, isMissing);
  }
  const [only, ...others] = found;
  const stated = { subject: focusNode, predicate: path.predicate, object: value };
  if (only === undefined || others.length > 0 || !isEditable(draft, stated)) return;
  const [predicate, isMissing] = only;
  const { term } = search;
  const words = `${term(predicate)} is for such values${isMissing ? ', and is missing' : ''}`;
  const isLikely = isMissing || shareWord(path.predicate, predicate);
  yield fixOfChange({ added: [{ ...stated, predicate }], removed: [stated] }, 'plausible', [
    { kind: 'keptText', words },
    ...(isLikely
      ? []
      : [
          { kind: 'competing', words: `that it was meant for ${term(path.predicate)} is as likely` } as const,
        ]),
  ]);
}

const functionalProperty = terms.constant(`${namespaces.owl}FunctionalProperty`);

/** True for names with a word in common and others besides: hasPart and partOf are each other's inverse. */
function shareWord(one: TermId, other: TermId): boolean {
  const [a, b] = [one, other].map(
    (term) => new Set(nameParts(localName(terms.value(term))).filter((part) => !linkWords.has(part))),
  ) as [Set<string>, Set<string>];
  const shared = [...a].filter((part) => b.has(part)).length;
  return shared > 0 && shared < Math.max(a.size, b.size);
}

const linkWords = new Set(['has', 'is', 'of', 'by', 'in', 'to', 'from', 'for', 'at', 'on', 'with']);

/**
 * The only instance of the class to which the rejected value is linked, where the value is described as something else: the
 * sensor on the platform that was named instead. Of several, the only one that has a value in common with the focus node.
 */
function* neighbour({ draft, constraint }: Goal<'class'>, place: Via, value: TermId): Iterable<Fix> {
  const { graph, search } = draft;
  const { focusNode } = place;
  if (terms.isLiteral(value) || value === focusNode || graph.objects(value, rdf.type).length === 0) return;
  const [outgoing, incoming] = [graph.outgoing(value), graph.incoming(value)];
  // A node with very many references is near to everything.
  if (incoming.length > mostLinks) return;
  const classes = search.classes.subclasses(constraint.class);
  const isInstance = (node: TermId) => graph.objects(node, rdf.type).some((type) => classes.has(type));
  // Where the right value is present already, the other one is superfluous.
  if (draft.evaluator.values(focusNode, place.path).some(isInstance)) return;
  const links = new Map<TermId, TermId>();
  for (const { predicate, object } of outgoing) links.set(object, predicate);
  for (const { predicate, subject } of incoming) if (!links.has(subject)) links.set(subject, predicate);
  // What the value itself has at the property, such as its own captain, is not what the node has.
  const its = new Set(draft.evaluator.values(value, place.path));
  const linked = [...links.keys()].filter(
    (node) => terms.isIri(node) && node !== focusNode && !its.has(node) && isInstance(node),
  );
  if (linked.length > mostLinked) return;
  const own = new Set(
    graph
      .outgoing(focusNode)
      .flatMap(({ predicate, object }) =>
        predicate === rdf.type || terms.isLiteral(object) ? [] : [object],
      ),
  );
  own.delete(value);
  const sharing =
    linked.length < 2
      ? linked
      : linked.filter((node) => graph.outgoing(node).some(({ object }) => own.has(object)));
  const [meant, ...others] = sharing;
  if (meant === undefined || others.length > 0) return;
  const change = replaceValue(draft, place, value, meant);
  if (change === undefined) return;
  const { term } = search;
  const types = graph.objects(value, rdf.type);
  const words = `${term(value)} is a ${term(types[0]!)}, and linked with it by ${term(links.get(meant)!)}`;
  const evidence: EvidenceItem[] = [{ kind: 'connected', words }];
  // A room of a vocabulary that is not linked may be a space as it is, and need not be exchanged for its storey.
  const namespace = namespaceOf(terms.value(constraint.class));
  if (types.every((type) => !isDescribed(draft, type) && namespaceOf(terms.value(type)) !== namespace))
    evidence.push({ kind: 'competing', words: `no file says what a ${term(types[0]!)} is` });
  yield fixOfChange(change, 'plausible', evidence);
}

const mostLinks = 200;

/** Among more of them, agreement with the focus node may be accidental. */
const mostLinked = 8;

function haveNames(one: TermId, other: TermId, are: (name: string, other: string) => boolean): boolean {
  return (
    terms.isIri(one) && terms.isIri(other) && are(localName(terms.value(one)), localName(terms.value(other)))
  );
}

function isClearTypoFor({ change }: Fix, value: TermId): boolean {
  const name = localName(terms.value(value));
  return change.added.some(({ object }) => {
    const other = terms.isIri(object) ? localName(terms.value(object)) : '';
    return /\p{Ll}{4}/u.test(name) && isClearTypo(name, other);
  });
}

const mostUses = 3000;

/** With fewer, their agreement is no evidence. */
const fewestUsers = 2;

/** With fewer, their agreement is weak evidence. */
const enoughUsers = 3;

/** As for each of the classes. */
const classInRepair: ComponentRepair<'classIn'> = {
  ...classRepair,
  *fixes({ constraint, ...goal }) {
    for (const id of constraint.classes) {
      yield* classRepair.fixes({ ...goal, constraint: { ...constraint, kind: 'class', class: id } });
    }
  },
  *violationEdits({ constraint, ...goal }) {
    for (const id of constraint.classes) {
      yield* classRepair.violationEdits({ ...goal, constraint: { ...constraint, kind: 'class', class: id } });
    }
  },
  unknown: unknownIntendedValue,
};

/** Another class in place of one that is not below the root. */
const rootClassRepair: ComponentRepair<'rootClass'> = {
  offers: ['another class that the data supports', 'removing the value, if it is not required'],
  *fixes(goal) {
    const { value } = goal.violation;
    const place = valuePlaceOf(goal);
    if (value === undefined || place === undefined) return;
    yield* supportedValues(goal, place, value);
    yield* valueRemovals(goal.draft, place, value);
  },
  /** A class that is not below the root: one of other nodes, or a nearby term. */
  violationEdits: (goal) =>
    violateByWrongValue(goal, function* (): Iterable<TermId> {
      yield* usualValues(goal);
      yield* nearbyNodes(goal);
      yield* nearbyTerms(goal);
    }),
  violatedBy: 'refusedValue',
  unknown: unknownIntendedValue,
};

/** By the kind of the constraint. */
export const classRepairs = {
  class: classRepair,
  classIn: classInRepair,
  rootClass: rootClassRepair,
};
