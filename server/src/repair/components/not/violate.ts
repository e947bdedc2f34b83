import { sh } from '../../../rdf/vocab.ts';
import { attached } from '../../drafts/attach.ts';
import { knownFix } from '../../drafts/fix.ts';
import { type Break, placeOf, usualValues, valuesAt } from '../violate/violationEdits.ts';

/** Attaches a value that conforms to the forbidden shape, or makes one conform to it. */
export const notBreak: Break<'not'> = {
  kind: 'not',
  component: sh.NotConstraintComponent,
  *breaks(aim) {
    const { constraint, draft, path, conform } = aim;
    const place = placeOf(aim);
    const values = valuesAt(aim);
    for (const other of place === undefined || path === undefined ? [] : usualValues(aim)) {
      if (values.includes(other) || !draft.evaluator.conforms(other, constraint.shapeRef)) continue;
      const added = attached(draft.graph, place!, other);
      if (added) yield knownFix({ added: [added], removed: [] }, 'placeholder');
    }
    for (const value of values) yield* conform(value, constraint.shapeRef, draft, place);
  },
};
