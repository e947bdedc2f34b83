import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { reifiersOf } from '../../shacl/paths/pathValues.ts';
import { isDescribed, withFix } from '../drafts/draft.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../drafts/fix.ts';
import type { Goal } from '../drafts/goal.ts';
import { mintBlankNode } from '../drafts/mint.ts';
import { requirementsAt } from '../drafts/requirements.ts';
import {
  describedValueRemovals,
  isInPlace,
  replaceValue,
  type ValuePlace,
  valuePlaceOf,
} from '../drafts/valuePlace.ts';
import { isAnotherNode } from '../evidence/factsOfOthers.ts';
import { isNamedAfter, usageAmongSiblings } from '../evidence/pathUsage.ts';
import { takenValues } from '../evidence/takenValues.ts';
import { existingValues } from '../values/existingValues.ts';
import { intendedNode, unusedNode } from './class/meantTerm.ts';
import { type ComponentRepair, lackingPart } from './component.ts';
import { nodesForText } from './conform/nodesForText.ts';
import { betterValues } from './conform/weighedValue.ts';
import { removeTriples, valuesAt, violateOne } from './violate/violationEdits.ts';

/** Repairs whatever keeps the value from conforming to each of the shapes. */
const andRepair: ComponentRepair<'and'> = {
  offers: [
    'the statements that the value lacks to conform to all of the shapes',
    'another value that conforms and that the data supports',
    'removing the value, if it is not required',
  ],
  fixes: (goal) => conformToAll(goal, goal.constraint.shapeRefs),
  /** Makes a value violate one of the shapes. */
  violationEdits: (goal) => violateOne(goal, goal.constraint.shapeRefs),
  violatedBy: 'refusedValue',
  unknown: lackingPart,
};

/** Repairs whatever keeps the value from conforming. */
const nodeRepair: ComponentRepair<'node'> = {
  offers: [
    'the statements that the value lacks to conform to the shape',
    'another value that conforms and that the data supports',
    'removing the value, if it is not required',
  ],
  fixes: (goal) => conformToAll(goal, [goal.constraint.shapeRef]),
  /** Makes a value violate the shape. */
  violationEdits: (goal) => violateOne(goal, [goal.constraint.shapeRef]),
  violatedBy: 'refusedValue',
  unknown: lackingPart,
};

/** Repairs the values of the property. Results name the inner constraint, if there is one. */
const propertyRepair: ComponentRepair<'property'> = {
  offers: ['the repairs of the constraints of the property shape, at each value'],
  fixes: (goal) => conformToAll(goal, [goal.constraint.shapeRef]),
  /** Makes a value violate the shape. */
  violationEdits: (goal) => violateOne(goal, [goal.constraint.shapeRef]),
  violatedBy: 'refusedValue',
  unknown: lackingPart,
};

/** Repairs the reifiers of a statement, or adds a reifier where one is required. */
const reifierShapeRepair: ComponentRepair<'reifierShape'> = {
  offers: ['the statements that the reifiers lack to conform to the shape', 'a reifier, to be filled in'],
  *fixes(goal) {
    const { constraint, violation, draft, conform } = goal;
    const { focusNode, value } = violation;
    if (value === undefined) return;
    const { shapeRef, predicate } = constraint;
    const reifiers = reifiersOf(focusNode, predicate, value, draft.graph);
    // All of them are one result.
    if (reifiers.length > 0) yield* reifierCompletions(goal, reifiers);
    if (reifiers.length > 0) return;
    const reifier = mintBlankNode(draft);
    const statement = terms.tripleTerm({ subject: focusNode, predicate, object: value });
    const added = [{ subject: reifier, predicate: rdf.reifies, object: statement }];
    const fix: Fix = { ...fixOfChange({ added, removed: [] }, 'placeholder'), minted: [reifier] };
    const after = withFix(draft, fix);
    if (after.evaluator.conforms(reifier, shapeRef)) yield fix;
    else for (const next of conform(reifier, shapeRef, after, undefined)) yield combineFixes(fix, next);
  },
  /** Makes a reifier violate the shape, or removes it where one is required. */
  *violationEdits(goal) {
    const { constraint, focusNode: subject, draft, violate } = goal;
    const { shapeRef, predicate, isRequired } = constraint;
    for (const object of valuesAt(goal)) {
      const reifiers = reifiersOf(subject, predicate, object, draft.graph);
      for (const reifier of reifiers) yield* violate(reifier, shapeRef, draft, undefined);
      const statement = terms.tripleTerm({ subject, predicate, object });
      const triples = reifiers.map((each) => ({ subject: each, predicate: rdf.reifies, object: statement }));
      if (isRequired) yield* removeTriples(draft, triples);
    }
  },
  violatedBy: 'refusedValue',
  unknown: lackingPart,
};

