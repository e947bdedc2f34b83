import { sh } from '../../rdf/vocab.ts';
import { addMissing } from '../candidates/missingValues.ts';
import { requirementsAt } from '../requirements.ts';
import { type Break, valuesAt } from './break.ts';

/** Attaches as many values as make one too many, each of which satisfies what else is asked for there. */
export const maxCountBreak: Break<'maxCount'> = {
  kind: 'maxCount',
  component: sh.MaxCountConstraintComponent,
  *breaks(aim) {
    const { constraint, focusNode, path, draft } = aim;
    if (path === undefined) return;
    const taken = new Set(valuesAt(aim));
    const requirements = requirementsAt(draft, focusNode, path, constraint.shape);
    const missing = constraint.count + 1 - taken.size;
    if (missing > 0) yield* addMissing(aim, { focusNode, path, requirements, taken }, missing);
  },
};
