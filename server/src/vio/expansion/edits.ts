import { type Random, shuffled } from '../../base/random.ts';
import { termWithText } from '../../rdf/literals/literalText.ts';
import { SortedGraph } from '../../rdf/sortedGraph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, xsd } from '../../rdf/vocab.ts';
import { repairOf } from '../../repair/components/index.ts';
import { nearbyText } from '../../repair/components/violate/nearbyTerms.ts';
import { type ViolationGoal, violateByWrongValue } from '../../repair/components/violate/violationEdits.ts';
import { changeSize } from '../../repair/drafts/change.ts';
import { detachments } from '../../repair/drafts/detachments.ts';
import { type Draft, iterateAnnounced, withFix } from '../../repair/drafts/draft.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../../repair/drafts/fix.ts';
import type { Conform } from '../../repair/drafts/goal.ts';
import { conform, violate } from '../../repair/search/goals.ts';
import { judgesTerm } from '../../shacl/components/index.ts';
import { requiredRefsOf } from '../../shacl/components/shapeRefs.ts';
import type { Evaluator } from '../../shacl/evaluator.ts';
import type { Constraint, ConstraintOf } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import type { ChangeForm } from '../vioCase.ts';
import { type ConstraintFactor, type Factor, type Site, stepsTo } from './factor.ts';
import { newTargets } from './newNames.ts';
import { surplusValues } from './surplusValues.ts';

/** One way to bring about a factor of a leaf. */
export interface Edit {
  readonly fix: Fix;
  /**
   * Where the factor's constraint is violated after the edit. If the edit replaces the node, `placedAt` returns the new
   * one.
   */
  readonly site: Site;
}

const maxSites = 24;
/** Edits that make a query find something take longer to find. */
const maxSitesOfQueries = 4;
const maxWays = 6;
/** This many of the first edits at a site are considered equally good. */
const maxEqual = 4;

/**
 * The terminal operations of spec/vio.md 6 and 15 for a factor. The draft may hold the edits of other factors. Sites
 * come in random order, those with values first; at each site the smallest edits come first.
 *
 * @param form the preferred form of the edits; undefined for the operations of the specification.
 */
export function* editsFor(factor: Factor, draft: Draft, random: Random, form?: ChangeForm): Iterable<Edit> {
  switch (factor.kind) {
    case 'constraint':
      yield* violations(factor, draft, random, form);
      break;
    case 'violate':
      break;
    case 'conform': {
      const { shape, site, parent } = factor;
      for (const fix of conformAnyway(placedAt(site, draft), shape, draft, site.via))
        yield { fix, site: parent.sites[0]! };
      break;
    }
    case 'detach': {
      const { owner, focus, value } = factor;
      const path = draft.search.shapes.get(owner.shape)!.path!;
      for (const fix of detachments(draft, { focusNode: focus.node, path }, [value]))
        yield { fix, site: focus };
    }
  }
}

/** The node at a site of a draft. It is a new one when an edit has replaced the value. */
export function placedAt({ node, via }: Site, draft: Draft): TermId {
  if (via === undefined || draft.fix === emptyFix) return node;
  const values = draft.evaluator.values(via.focusNode, via.path);
  if (values.includes(node)) return node;
  const before = draft.search.recorded.evaluator.values(via.focusNode, via.path);
  return values.find((value) => !before.includes(value)) ?? node;
}

/** Whether a constraint is violated at a node. */
export function isViolatedAt(constraint: Constraint, node: TermId, { evaluator, search }: Draft): boolean {
  return isViolatedIn(evaluator, search.shapes, constraint, node);
}

/** The same for the graph of an evaluator. */
export function isViolatedIn(
  evaluator: Evaluator,
  shapes: ShapesGraph,
  constraint: Constraint,
  node: TermId,
): boolean {
  const path = shapes.get(constraint.shape)?.path;
  const values = path === undefined ? [node] : evaluator.values(node, path);
  if (constraint.kind === 'property')
    return values.some((value) => !evaluator.conforms(value, constraint.shapeRef));
  const check = evaluator.check(constraint);
  if (check === undefined) return false;
  return check.kind === 'value'
    ? values.some((value) => !check.accepts(value))
    : check.failures(node, values).length > 0;
}

function* violations(
  factor: ConstraintFactor,
  draft: Draft,
  random: Random,
  form: ChangeForm | undefined,
): Iterable<Edit> {
  const { constraint, sites, parent } = factor;
  const shape = draft.search.shapes.get(constraint.shape);
  if (shape === undefined) return;
  const done =
    draft.fix === emptyFix
      ? undefined
      : sites.find((site) => isViolatedAt(constraint, placedAt(site, draft), draft));
  if (done) yield { fix: emptyFix, site: done };
  if (shape.path === undefined && judgesTerm(constraint) && sites.some(({ via }) => via === undefined)) {
    const root = draft.search.shapes.get(stepsTo(parent)[0]?.constraint.shape ?? shape.id);
    for (const { node, fix } of root ? newTargets(constraint, root, draft, random) : [])
      yield { fix, site: { node, via: undefined } };
    return;
  }
  for (const site of likelySites(factor, draft, random)) {
    for (const fix of someAlike(waysAt(constraint, site, draft, random, form), random)) yield { fix, site };
  }
}