/** More changes are not combined into one repair; but what repairs one reifier may repair all similar ones. */
const mostChanges = 6;
const mostWays = 3;

/**
 * Repairs all of the reifiers, each in the first way that is found for it, then each in the second. There are too many
 * combinations.
 */
function* reifierCompletions(goal: Goal<'reifierShape'>, reifiers: readonly TermId[]): Iterable<Fix> {
  const { constraint, draft, conform } = goal;
  const { shapeRef } = constraint;
  const failing = reifiers.filter((reifier) => !draft.evaluator.conforms(reifier, shapeRef));
  if (failing.length === 1) yield* conform(failing[0]!, shapeRef, draft, undefined);
  if (failing.length < 2) return;
  for (let way = 0; way < mostWays; way++) {
    const fix = completion(goal, failing, way);
    if (fix === undefined) return;
    yield fix;
  }
}

/** Undefined where one of the reifiers has fewer ways to be repaired. */
function completion(
  { constraint, draft, conform }: Goal<'reifierShape'>,
  reifiers: readonly TermId[],
  way: number,
): Fix | undefined {
  let fix = emptyFix;
  let changes = 0;
  for (const reifier of reifiers) {
    // A node minted for one is known to the next, and may repair it as well.
    const here = withFix(draft, fix);
    if (here.evaluator.conforms(reifier, constraint.shapeRef)) continue;
    if (++changes > mostChanges) {
      draft.search.gaveUp = true;
      return undefined;
    }
    const next = nth(conform(reifier, constraint.shapeRef, here, undefined), way);
    if (next === undefined) return undefined;
    fix = combineFixes(fix, next);
  }
  return fix;
}

/** Finding all of them, only to discard most, takes far longer. */
function nth<T>(items: Iterable<T>, index: number): T | undefined {
  let at = 0;
  for (const item of items) {
    if (at === index) return item;
    at++;
  }
  return undefined;
}

/** Makes the offending value conform to all of the shapes, replaces it by a value that does, or removes it. */
function* conformToAll(goal: Goal, shapes: readonly TermId[]): Iterable<Fix> {
  const { value } = goal.violation;
  if (value === undefined) return;
  // What one shape requires may violate another shape.
  const place = valuePlaceOf(goal);
  if (place && terms.isLiteral(value)) yield* nodesForText(goal, place, value);
  if (place) {
    const meant = [...intendedNode(goal.draft, place, value)];
    yield* meant;
    if (meant.length === 0) yield* unusedNode(goal.draft, place, value, undefined);
  }
  let isCompletable = false;
  for (const fix of completions({ ...goal, via: place }, value, shapes, emptyFix, 2 * shapes.length)) {
    isCompletable = true;
    yield fix;
  }
  if (place === undefined || goal.draft.fix.minted.includes(value)) return;
  yield* betterValues(goal, place, value);
  if (!isCompletable) yield* othersThatFit(goal, place, value);
  // Replacing a blank node would lose its description.
  if (!terms.isBlank(value)) yield* describedValueRemovals(goal.draft, place, value, shapes);
}

/**
 * One of a few other values, where this data does not decide what the shapes require of the value. A value that is named
 * after its node is meant.
 */
function* othersThatFit({ draft }: Goal, place: ValuePlace, value: TermId): Iterable<Fix> {
  const { focusNode, path, shape } = place;
  if (!isAnotherNode(draft, value) || !isDescribed(draft, value)) return;
  const requirements = requirementsAt(draft, focusNode, path, shape);
  const wanted = { focusNode, path, requirements, taken: takenValues(draft, focusNode, path) };
  const { named, siblings } = usageAmongSiblings(wanted, draft);
  if (named && isNamedAfter(draft, value, focusNode, siblings)) return;
  for (const witness of existingValues(wanted, draft)) {
    const change = replaceValue(draft, place, value, witness.value);
    if (change) yield combineFixes(fixOfChange(change, 'plausible'), witness.fix);
  }
}

function* completions(
  goal: Goal,
  value: TermId,
  shapes: readonly TermId[],
  fix: Fix,
  stepsLeft: number,
): Iterable<Fix> {
  const draft = fix === emptyFix ? goal.draft : withFix(goal.draft, fix);
  const failing = isInPlace(draft, goal.via, value)
    ? shapes.find((shape) => !draft.evaluator.conforms(value, shape))
    : undefined;
  if (failing === undefined) {
    if (fix !== emptyFix) yield fix;
    return;
  }
  if (stepsLeft === 0) return;
  for (const next of goal.conform(value, failing, draft, goal.via)) {
    yield* completions(goal, value, shapes, combineFixes(fix, next), stepsLeft - 1);
  }
}

/** By the kind of the constraint. */
export const referenceRepairs = {
  and: andRepair,
  node: nodeRepair,
  property: propertyRepair,
  reifierShape: reifierShapeRepair,
};
