import { boundedEditDistance } from '../../base/editDistance.ts';
import { localName, namespaceOf } from '../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';
import { traceOf } from '../../shacl/incremental/trace.ts';
import { attachByPath } from '../drafts/attachmentPoints.ts';
import { noChange } from '../drafts/change.ts';
import { detachments } from '../drafts/detachments.ts';
import { type Draft, usesOf, withFix } from '../drafts/draft.ts';
import {
  cheapestFirst,
  combineFixes,
  emptyFix,
  type Fix,
  fixOfChange,
  isAttested,
  withSupport,
} from '../drafts/fix.ts';
import type { Goal, Via } from '../drafts/goal.ts';
import { describedValueRemovals, isInPlace, valuePlaceOf } from '../drafts/valuePlace.ts';
import { propertyDistance, typoDistance } from '../evidence/nameSimilarity.ts';
import { siblingsOf } from '../evidence/pathUsage.ts';
import { haveSameMeaning } from '../evidence/sameMeaning.ts';
import { isReordered } from '../slips/oneTypo.ts';
import { type ComponentRepair, unknownIntendedBranch } from './component.ts';
import { betterValues } from './conform/weighedValue.ts';
import { placeOfValues, usualValues, valuesAt, violateAll } from './violate/violationEdits.ts';

/** Completes or replaces the value so that it conforms to one of the shapes. */
const orRepair: ComponentRepair<'or'> = {
  offers: [
    'the statements that the value lacks to conform to one of the shapes, the least first',
    'what turns the value into one of another kind, if nothing else helps',
    'another value that conforms to one and that the data supports',
    'removing the value, if it is not required',
  ],
  *fixes(goal) {
    const { value } = goal.violation;
    if (value === undefined) return;
    const place = valuePlaceOf(goal);
    yield* keepingAll(cheapestFirst(waysToOne(goal, value, place)), goal.draft);
    if (place === undefined || goal.draft.fix.minted.includes(value)) return;
    yield* betterValues(goal, place, value);
    yield* describedValueRemovals(goal.draft, place, value, goal.constraint.shapeRefs);
  },
  /** Makes a value violate each of the shapes that it conforms to. */
  *violationEdits(goal) {
    const place = placeOfValues(goal);
    for (const value of valuesAt(goal))
      yield* violateAll({ ...goal, place }, value, goal.constraint.shapeRefs);
  },
  violatedBy: 'refusedValue',
  unknown: unknownIntendedBranch,
};

/** Without those that give up a part of what was written, where one reads all of it: a date, not its year alone. */
function keepingAll(all: readonly Fix[], draft: Draft): readonly Fix[] {
  // Any text may have a datatype that nothing is known of; one that refuses most texts has understood it.
  const isUnderstood = ({ change }: Fix) => change.added.some(({ object }) => isOfStrict(object));
  const isOpen = ({ change }: Fix) =>
    change.added.some(
      ({ object, predicate }) =>
        isOfUnknown(object) &&
        !usesOf(draft, predicate, maxUses).some(
          (use) => terms.datatype(use.object) === terms.datatype(object),
        ),
    );
  const fixes = all.some(isUnderstood) ? all.filter((fix) => !isOpen(fix)) : all;
  const loses = ({ evidence }: Fix) => evidence.some(({ kind }) => kind === 'lostText');
  const reads = ({ evidence }: Fix) => evidence.some(({ kind }) => kind === 'reading');
  return fixes.some((fix) => reads(fix) && !loses(fix)) ? fixes.filter((fix) => !loses(fix)) : fixes;
}

const maxUses = 100;

/** True for a literal of a datatype that neither RDF nor XML Schema defines. */
function isOfUnknown(term: TermId): boolean {
  const datatype = terms.datatype(term);
  return (
    datatype !== undefined && namespaceOf(terms.value(datatype)) !== namespaces.rdf && !isOfXsd(datatype)
  );
}

/** True for a literal of a datatype of XML Schema that refuses most texts: of dates and numbers, not of names and addresses. */
function isOfStrict(term: TermId): boolean {
  const datatype = terms.datatype(term);
  if (datatype === undefined || !isOfXsd(datatype)) return false;
  return !/^(?:anyURI|string|normalizedString|token|language|N?C?Name|QName|NMTOKEN|ID|IDREF|ENTITY)$/.test(
    localName(terms.value(datatype)),
  );
}

function isOfXsd(datatype: TermId): boolean {
  return terms.value(datatype).startsWith(namespaces.xsd);
}

function* waysToOne(
  { constraint, draft, conform }: Goal<'or'>,
  value: number,
  place: Goal['via'],
): Iterable<Fix> {
  const { shapeRefs } = constraint;
  for (const shape of mostDescribedFirst(draft, value, shapeRefs)) {
    for (const fix of conform(value, shape, draft, place)) yield weakIfExempting(fix, value, draft);
  }
}

