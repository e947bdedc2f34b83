import { yieldToEventLoop } from '../../base/abort.ts';
import type { Random } from '../../base/random.ts';
import type { GraphDelta } from '../../rdf/graph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { changeKey, changeSize } from '../../repair/drafts/change.ts';
import { type Draft, draftOfData, withFix } from '../../repair/drafts/draft.ts';
import { combineFixes, type Fix } from '../../repair/drafts/fix.ts';
import { isOntologyNode } from '../../shacl/describedNodes.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import type { Constraint, Shape } from '../../shacl/model/shape.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { type Edit, editsFor, isViolatedAt, placedAt } from '../expansion/edits.ts';
import { constraintOf, type Factor, type FactorStep, stepsTo } from '../expansion/factor.ts';
import type { Leaf } from '../expansion/leaves.ts';
import type { VioProblem } from '../problem.ts';
import type { UnlikelyChanges } from '../unlikelyChanges.ts';
import { type ChangeForm, formOf } from '../vioCase.ts';
import { withNaturalNames } from './naturalNames.ts';
import { inReportOrder } from './smallestRepair.ts';

/** A leaf whose factors an edit of the graph brought about, with the verified outcome (spec/vio.md 10). */
export interface MadeLeaf {
  readonly leaf: Leaf;
  readonly fix: Fix;
  /** The edit of each factor of the leaf. */
  readonly edits: readonly Edit[];
  /** The node at which the constraint of each factor is violated. */
  readonly focusNodes: readonly TermId[];
  /** The changed graph. */
  readonly draft: Draft;
  /** The results that the original graph did not have, in report order. */
  readonly results: readonly Violation[];
  /** The result that shows the leaf: of all results on the path, the one nearest to the leaf. */
  readonly expected: Violation;
  /**
   * The number of results of constraints that are not on the path. Results on the path have the same cause as
   * `expected`.
   */
  readonly collateral: number;
}

/** Why a leaf could not be brought about. */
export type LeafFailure =
  /** The path leads to no value. */
  | 'noValues'
  /** No edit is known, or data files do not allow any of the known ones. */
  | 'noEdits'
  | 'tooManyEdits'
  /** The edits are about nodes that only ontologies describe. */
  | 'ontologyNode'
  /** The edits are unlikely mistakes. */
  | 'unlikely'
  | 'contradictory'
  /** V1 (spec/vio.md 10): the change introduces no result. */
  | 'noViolation'
  /** V2: the change introduces results, but does not bring about every factor. */
  | 'leafNotViolated'
  /** V3: the focus node is no longer a target. */
  | 'targetLost'
  /** V3: the focus node is still a target, but no result is on the path. */
  | 'notOnPath'
  /** It violates the constraint, but not more than the valid graph does, or not where the leaf requires it. */
  | 'notNew';

export interface AttemptOptions {
  readonly maxEdits: number;
  /** Whether the edits may be about nodes that only ontologies describe. */
  readonly ontologyNodes: boolean;
  /** Decides which edits are left out; undefined when none are. */
  readonly unlikely: UnlikelyChanges | undefined;
  /** The preferred form of the edits, or the required one when `isFormRequired`. */
  readonly form: ChangeForm | undefined;
  readonly isFormRequired: boolean;
  readonly random: Random;
  readonly signal: AbortSignal;
}

const maxTries = 25;
/** Edits that are skipped without being tried cost less. */
const maxLeftOut = 40;
/** At most this many edits that violate the leaf are compared by the other results they cause. */
const maxHolding = 4;

/**
 * Brings about a leaf by the edits of its factors: the first ones that cause no other results and have the form that is
 * wanted, otherwise those that cause the fewest.
 */
