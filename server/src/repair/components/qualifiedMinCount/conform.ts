import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { Constraint } from '../../../shacl/shapesGraph/shape.ts';
import { type Draft, isDescribed, withFix } from '../../drafts/draft.ts';
import { combineFixes, type Fix, fixOfChange, isAttested, withSupport } from '../../drafts/fix.ts';
import { isInPlace, replaceValue } from '../../drafts/valuePlace.ts';
import { intendedValues } from '../../values/intendedValues.ts';
import { type Requirements, requirementsAt, withValueShape } from '../../values/requirements.ts';
import type { WantedValue } from '../../values/wantedValue.ts';
import { addMissing } from '../conform/addMissing.ts';
import type { Candidates, Goal } from '../conform/candidates.ts';
import { inRewrites } from '../in/rewrite.ts';
import { misnamedProperties } from '../minCount/misnamedProperties.ts';
import { rewritesOf } from '../rewrite/index.ts';

/** Attaches values of the required shape, or makes existing values conform to it. */
export const qualifiedMinCountCandidates: Candidates<'qualifiedMinCount'> = {
  offers: [
    'a value that is there, written as was evidently meant',
    'the value of a property that is misspelt, or of its equivalent in another vocabulary',
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
    const wanted: WantedValue = { focusNode, path, requirements, taken: new Set(values) };
    const missing = constraint.count - counted.size;
    const corrected = missing === 1 ? [...corrections(goal, wanted, near)] : [];
    yield* corrected;
    const added = addMissing(
      goal,
      wanted,
      missing,
      [
        ...misnamedProperties(wanted, draft),
        ...nearMisses(
          goal,
          near.filter((value) => !isBare(value)),
        ),
      ],
      nearMisses(goal, near.filter(isBare)),
    );
    // A value that was meant to count is not joined by a second one.
    const isMeant = corrected.some(({ support }) => isAttested(support));
    for (const fix of added) yield isMeant && isAttested(fix.support) ? withSupport(fix, 'plausible') : fix;
  },
};

/** Values that do not count written as was evidently meant, so that they do. */
function* corrections(
  { draft, constraint, violation }: Goal<'qualifiedMinCount'>,
  wanted: WantedValue,
  near: readonly TermId[],
): Iterable<Fix> {
  const place = { focusNode: wanted.focusNode, path: wanted.path, shape: violation.sourceShape };
  const required = withValueShape(draft.search.shapes, noRequirements, constraint.shapeRef).unfolded;
  for (const value of near.slice(0, maxNearMisses)) {
    if (!terms.isLiteral(value) && isDescribed(draft, value)) continue;
    for (const refused of required) {
      const witnesses =
        refused.kind === 'hasValue'
          ? inRewrites.meant({ ...refused, kind: 'in', members: [refused.value] }, value, { wanted, draft })
          : rewritesOf(refused) && !acceptsAlone(draft, refused, value)
            ? intendedValues(value, refused, wanted, draft)
            : [];
      for (const witness of witnesses) {
        const change = isAttested(witness.fix.support)
          ? replaceValue(draft, place, value, witness.value)
          : undefined;
        if (change) yield combineFixes(witness.fix, fixOfChange(change, 'implied'));
      }
    }
  }
}

const noRequirements: Requirements = { shapes: [], direct: [], unfolded: [], valueShapes: [] };

function acceptsAlone({ evaluator }: Draft, constraint: Constraint, value: TermId): boolean {
  const check = evaluator.check(constraint);
  return check?.kind !== 'value' || check.accepts(value);
}

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
