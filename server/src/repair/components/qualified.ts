import { inDigits } from '../../base/counted.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { minimumOf } from '../../shacl/components/shapeBased.ts';
import type { Path } from '../../shacl/model/path.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import { detachments } from '../drafts/detachments.ts';
import { type Draft, isDescribed, withFix } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import {
  cheapestFirst,
  combineFixes,
  emptyFix,
  type Fix,
  fixOfChange,
  isAttested,
  needsFillingIn,
  withSupport,
} from '../drafts/fix.ts';
import type { Goal, Via } from '../drafts/goal.ts';
import {
  constraintsOfKind,
  type Requirements,
  requirementsAt,
  withValueShape,
} from '../drafts/requirements.ts';
import { isInPlace, replaceValue } from '../drafts/valuePlace.ts';
import type { WantedValue } from '../drafts/wantedValue.ts';
import { siblingsOf } from '../evidence/pathUsage.ts';
import { type ComponentRepair, surplusValue } from './component.ts';
import { addMissing } from './conform/addMissing.ts';
import { intendedValues } from './conform/intendedValues.ts';
import { dropSurplus } from './conform/weighValues.ts';
import { misnamedProperties } from './minCount/misnamedProperties.ts';
import { inRewrites } from './rewrite/in.ts';
import { rewritesOf } from './rewrite/index.ts';
import { placeOfValues, subsets, type ViolationGoal, valuesAt } from './violate/violationEdits.ts';

/** Attaches values of the required shape, or makes existing values conform to it. */
const qualifiedMinCountRepair: ComponentRepair<'qualifiedMinCount'> = {
  offers: [
    'an existing value that was evidently meant',
    'the value of a property that is misspelt, or of its equivalent in another vocabulary',
    'a value of the right shape that the data supports',
    'the statements that an existing value lacks to be counted',
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
    // A second value is not added beside one that was meant to count.
    const isMeant = corrected.some(({ support }) => isAttested(support));
    const isOwn = missing === 1 && reachesItself(path) && countThemselves(goal);
    if (isOwn) yield* ownWay(goal);
    for (const fix of added) {
      if (isOwn && !isAttested(fix.support)) continue;
      yield isMeant && isAttested(fix.support) ? withSupport(fix, 'plausible') : fix;
    }
  },
  /**
   * Leaves one counted value fewer than required (spec/vio.md 5.2): each of the surplus values is detached, violates the
   * value shape, or conforms to a sibling's shape.
   */
  *violationEdits(goal) {
    const { constraint, draft } = goal;
    const counted = draft.evaluator.countedValues(constraint, valuesAt(goal));
    const surplus = counted.length - constraint.count + 1;
    if (surplus < 1 || constraint.count === 0) return;
    for (const chosen of subsets(counted, surplus)) yield* uncounted(goal, draft, chosen);
  },
  violatedBy: 'removal',
  unknown: ({ count }, { path }) =>
    count === 1
      ? `no value of ${path} conforms to the shape, and no linked file has one that does`
      : `fewer than ${inDigits(count)} values of ${path} conform to the shape, and no linked file has more`,
};

/** True for paths by which a node is a value of itself. */
function reachesItself({ kind }: Path): boolean {
  return kind === 'zeroOrMore' || kind === 'zeroOrOne';
}

const maxSiblings = 60;
/** One that does so may be an exception. */
const fewestOwn = 2;

/** True if at least as many of the other nodes of the kind count themselves as count others only. */
function countThemselves({ constraint, draft, violation }: Goal<'qualifiedMinCount'>): boolean {
  const { focusNode, path } = violation;
  const counts = (node: TermId) => draft.evaluator.conforms(node, constraint.shapeRef);
  let [own, others] = [0, 0];
  for (const sibling of siblingsOf(draft, focusNode).slice(0, maxSiblings)) {
    if (sibling === focusNode) continue;
    if (counts(sibling)) own++;
    else if (draft.evaluator.values(sibling, path!).some(counts)) others++;
  }
  return own >= fewestOwn && own >= others;
}

/** What the node itself lacks; to be filled in where it is not known. */
function* ownWay(goal: Goal<'qualifiedMinCount'>): Iterable<Fix> {
  const { constraint, draft, violation } = goal;
  const { focusNode, path, sourceShape } = violation;
  const place = { focusNode, path: path!, shape: sourceShape };
  for (const fix of goal.conform(focusNode, constraint.shapeRef, draft, place)) {
    if (fix.change.removed.length === 0 && (needsFillingIn(fix) || isAttested(fix.support))) yield fix;
  }
}

/** Values that do not count, rewritten in the form that was evidently meant, so that they do. */
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
    let open: Fix | undefined;
    for (const fix of ways) {
      // The value has to stay in place; replacing it is the same as attaching another.
      const stays = isInPlace(withFix(draft, fix), place, value);
      if (!stays) continue;
      if (needsFillingIn(fix)) {
        open ??= fix;
        continue;
      }
      open = undefined;
      yield fix;
      break;
    }
    if (open === undefined || !isOfClass(goal, value)) continue;
    const words = `${draft.search.term(value)} is of the class that is asked for`;
    const reason: EvidenceItem = { kind: 'only', words };
    const claims = open.claims.map((claim) => ({ ...claim, evidence: [...claim.evidence, reason] }));
    yield { ...open, claims, evidence: [...open.evidence, reason] };
  }
}

