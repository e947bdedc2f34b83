import type { TermId } from '../../../rdf/terms.ts';
import { withFix } from '../../drafts/draft.ts';
import type { Fix } from '../../drafts/fix.ts';
import { placeOfValues, type ViolationEdits, valuesAt } from '../violate/violationEdits.ts';

/** Makes a value violate the only shape to which it conforms, or conform to a second one. */
export const xoneViolationEdits: ViolationEdits<'xone'> = {
  *edits(goal) {
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
};

function countHeld(
  { evaluator }: ReturnType<typeof withFix>,
  value: TermId,
  shapes: readonly TermId[],
): number {
  return shapes.filter((shape) => evaluator.conforms(value, shape)).length;
}
