import { memoized } from '../../../base/memoized.ts';
import { replayed } from '../../../base/replayed.ts';
import type { TermId } from '../../../rdf/terms.ts';
import type { ConstraintOf } from '../../../shacl/shapesGraph/shape.ts';
import { shapesGraphName } from '../../../shacl/sparql/compileShapeQuery.ts';
import { conjunctiveQueriesOf } from '../../../shacl/sparql/conjunctiveQueriesOf.ts';
import type {
  ConditionConjunct,
  ConjunctiveQuery,
} from '../../../sparql/query/conjunctive/conjunctiveQuery.ts';
import { changeKey, changeSize } from '../../drafts/change.ts';
import { type Draft, isOntologyNodeIn, withFix } from '../../drafts/draft.ts';
import { emptyFix, type Fix } from '../../drafts/fix.ts';
import type { RepairProblem } from '../../repair.ts';
import { nearbyTerms } from '../violate/nearbyTerms.ts';
import {
  placeOfValues,
  type ViolationEdits,
  type ViolationGoal,
  valuesAt,
  violateByWrongValue,
} from '../violate/violationEdits.ts';
import { otherTerms } from './exchangedTerms.ts';
import { matched, unmatched } from './queryMatches.ts';

/** How many parts of queries are asked for the edits of one goal, and how many edits are tried. */
const maxAsked = 80;
const maxTried = 40;
const maxEdits = 8;

/**
 * For SELECT queries, what gives them a solution; for ASK queries, what takes theirs away, or a value of which they are
 * not true. All edits that are found violate the constraint.
 */
export const sparqlViolationEdits: ViolationEdits<'sparql'> = {
  edits(goal) {
    const { constraint, focusNode, draft } = goal;
    if (draft.fix !== emptyFix || constraint.query.form !== 'select') return violatingEdits(goal);
    const known = editsOfData(draft.search.recorded).get(constraint);
    const edits = known.get(focusNode) ?? replayed(violatingEdits(goal));
    known.set(focusNode, edits);
    return edits;
  },
};

/** What is found for unchanged data, by constraint and focus node: a suite asks for it once for each of many leaves. */
const editsOfData = memoized((_: RepairProblem['recorded']) => ({
  get: memoized((_constraint: ConstraintOf<'sparql'>) => new Map<TermId, Iterable<Fix>>()),
}));

function* violatingEdits(goal: ViolationGoal<'sparql'>): Iterable<Fix> {
  const { draft } = goal;
  if (isOntologyNodeIn(draft, goal.focusNode) || isViolated(goal, draft)) return;
  const seen = new Set<string>();
  let found = 0;
  for (const fix of likelyEdits(goal)) {
    const key = changeKey(fix.change);
    if (changeSize(fix.change) === 0 || seen.has(key)) continue;
    seen.add(key);
    if (isViolated(goal, withFix(draft, fix))) {
      yield fix;
      if (++found === maxEdits) return;
    }
    if (seen.size === maxTried) return;
  }
}

function* likelyEdits(goal: ViolationGoal<'sparql'>): Iterable<Fix> {
  const { constraint, focusNode, path, draft } = goal;
  const queries = conjunctiveQueriesOf(constraint, path);
  const given = new Map<string, TermId>([
    ...constraint.query.parameters,
    ['this', focusNode],
    ['currentShape', constraint.shape],
    ['shapesGraph', shapesGraphName],
  ]);
  if (constraint.query.form === 'select') {
    yield* matched(queries, given, draft, { left: maxAsked });
    return;
  }
  for (const value of valuesAt(goal)) {
    yield* unmatched(queries, new Map([...given, ['value', value]]), draft, { left: maxAsked });
  }
  yield* violateByWrongValue(goal, function* (value) {
    const place = placeOfValues(goal);
    if (value !== undefined && place !== undefined) {
      const link = { subject: place.focusNode, path: place.path, object: value };
      yield* otherTerms(value, link, comparedIn(queries, goal), draft);
    }
    yield* nearbyTerms(goal);
  });
}

/** What the conditions of a query compare with, which may be a parameter. */
function comparedIn(
  queries: readonly ConjunctiveQuery[],
  { constraint }: ViolationGoal<'sparql'>,
): Pick<ConditionConjunct, 'compared' | 'languages'> {
  const conditions = queries
    .flatMap(({ conjuncts }) => conjuncts)
    .filter((conjunct) => conjunct.kind === 'condition');
  const parameters = constraint.query.parameters.map(([, term]) => term);
  return {
    compared: [...conditions.flatMap(({ compared }) => compared), ...parameters],
    languages: conditions.flatMap(({ languages }) => languages),
  };
}

function isViolated({ constraint, focusNode, path }: ViolationGoal, { evaluator }: Draft): boolean {
  const check = evaluator.check(constraint);
  if (check?.kind !== 'focus') return false;
  return (
    check.failures(focusNode, path === undefined ? [focusNode] : evaluator.values(focusNode, path)).length > 0
  );
}