/** Makes the value conform to exactly one of the shapes. */
const xoneRepair: ComponentRepair<'xone'> = {
  offers: [
    'the statements that the value lacks to conform to one of the shapes, if it conforms to none',
    'removing or replacing the statements by which it conforms to more than one',
    'another value that conforms to exactly one and that the data supports',
    'removing the value, if it is not required',
  ],
  *fixes(goal) {
    const { value } = goal.violation;
    if (value === undefined) return;
    const place = valuePlaceOf(goal);
    yield* cheapestFirst(waysToExactlyOne(goal, value, place));
    if (place === undefined || goal.draft.fix.minted.includes(value)) return;
    yield* betterValues(goal, place, value);
    yield* describedValueRemovals(goal.draft, place, value, goal.constraint.shapeRefs);
  },
  /** Makes a value violate the only shape to which it conforms, or conform to a second one. */
  *violationEdits(goal) {
    const { constraint, draft, conform, violate } = goal;
    const place = placeOfValues(goal);
    const { shapeRefs } = constraint;
    for (const value of valuesAt(goal)) {
      const held = shapeRefs.filter((shape) => draft.evaluator.conforms(value, shape));
      if (held.length !== 1) continue;
      const isBroken = (fix: Fix) => countHeld(withFix(draft, fix), value, shapeRefs) !== 1;
      const ways = function* (): Iterable<Fix> {
        yield* violate(value, held[0]!, draft, place);
        for (const other of shapeRefs) {
          if (other !== held[0]) yield* conform(value, other, draft, place);
        }
      };
      for (const fix of ways()) if (isBroken(fix)) yield fix;
    }
  },
  violatedBy: 'refusedValue',
  unknown: unknownIntendedBranch,
};

function* waysToExactlyOne(goal: Goal<'xone'>, value: TermId, place: Via | undefined): Iterable<Fix> {
  const { constraint, draft, conform, violate } = goal;
  const shapes = constraint.shapeRefs;
  const reason = fixOfChange(noChange, 'implied', {
    kind: 'forbidden',
    words: 'sh:xone allows one only',
  });
  const held = shapes.filter((shape) => draft.evaluator.conforms(value, shape));
  // The shape for which the data has the most triples is kept or completed.
  for (const shape of mostDescribedFirst(draft, value, held.length === 0 ? shapes : held)) {
    // A shape that is listed twice counts twice, so the value can never conform to exactly one.
    if (shapes.indexOf(shape) !== shapes.lastIndexOf(shape)) continue;
    const starts = held.length === 0 ? conform(value, shape, draft, place) : [emptyFix];
    for (const each of starts) {
      const start = each === emptyFix ? each : weakIfExempting(each, value, draft);
      const here = start === emptyFix ? draft : withFix(draft, start);
      if (!isInPlace(here, place, value)) {
        yield start;
        continue;
      }
      const others = shapes.filter((other) => other !== shape && here.evaluator.conforms(value, other));
      if (others.length === 0) {
        if (start !== emptyFix) yield start;
        continue;
      }
      for (const rest of violateAll({ draft: here, violate, place }, value, others)) {
        const whole = combineFixes(start, rest);
        const { evaluator } = withFix(draft, whole);
        const left = shapes.filter((each) => evaluator.conforms(value, each));
        if (left.length === 1 || !isInPlace(withFix(draft, whole), place, value))
          yield combineFixes(whole, reason);
      }
    }
  }
}

function countHeld(
  { evaluator }: ReturnType<typeof withFix>,
  value: TermId,
  shapes: readonly TermId[],
): number {
  return shapes.filter((shape) => evaluator.conforms(value, shape)).length;
}

/** Removes what makes the value conform to the forbidden shape, or removes the value. */
const notRepair: ComponentRepair<'not'> = {
  offers: [
    'removing or replacing what makes the value conform to the forbidden shape',
    'another value that does not conform to it and that the data supports',
    'removing the value, if it is not required',
  ],
  *fixes(goal) {
    const { constraint, draft, violation } = goal;
    const { value } = violation;
    if (value === undefined) return;
    const place = valuePlaceOf(goal);
    const reason = fixOfChange(noChange, 'implied', { kind: 'forbidden', words: 'sh:not forbids it' });
    const ways = [...goal.violate(value, constraint.shapeRef, draft, place)];
    const canAdd = ways.some(({ change }) => change.removed.length === 0);
    // What others may refer to is as it should be, and the reference is the mistake.
    const isAccepted = place !== undefined && isAcceptedElsewhere(goal, place, value);
    if (isAccepted) for (const fix of detachments(draft, place, [value])) yield combineFixes(fix, reason);
    for (const fix of ways) {
      // For a premise and what it requires: adds what is missing, and keeps what is stated.
      if (canAdd && fix.change.removed.length > 0) yield combineFixes(withSupport(fix, 'removal'), reason);
      // The shape requires the forbidden statement to be removed.
      else if (fix.support === 'removal' && !isAccepted)
        yield combineFixes(withSupport(fix, 'plausible'), reason);
      else yield fix;
    }
    if (place === undefined || draft.fix.minted.includes(value)) return;
    yield* betterValues(goal, place, value);
    // Context may state why the value conforms, but the statement that refers to the value is in a data file.
    yield* detachments(draft, place, [value]);
  },
  /** Attaches a value that conforms to the forbidden shape, or makes one conform to it. */
  *violationEdits(goal) {
    const { constraint, draft, path, conform } = goal;
    const place = placeOfValues(goal);
    const values = valuesAt(goal);
    for (const other of place === undefined || path === undefined ? [] : usualValues(goal)) {
      if (values.includes(other) || !draft.evaluator.conforms(other, constraint.shapeRef)) continue;
      const added = attachByPath(draft.graph, place!, other);
      if (added) yield fixOfChange({ added: [added], removed: [] }, 'placeholder');
    }
    for (const value of values) yield* conform(value, constraint.shapeRef, draft, place);
  },
  violatedBy: 'refusedValue',
  unknown: (_, { value }) =>
    `the shape forbids what is stated about ${value}, and the files don't say which statement is wrong`,
};