/** True for a value that is an instance of the class which the counted ones have to be, and is not described for anything else. */
function isOfClass({ constraint, draft }: Goal<'qualifiedMinCount'>, value: TermId): boolean {
  const { unfolded } = withValueShape(draft.search.shapes, noRequirements, constraint.shapeRef);
  const asked = constraintsOfKind(unfolded, 'class');
  return (
    asked.length > 0 &&
    asked.every(({ class: type }) =>
      draft.graph.objects(value, rdf.type).some((own) => draft.search.classes.subclasses(type).has(own)),
    )
  );
}

function* uncounted(
  goal: ViolationGoal<'qualifiedMinCount'>,
  draft: Draft,
  [value, ...others]: readonly TermId[],
): Iterable<Fix> {
  if (value === undefined) {
    yield emptyFix;
    return;
  }
  for (const fix of waysOut(goal, draft, value)) {
    for (const rest of others.length === 0 ? [emptyFix] : uncounted(goal, withFix(draft, fix), others)) {
      yield combineFixes(fix, rest);
    }
  }
}

function* waysOut(goal: ViolationGoal<'qualifiedMinCount'>, draft: Draft, value: TermId): Iterable<Fix> {
  const { constraint, focusNode, path } = goal;
  if (path === undefined) return;
  const place = placeOfValues(goal);
  yield* detachments(draft, { focusNode, path }, [value]);
  yield* goal.violate(value, constraint.shapeRef, draft, place);
  for (const sibling of constraint.siblings) yield* goal.conform(value, sibling, draft, place);
}

/** Removes surplus values of the shape, or changes them so that they no longer count. */
const qualifiedMaxCountRepair: ComponentRepair<'qualifiedMaxCount'> = {
  offers: [
    'removing the values of the shape without support, duplicates first',
    'removing or replacing what makes a value count',
  ],
  *fixes(goal) {
    const { constraint, draft, violation } = goal;
    const { focusNode, path, sourceShape } = violation;
    if (path === undefined) return;
    const place = { focusNode, path, shape: sourceShape };
    const counted = draft.evaluator.countedValues(constraint, draft.evaluator.values(focusNode, path));
    const surplus = counted.length - constraint.count;
    if (surplus < 1) return;
    yield* dropSurplus(draft, place, counted, surplus);
    let choices = 0;
    // Of equals, the last ones in the order of terms are tried first.
    for (const chosen of subsets(counted.toReversed(), surplus)) {
      yield* discounted(goal, place, chosen);
      if (++choices === maxChoices) break;
    }
  },
  /** Attaches existing or new values of the shape, or makes existing values conform to it. */
  *violationEdits(goal) {
    const { constraint, focusNode, path, draft } = goal;
    if (path === undefined) return;
    const values = valuesAt(goal);
    const counted = draft.evaluator.countedValues(constraint, values);
    const missing = constraint.count - counted.length + 1;
    if (missing < 1) return;
    const requirements = withValueShape(
      draft.search.shapes,
      requirementsAt(draft, focusNode, path, constraint.shape),
      constraint.shapeRef,
    );
    const others = values.filter((value) => !counted.includes(value));
    const toMake = function* (): Iterable<Fix> {
      for (const value of others) yield* goal.conform(value, constraint.shapeRef, draft, placeOfValues(goal));
    };
    yield* addMissing(goal, { focusNode, path, requirements, taken: new Set(values) }, missing, toMake());
  },
  violatedBy: 'furtherValue',
  unknown: surplusValue,
};

const maxChoices = 6;

/** Makes none of the values count any more: each in the cheapest way, the last in all its ways. */
function discounted(goal: Goal<'qualifiedMaxCount'>, place: Via, values: readonly TermId[]): readonly Fix[] {
  const [last, ...before] = values.toReversed();
  let fix: Fix | undefined;
  let draft: Draft = goal.draft;
  for (const value of before) {
    const [way] = ways(goal, draft, place, value);
    if (way === undefined) return [];
    fix = fix === undefined ? way : combineFixes(fix, way);
    draft = withFix(goal.draft, fix);
  }
  const ends = last === undefined ? [] : ways(goal, draft, place, last);
  return fix === undefined ? ends : ends.map((end) => combineFixes(fix!, end));
}

function ways(
  { constraint, conform, violate }: Goal<'qualifiedMaxCount'>,
  draft: Draft,
  place: Via,
  value: TermId,
): readonly Fix[] {
  const siblings = constraint.siblings.flatMap((sibling) => [...conform(value, sibling, draft, place)]);
  return cheapestFirst([...violate(value, constraint.shapeRef, draft, place), ...siblings]);
}

/** As a minimum of one. */
const someValueRepair: ComponentRepair<'someValue'> = {
  ...qualifiedMinCountRepair,
  fixes: ({ constraint, ...goal }) =>
    qualifiedMinCountRepair.fixes({ ...goal, constraint: minimumOf(constraint) }),
  violationEdits: ({ constraint, ...goal }) =>
    qualifiedMinCountRepair.violationEdits({ ...goal, constraint: minimumOf(constraint) }),
  unknown: (constraint, names) => qualifiedMinCountRepair.unknown(minimumOf(constraint), names),
};

/** By the kind of the constraint. */
export const qualifiedRepairs = {
  qualifiedMinCount: qualifiedMinCountRepair,
  qualifiedMaxCount: qualifiedMaxCountRepair,
  someValue: someValueRepair,
};
