import { sh } from '../../rdf/vocab.ts';
import { requirementsAt } from '../requirements.ts';
import type { Candidates } from './candidate.ts';
import { addMissing } from './missingValues.ts';

/** Attaches the values that are missing. */
export const minCountCandidates: Candidates<'minCount'> = {
  kind: 'minCount',
  component: sh.MinCountConstraintComponent,
  *fixes(goal) {
    const { constraint, draft } = goal;
    const { focusNode, path, sourceShape } = goal.violation;
    if (path === undefined) return;
    const taken = new Set(draft.evaluator.values(focusNode, path));
    const requirements = requirementsAt(draft, focusNode, path, sourceShape);
    yield* addMissing(goal, { focusNode, path, requirements, taken }, constraint.count - taken.size);
  },
};
