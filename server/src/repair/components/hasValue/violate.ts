import { type TermId, terms } from '../../../rdf/terms.ts';
import { detachments } from '../../drafts/detachments.ts';
import { mintIri } from '../../drafts/mint.ts';
import { termWithText } from '../violate/literalText.ts';
import { usualValues, type ViolationEdits, violateByWrongValue } from '../violate/violationEdits.ts';

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
      yield terms.isLiteral(constraint.value)
        ? termWithText(constraint.value, 'x')
        : mintIri('Thing', focusNode, draft);
    });
  },
};
