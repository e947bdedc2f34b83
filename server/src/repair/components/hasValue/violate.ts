import { type TermId, terms } from '../../../rdf/terms.ts';
import { sh } from '../../../rdf/vocab.ts';
import { detachments } from '../../drafts/detach.ts';
import { mintIri } from '../../drafts/mint.ts';
import { withText } from '../violate/literalText.ts';
import { type Break, byWrongValue, usualValues } from '../violate/violationEdits.ts';

/** Drops the value; where it is the node itself, puts another one in its place. */
export const hasValueBreak: Break<'hasValue'> = {
  kind: 'hasValue',
  component: sh.HasValueConstraintComponent,
  *breaks(aim) {
    const { constraint, focusNode, path, draft } = aim;
    if (path !== undefined) {
      yield* detachments(draft, { focusNode, path }, [constraint.value]);
      return;
    }
    yield* byWrongValue(aim, function* (): Iterable<TermId> {
      yield* usualValues(aim);
      yield terms.isLiteral(constraint.value)
        ? withText(constraint.value, 'x')
        : mintIri('Thing', focusNode, draft);
    });
  },
};