export async function attempt(
  problem: VioProblem,
  leaf: Leaf,
  { maxEdits, ontologyNodes, unlikely, form, isFormRequired, random, signal }: AttemptOptions,
): Promise<MadeLeaf | LeafFailure> {
  let failure: LeafFailure = leaf.factors.some(isWithoutSites) ? 'noValues' : 'noEdits';
  let best: MadeLeaf | undefined;
  let [tries, leftOut, holding] = [0, 0, 0];
  const roots = rootShapesOf(leaf, problem);
  const seen = new Set<string>();
  for (const joined of joinedEdits(draftOfData(problem), leaf.factors, random, form)) {
    await yieldToEventLoop(signal);
    if (++tries > maxTries) break;
    const made = withNaturalNames(problem, joined);
    const { fix } = made;
    const key = changeKey(fix.change);
    if (changeSize(fix.change) === 0 || seen.has(key)) continue;
    seen.add(key);
    if (changeSize(fix.change) > maxEdits) {
      failure = 'tooManyEdits';
      continue;
    }
    if (isFormRequired && formOf(fix.change) !== form) {
      tries--;
      if (++leftOut > maxLeftOut) break;
      continue;
    }
    if (unlikely?.has(fix.change, fix.minted, roots)) {
      failure = 'unlikely';
      tries--;
      if (++leftOut > maxLeftOut) break;
      continue;
    }
    if (!ontologyNodes && editsOntologyNode(problem.recorded.input, fix.change)) {
      failure = 'ontologyNode';
      continue;
    }
    const outcome = await verified(problem, leaf, made, signal);
    if (typeof outcome === 'string') {
      failure = outcome;
      continue;
    }
    const hasForm = (made: MadeLeaf) => form === undefined || formOf(made.fix.change) === form;
    if (
      best === undefined ||
      outcome.collateral < best.collateral ||
      (outcome.collateral === best.collateral && hasForm(outcome) && !hasForm(best))
    )
      best = outcome;
    if ((best.collateral === 0 && hasForm(best)) || ++holding === maxHolding) break;
  }
  return best ?? failure;
}

/** The shapes whose targets the leaf was derived from. */
function rootShapesOf({ factors }: Leaf, { recorded }: VioProblem): readonly Shape[] {
  return factors.flatMap((factor) => {
    const { shape } = stepsTo(factor.parent)[0]?.constraint ?? constraintOf(factor);
    return recorded.input.shapes.get(shape) ?? [];
  });
}

function isWithoutSites(factor: Factor): boolean {
  return factor.kind === 'constraint' && factor.sites.length === 0;
}

/** Combines several leaves in one graph. Returns undefined when their edits interfere with each other. */
export async function attemptTogether(
  problem: VioProblem,
  made: readonly MadeLeaf[],
  signal: AbortSignal,
): Promise<MadeLeaf | undefined> {
  let draft = draftOfData(problem);
  let size = 0;
  for (const { fix } of made) {
    draft = withFix(draft, fix);
    size += changeSize(fix.change);
  }
  if (changeSize(draft.fix.change) < size) return undefined;
  const leaf: Leaf = {
    id: made.map(({ leaf: { id } }) => id).join('+'),
    factors: made.flatMap(({ leaf: { factors } }) => factors),
  };
  const edits = made.flatMap((each) => each.edits);
  const outcome = await verified(problem, leaf, { fix: draft.fix, draft, edits }, signal);
  return typeof outcome === 'string' ? undefined : outcome;
}

/** Brings about the same leaf by another fix. Returns undefined when the fix does not do so. */
export async function attemptAs(
  problem: VioProblem,
  { leaf, fix, edits }: Pick<MadeLeaf, 'leaf' | 'fix' | 'edits'>,
  signal: AbortSignal,
): Promise<MadeLeaf | undefined> {
  const draft = withFix(draftOfData(problem), fix);
  const outcome = await verified(problem, leaf, { fix, draft, edits }, signal);
  return typeof outcome === 'string' ? undefined : outcome;
}

interface Joined {
  readonly fix: Fix;
  readonly draft: Draft;
  readonly edits: readonly Edit[];
}

/** One edit for each factor, applied one after the other. Edits that undo an earlier one are skipped. */
function* joinedEdits(
  start: Draft,
  factors: readonly Factor[],
  random: Random,
  form: ChangeForm | undefined,
): Iterable<Joined> {
  yield* from({ fix: start.fix, draft: start, edits: [] }, factors);

  function* from(before: Joined, [factor, ...others]: readonly Factor[]): Iterable<Joined> {
    if (factor === undefined) {
      yield before;
      return;
    }
    for (const edit of editsFor(factor, before.draft, random, form)) {
      if (takesBack(edit.fix.change, before.fix.change)) continue;
      const fix = combineFixes(before.fix, edit.fix);
      const draft = changeSize(edit.fix.change) === 0 ? before.draft : withFix(before.draft, edit.fix);
      yield* from({ fix, draft, edits: [...before.edits, edit] }, others);
    }
  }
}

/** True when a change adds a triple that an earlier change removed, or removes one that it added. */
function takesBack(change: GraphDelta, before: GraphDelta): boolean {
  return haveInCommon(change.added, before.removed) || haveInCommon(change.removed, before.added);
}