function waysAt(
  constraint: Constraint,
  site: Site,
  draft: Draft,
  random: Random,
  form: ChangeForm | undefined,
): Iterable<Fix> {
  const { via } = site;
  const node = placedAt(site, draft);
  const path = draft.search.shapes.get(constraint.shape)!.path;
  if (constraint.kind === 'qualifiedMaxCount') {
    const max = constraint as ConstraintOf<'qualifiedMaxCount'>;
    return path === undefined ? [] : surplusValues(max, node, path, draft, random);
  }
  const values = path === undefined ? [node] : [...shuffled(draft.evaluator.values(node, path), random)];
  const goal = {
    constraint,
    focusNode: node,
    path,
    via,
    draft,
    conform: conformAnyway,
    violate,
    values,
  };
  return iterateAnnounced(
    constraint,
    draft,
    withOddWays(repairOf(constraint).violationEdits(goal), goal, random, form),
  );
}

/** The edits of a component, and some that violate a constraint but can never repair one. */
function* withOddWays(
  usual: Iterable<Fix>,
  goal: ViolationGoal,
  random: Random,
  form: ChangeForm | undefined,
): Iterable<Fix> {
  const { kind } = goal.constraint;
  const isOfOthers = kind === 'class' && form === 'replace';
  let count = 0;
  for (const fix of usual) {
    yield fix;
    if (++count === maxWays - 2 && (kind === 'datatype' || isOfOthers)) break;
  }
  // When any text is valid, as in sh:or, only a narrower datatype is a violation.
  if (kind === 'datatype') {
    yield* violateByWrongValue(goal, (value) => [
      termWithText(
        terms.literal('', xsd.anyURI),
        value === undefined ? nearbyText(goal) : terms.value(value),
      ),
    ]);
  }
  // When ontologies entail the class of the values, only another value is a violation.
  if (isOfOthers || (kind === 'class' && count === 0)) {
    const nodes = [...describedNodes(goal.draft)];
    yield* violateByWrongValue(goal, () => (isOfOthers ? shuffled(nodes, random) : nodes));
  }
}

const maxDescribed = 12;

/** Some nodes that the data files describe, the same ones in any order of the statements. */
function describedNodes({ search }: Draft): ReadonlySet<TermId> {
  const typed = SortedGraph.of(search.input.reportedGraph).sample(rdf.type, maxDescribed);
  return new Set(typed.map(({ subject }) => subject).filter((node) => terms.isIri(node)));
}

/** Sites in random order. Sites with values come first, because a change of existing data looks more like a mistake. */
function* likelySites({ constraint, sites }: ConstraintFactor, draft: Draft, random: Random): Iterable<Site> {
  const path = draft.search.shapes.get(constraint.shape)!.path;
  const empty: Site[] = [];
  const max = constraint.kind === 'sparql' ? maxSitesOfQueries : maxSites;
  let count = 0;
  for (const site of shuffled(sites, random)) {
    if (path !== undefined && draft.evaluator.values(site.node, path).length === 0) {
      if (empty.length < max) empty.push(site);
      continue;
    }
    yield site;
    if (++count === max) return;
  }
  yield* empty;
}

/**
 * The first edits; those of the smallest size are shuffled. Edits that add blank nodes stay behind the others, because
 * people rarely make such a mistake.
 */
function* someAlike(ways: Iterable<Fix>, random: Random): Iterable<Fix> {
  const first: Fix[] = [];
  for (const fix of ways) {
    first.push(fix);
    if (first.length === maxWays) break;
  }
  const [smallest] = first;
  if (smallest === undefined) return;
  const isAlike = (fix: Fix, i: number) =>
    i < maxEqual &&
    changeSize(fix.change) === changeSize(smallest.change) &&
    addsBlank(fix) === addsBlank(smallest);
  yield* shuffled(first.filter(isAlike), random);
  yield* first.filter((fix, i) => !isAlike(fix, i));
}

function addsBlank({ change }: Fix): boolean {
  return change.added.some(({ object }) => terms.isBlank(object));
}

/**
 * Ways to make a node conform to a shape: first those of repairs, then one that repairs avoid. The last one states that
 * the node belongs to the classes that the shape requires, whatever the node is.
 */
export const conformAnyway: Conform = function* (node, shape, draft, via) {
  yield* conform(node, shape, draft, via);
  const typing = typingFor(node, shape, draft);
  if (typing === undefined) return;
  const typed = withFix(draft, typing);
  if (typed.evaluator.conforms(node, shape)) yield typing;
  else for (const fix of conform(node, shape, typed, via)) yield combineFixes(typing, fix);
};

function typingFor(node: TermId, shape: TermId, { evaluator }: Draft): Fix | undefined {
  if (terms.isLiteral(node)) return undefined;
  const classes = new Set(missingClasses(node, evaluator.validateNode(node, shape)));
  const added = [...classes].map((object) => ({ subject: node, predicate: rdf.type, object }));
  return added.length === 0 ? undefined : fixOfChange({ added, removed: [] }, 'placeholder');
}

function missingClasses(node: TermId, results: readonly Violation[]): readonly TermId[] {
  return results.flatMap(({ constraint, value, details }) => {
    if (constraint.kind === 'class') return value === node ? [constraint.class] : [];
    return requiredRefsOf(constraint).length > 0 ? missingClasses(node, details) : [];
  });
}