/** True for a described value that another node has at the place without such a result. */
function isAcceptedElsewhere(
  { draft, violation }: Goal<'not'>,
  { path, focusNode }: Via,
  value: TermId,
): boolean {
  if (path.kind !== 'predicate' || terms.isLiteral(value)) return false;
  const { sourceShape } = violation;
  return draft.graph
    .subjects(path.predicate, value)
    .some(
      (subject) =>
        subject !== focusNode &&
        !draft.search.recorded
          .resultsAbout(subject)
          .some((result) => result.value === value && result.sourceShape === sourceShape),
    );
}

/**
 * The fix, weakened if it makes the value one of another kind instead of completing it: if it removes or replaces
 * statements about the value, or adds a value that a branch names beside other values of the property, so that an
 * unintended branch applies. A corrected spelling is not such a replacement.
 */
function weakIfExempting(fix: Fix, value: TermId, { graph }: Draft): Fix {
  const { added, removed } = fix.change;
  const givesUp = removed.some(
    (triple) => triple.object !== value && !added.some((other) => isCorrection(triple, other)),
  );
  const isNamed = fix.evidence.some(
    ({ kind, words }) => kind === 'required' || words.includes('sh:hasValue'),
  );
  const isBesideOthers =
    isNamed &&
    added.some(
      (triple) =>
        triple.subject === value &&
        !removed.some((other) => isCorrection(other, triple)) &&
        graph.objects(value, triple.predicate).length > 0,
    );
  if (givesUp || isBesideOthers) {
    return fix.support === 'removal' || fix.support === 'retargeting'
      ? fix
      : withSupport({ ...fix, evidence: [...fix.evidence, exempting] }, 'removal');
  }
  // One branch of several requires nothing.
  return isNamed && removed.length === 0 && isAttested(fix.support) ? withSupport(fix, 'plausible') : fix;
}

const exempting = { kind: 'changedMeaning', words: 'it becomes a value of another kind' } as const;

function isCorrection(before: Triple, after: Triple): boolean {
  if (before.subject !== after.subject && before.object !== after.object) return false;
  if (before.predicate !== after.predicate)
    return (
      before.object === after.object &&
      (isNear(before.predicate, after.predicate, propertyDistance) ||
        isReordered(localName(terms.value(before.predicate)), localName(terms.value(after.predicate))))
    );
  return (
    haveSameMeaning(before.object, after.object) ||
    isNear(before.object, after.object) ||
    (terms.isLiteral(before.object) &&
      isOneCharacterAway(terms.value(before.object), terms.value(after.object)))
  );
}

/** True for codes of which one has a character more. */
function isOneCharacterAway(one: string, other: string): boolean {
  const isLong = Math.min(one.length, other.length) >= leastCode;
  return isLong && Math.abs(one.length - other.length) === 1 && boundedEditDistance(one, other, 1) === 1;
}

const leastCode = 6;

function isNear(a: TermId, b: TermId, distanceOf = typoDistance): boolean {
  const name = (term: TermId) => (terms.isIri(term) ? localName(terms.value(term)) : terms.value(term));
  return !terms.isBlank(a) && !terms.isBlank(b) && Number.isFinite(distanceOf(name(a), name(b)));
}

/**
 * Sorts shapes by how many of the required triples the data has about the node, then by how many other nodes of its kind
 * conform to them; the sort is stable.
 */
function mostDescribedFirst(draft: Draft, node: TermId, shapes: readonly TermId[]): readonly TermId[] {
  const { evaluator } = draft;
  const said = new Map(shapes.map((shape) => [shape, traceOf(evaluator.traced, node, shape).triples.length]));
  const isTied = new Set(said.values()).size < shapes.length;
  const siblings = isTied ? siblingsOf(draft, node).slice(0, maxSiblings) : [];
  const conforming = new Map(
    shapes.map((shape) => [
      shape,
      siblings.filter((sibling) => sibling !== node && evaluator.conforms(sibling, shape)).length,
    ]),
  );
  return [...shapes].sort((a, b) => said.get(b)! - said.get(a)! || conforming.get(b)! - conforming.get(a)!);
}

const maxSiblings = 12;

/** By the kind of the constraint. */
export const logicalRepairs = {
  not: notRepair,
  or: orRepair,
  xone: xoneRepair,
};