function haveInCommon(some: readonly Triple[], others: readonly Triple[]): boolean {
  const keys = new Set(others.map(tripleKey));
  return some.some((triple) => keys.has(tripleKey(triple)));
}

async function verified(
  { recorded }: VioProblem,
  leaf: Leaf,
  { fix, draft, edits }: Joined,
  signal: AbortSignal,
): Promise<MadeLeaf | LeafFailure> {
  const { change } = fix;
  const { before, after } = await recorded.revalidate(changedInput(recorded.input, change), signal);
  const { introduced } = compareResults(before, after);
  if (introduced.length === 0) return targetIsLost(leaf, draft) ? 'targetLost' : 'noViolation';
  const focusNodes = edits.map(({ site }) => placedAt(site, draft));
  if (!leaf.factors.every((factor, i) => isMadeSo(factor, focusNodes[i]!, draft))) return 'leafNotViolated';
  const results = inReportOrder(introduced, recorded.input.shapes);
  const onPath = results.filter((result) => depthOf(result, leaf, focusNodes) >= 0);
  if (onPath.length === 0) return targetIsLost(leaf, draft) ? 'targetLost' : 'notOnPath';
  const expected = onPath.reduce((best, result) =>
    depthOf(result, leaf, focusNodes) > depthOf(best, leaf, focusNodes) ? result : best,
  );
  const constraints = constraintsOf(leaf);
  const collateral = results.filter(({ constraint }) => !constraints.has(constraint)).length;
  return { leaf, fix, edits, focusNodes, draft, results, expected, collateral };
}

function isMadeSo(factor: Factor, focusNode: TermId, draft: Draft): boolean {
  switch (factor.kind) {
    case 'constraint':
      return isViolatedAt(factor.constraint, focusNode, draft);
    case 'conform':
      return draft.evaluator.conforms(placedAt(factor.site, draft), factor.shape);
    case 'detach': {
      const path = draft.search.shapes.get(factor.owner.shape)!.path!;
      return !draft.evaluator.values(factor.focus.node, path).includes(factor.value);
    }
    case 'violate':
      return !draft.evaluator.conforms(placedAt(factor.site, draft), factor.shape);
  }
}

/** The constraints on the paths of the leaf. */
function constraintsOf({ factors }: Leaf): ReadonlySet<Constraint> {
  const own = factors.flatMap((factor) => (factor.kind === 'constraint' ? [factor.constraint] : []));
  return new Set([
    ...own,
    ...factors.flatMap(({ parent }) => stepsTo(parent).map(({ constraint }) => constraint)),
  ]);
}

/** The depth of a result on the paths of the leaf; the leaf itself is deepest. -1 when it is on none of them. */
function depthOf(
  { constraint, focusNode }: Violation,
  { factors }: Leaf,
  focusNodes: readonly TermId[],
): number {
  let deepest = -1;
  for (const [i, factor] of factors.entries()) {
    const steps = stepsTo(factor.parent);
    if (factor.kind === 'constraint' && factor.constraint === constraint) {
      if (focusNode === focusNodes[i] || factor.sites.some(({ node }) => node === focusNode)) return 1000;
    }
    const depth = steps.findLastIndex((step) => isAt(step, constraint, focusNode));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function isAt({ constraint, sites }: FactorStep, wanted: Constraint, focusNode: TermId): boolean {
  return constraint === wanted && sites.some(({ node }) => node === focusNode);
}

/** True when a focus node of the root shape is no longer a target. */
function targetIsLost({ factors }: Leaf, { evaluator, search, fix }: Draft): boolean {
  const touched = new Set(fix.change.removed.flatMap(({ subject, object }) => [subject, object]));
  return factors.some((factor) => {
    const [root] = stepsTo(factor.parent);
    const constraint = root?.constraint ?? (factor.kind === 'constraint' ? factor.constraint : undefined);
    const sites = root?.sites ?? (factor.kind === 'constraint' ? factor.sites : []);
    const shape = constraint && search.shapes.get(constraint.shape);
    return (
      shape !== undefined && sites.some(({ node }) => touched.has(node) && !evaluator.isTarget(shape, node))
    );
  });
}

/** True for changes of statements about nodes that no data file describes, but another file, such as an ontology. */
export function editsOntologyNode(input: ValidationInput, { added, removed }: GraphDelta): boolean {
  return [...removed, ...added].some(({ subject }) => isOntologyNode(subject, input));
}
