import { type TermId, terms } from '../../../rdf/terms.ts';
import { isDescribed, withFix } from '../../drafts/draft.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../../drafts/fix.ts';
import {
  describedValueRemovals,
  isInPlace,
  replaceValue,
  type ValuePlace,
  valuePlaceOf,
} from '../../drafts/valuePlace.ts';
import { isAnotherNode } from '../../evidence/factsOfOthers.ts';
import { isNamedAfter, usageAmongSiblings } from '../../evidence/pathUsage.ts';
import { takenValues } from '../../evidence/takenValues.ts';
import { existingValues } from '../../values/existingValues.ts';
import { requirementsAt } from '../../values/requirements.ts';
import { betterValues } from './betterValues.ts';
import type { Goal } from './goal.ts';
import { nodesForText } from './nodesForText.ts';

/** Makes the offending value conform to all of the shapes, replaces it by a value that does, or removes it. */
export function* conformToAll(goal: Goal, shapes: readonly TermId[]): Iterable<Fix> {
  const { value } = goal.violation;
  if (value === undefined) return;
  // What one shape needs may violate another one again.
  const place = valuePlaceOf(goal);
  if (place && terms.isLiteral(value)) yield* nodesForText(goal, place, value);
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
 * One of few other values, where what the shapes ask of the value is not for this data to say. A value that is named
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
