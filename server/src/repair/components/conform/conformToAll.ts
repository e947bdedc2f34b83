import { type TermId, terms } from '../../../rdf/terms.ts';
import { withFix } from '../../drafts/draft.ts';
import { combineFixes, emptyFix, type Fix } from '../../drafts/fix.ts';
import { describedValueRemovals, isInPlace, valuePlaceOf } from '../../drafts/valuePlace.ts';
import { betterValues } from './betterValues.ts';
import type { Goal } from './candidates.ts';
import { nodesForText } from './nodesForText.ts';

/** Makes the offending value conform to all of the shapes, replaces it by a value that does, or removes it. */
export function* conformToAll(goal: Goal, shapes: readonly TermId[]): Iterable<Fix> {
  const { value } = goal.violation;
  if (value === undefined) return;
  // What one shape needs may violate another one again.
  const place = valuePlaceOf(goal);
  if (place && terms.isLiteral(value)) yield* nodesForText(goal, place, value);
  yield* completions({ ...goal, via: place }, value, shapes, emptyFix, 2 * shapes.length);
  if (place === undefined || goal.draft.fix.minted.includes(value)) return;
  yield* betterValues(goal, place, value);
  // Replacing a blank node would lose its description.
  if (!terms.isBlank(value)) yield* describedValueRemovals(goal.draft, place, value, shapes);
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
