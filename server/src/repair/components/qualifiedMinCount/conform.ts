import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { withFix } from '../../drafts/draft.ts';
import type { Fix } from '../../drafts/fix.ts';
import { isInPlace } from '../../drafts/valuePlace.ts';
import { requirementsAt, withValueShape } from '../../values/requirements.ts';
import { addMissing } from '../conform/addMissing.ts';
import type { Candidates, Goal } from '../conform/candidates.ts';

/** Attaches values of the required shape, or makes existing values conform to it. */
export const qualifiedMinCountCandidates: Candidates<'qualifiedMinCount'> = {
  offers: [
    'a value of the right shape that the data supports',
    'what a value that is there lacks to count',
    'a placeholder or new node of the right shape',
  ],
  *fixes(goal) {
    const { constraint, draft } = goal;
    const { focusNode, path, sourceShape } = goal.violation;
    if (path === undefined) return;
    const values = draft.evaluator.values(focusNode, path);
    const counted = new Set(draft.evaluator.countedValues(constraint, values));
    const requirements = withValueShape(
      draft.search.shapes,
      requirementsAt(draft, focusNode, path, sourceShape),
      constraint.shapeRef,
    );
    const near = values.filter((value) => !counted.has(value));
    const isBare = (value: TermId) => draft.graph.objects(value, rdf.type).length === 0;
    yield* addMissing(
      goal,
      { focusNode, path, requirements, taken: new Set(values) },
      constraint.count - counted.size,
      nearMisses(
        goal,
        near.filter((value) => !isBare(value)),
      ),
      nearMisses(goal, near.filter(isBare)),
    );
  },
};

const maxNearMisses = 20;

/** One fix for each value that can be made to count, if it has support. */
function* nearMisses(goal: Goal<'qualifiedMinCount'>, values: readonly TermId[]): Iterable<Fix> {
  const { constraint, draft } = goal;
  const { focusNode, path, sourceShape } = goal.violation;
  const place = { focusNode, path: path!, shape: sourceShape };
  for (const value of values.slice(0, maxNearMisses)) {
    if (terms.isLiteral(value)) continue;
    // A value that has the shape but does not count conforms to a sibling's shape as well.
    const counts = draft.evaluator.conforms(value, constraint.shapeRef);
    const sibling = counts
      ? constraint.siblings.find((each) => draft.evaluator.conforms(value, each))
      : undefined;
    const ways =
      sibling === undefined
        ? goal.conform(value, constraint.shapeRef, draft, place)
        : goal.violate(value, sibling, draft, place);
    for (const fix of ways) {
      // The value has to stay in place; replacing it is the same as attaching another.
      const stays = isInPlace(withFix(draft, fix), place, value);
      if (stays && fix.placeholders.length === 0) {
        yield fix;
        break;
      }
    }
  }
}
