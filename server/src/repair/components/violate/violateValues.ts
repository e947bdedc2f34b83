import type { TermId } from '../../../rdf/terms.ts';
import { withFix } from '../../drafts/draft.ts';
import { combineFixes, emptyFix, type Fix } from '../../drafts/fix.ts';
import { isInPlace } from '../../drafts/valuePlace.ts';
import { placeOfValues, type ViolationGoal, valuesAt } from './violationEdits.ts';

/** Makes one of the values violate one of the shapes. */
export function* violateOne(goal: ViolationGoal, shapes: readonly TermId[]): Iterable<Fix> {
  const place = placeOfValues(goal);
  for (const value of valuesAt(goal)) {
    for (const shape of shapes) yield* goal.violate(value, shape, goal.draft, place);
  }
}

/** Makes a value violate all of the shapes, one after the other, or leave its place. */
export function violateAll(
  {
    draft,
    violate,
    place,
  }: Pick<ViolationGoal, 'draft' | 'violate'> & { readonly place: ReturnType<typeof placeOfValues> },
  value: TermId,
  shapes: readonly TermId[],
): Iterable<Fix> {
  return step(emptyFix, 2 * shapes.length);

  // Violating one shape may make the value conform to another one again.
  function* step(fix: Fix, stepsLeft: number): Iterable<Fix> {
    const here = fix === emptyFix ? draft : withFix(draft, fix);
    const next = isInPlace(here, place, value)
      ? shapes.find((shape) => here.evaluator.conforms(value, shape))
      : undefined;
    if (next === undefined) {
      if (fix !== emptyFix) yield fix;
      return;
    }
    if (stepsLeft === 0) return;
    for (const more of violate(value, next, here, place)) yield* step(combineFixes(fix, more), stepsLeft - 1);
  }
}
