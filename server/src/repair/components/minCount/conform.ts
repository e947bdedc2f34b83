import { requirementsAt } from '../../values/requirements.ts';
import { addMissing } from '../conform/addMissing.ts';
import type { Candidates } from '../conform/candidates.ts';
import { misnamedProperties } from './misnamedProperties.ts';

/** Attaches the missing values. */
export const minCountCandidates: Candidates<'minCount'> = {
  offers: [
    'the value of a property that is misspelt, or of its equivalent in another vocabulary',
    'a value that the graph implies, by an inverse property for example',
    'the sh:hasValue, sh:defaultValue or member of sh:in that the shape names',
    'what other values of the node derive, as with other nodes: a name from its parts, a title from a label',
    'a value that the rest of the data supports',
    'a placeholder of the right kind, or a new node with what its shape asks for',
  ],
  *fixes(goal) {
    const { constraint, draft } = goal;
    const { focusNode, path, sourceShape } = goal.violation;
    if (path === undefined) return;
    const taken = new Set(draft.evaluator.values(focusNode, path));
    const requirements = requirementsAt(draft, focusNode, path, sourceShape);
    const wanted = { focusNode, path, requirements, taken };
    yield* addMissing(goal, wanted, constraint.count - taken.size, misnamedProperties(wanted, draft));
  },
};
