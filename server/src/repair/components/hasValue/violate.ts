import type { TermId } from '../../../rdf/terms.ts';
import { detachments } from '../../drafts/detachments.ts';
import { nearbyTerms } from '../violate/nearbyTerms.ts';
import { toFillIn } from '../violate/toFillIn.ts';
import { slipsOf } from '../violate/typingSlips.ts';
import {
  isRepairing,
  usualValues,
  type ViolationEdits,
  violateByWrongValue,
} from '../violate/violationEdits.ts';

/** Removes the value; if it is the node itself, replaces the node. */
export const hasValueViolationEdits: ViolationEdits<'hasValue'> = {
  *edits(goal) {
    const { constraint, focusNode, path, draft } = goal;
    if (path !== undefined) {
      yield* detachments(draft, { focusNode, path }, [constraint.value]);
      return;
    }
    yield* violateByWrongValue(goal, function* (): Iterable<TermId> {
      yield* usualValues(goal);
      if (isRepairing(goal)) {
        yield toFillIn(constraint.value, draft);
        return;
      }
      yield* slipsOf(constraint.value, goal);
      yield* nearbyTerms(goal);
    });
  },
};
