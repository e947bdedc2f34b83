import type { TermId } from '../../rdf/terms.ts';
import { noChange } from '../drafts/change.ts';
import { withFix } from '../drafts/draft.ts';
import { cheapestFirst, combineFixes, emptyFix, type Fix, fixOfChange } from '../drafts/fix.ts';
import type { Goal, Via } from '../drafts/goal.ts';
import { describedValueRemovals, isInPlace, valuePlaceOf } from '../drafts/valuePlace.ts';
import type { ComponentRepair } from './component.ts';
import { betterValues } from './conform/betterValues.ts';
import { weakIfExempting } from './conform/exemptions.ts';
import { mostDescribedFirst } from './conform/mostDescribedFirst.ts';
import { meantBranch } from './unknown.ts';
import { violateAll } from './violate/violateValues.ts';
import { placeOfValues, valuesAt } from './violate/violationEdits.ts';

/** Makes the value conform to exactly one of the shapes. */
export const xoneRepair: ComponentRepair<'xone'> = {
  offers: [
    'what the value lacks to conform to one of the shapes, where it conforms to none',
    'removing or replacing what makes it conform to all but one, where it conforms to several',
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
  unknown: meantBranch,
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
