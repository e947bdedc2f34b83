import { memoized } from '../../../base/memoized.ts';
import { UserError } from '../../../base/userError.ts';
import type { EditedText } from '../../../rdf/edits/editedText.ts';
import { terms } from '../../../rdf/terms.ts';
import { changeSize } from '../../../repair/drafts/change.ts';
import { makeTogether } from '../../../repair/joint/repairJointly.ts';
import { type JointRepairs, type PlanStep, planRepairs } from '../../../repair/joint/repairPlan.ts';
import type { AcceptedRepair, RepairProblem } from '../../../repair/repair.ts';
import { violationKey } from '../../../shacl/model/violation.ts';
import { WorkIsOver } from '../../../shacl/watch.ts';
import type { FixAllScope, PlanStepsInfo, RepairPlanInfo } from '../analysis.ts';
import type { PlacedViolation } from '../diagnostics/placedViolation.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { repairProblem } from './codeActions.ts';
import {
  type FixAllOptions,
  type FixAllResult,
  inReadingOrder,
  type UnrepairedResult,
  unlessUnproven,
  withEdits,
} from './fixAll.ts';

/** Steps for the results of a unit. */
export interface UnitSteps {
  readonly steps: readonly PlacedStep[];
  /** The results that no step ends. */
  readonly left: readonly UnrepairedResult[];
  /** False when there may be a cheaper plan. */
  readonly isLeast: boolean;
}

/** A plan for the results of a unit. */
export interface UnitPlan extends UnitSteps {
  /** The plan that removes as many results and changes the fewest statements. */
  smallest(signal: AbortSignal): Promise<UnitSteps>;
}

export interface PlacedStep {
  readonly placed: PlacedViolation;
  readonly step: PlanStep;
  /** How many of the requested results it removes. */
  readonly ends: number;
}

/**
 * Compatible repairs that remove the most results of a unit at the least cost.
 * @throws the signal's reason when aborted.
 */
export async function planFor(
  start: UnitAnalysis,
  isAsked: FixAllOptions['isAsked'],
  signal: AbortSignal,
): Promise<UnitPlan> {
  const placedOf = new Map<RepairProblem, PlacedViolation>();
  for (const placed of inReadingOrder(start.placed).filter(isAsked)) {
    const uri = placed.place?.document.uri;
    placedOf.set(await repairProblem(placed.violation, uri, start, signal), placed);
  }
  const plan = await planRepairs([...placedOf.keys()], signal);
  const asked = new Set([...placedOf.keys()].map(({ violation }) => violationKey(violation)));
  const placed = ({ steps, left, isLeast }: JointRepairs): UnitSteps => ({
    steps: steps.map((step) => ({
      step,
      placed: placedOf.get(step.problem)!,
      ends: [...step.ends].filter((key) => asked.has(key)).length,
    })),
    left: left.map(({ problem, why }) => ({ placed: placedOf.get(problem)!, why })),
    isLeast,
  });
  return { ...placed(plan), smallest: async (stop) => placed(await plan.smallest(stop)) };
}

/** A plan, and another one that removes as many results and changes fewer statements. */
export interface PlanAndSmallest {
  readonly plan: UnitSteps;
  /** Undefined where there is none, or it was not searched for. */
  readonly smallest: UnitSteps | undefined;
}

/** For longer plans, the smallest one is not searched for: it takes as many proofs again. */
const maxSteps = 300;

/**
 * The plan for results of a unit and the one that changes the fewest statements.
 * @throws the signal's reason when aborted.
 */
export async function planAndSmallest(
  analysis: UnitAnalysis,
  isAsked: FixAllOptions['isAsked'],
  signal: AbortSignal,
): Promise<PlanAndSmallest> {
  const plan = await planFor(analysis, isAsked, signal);
  if (plan.steps.length > maxSteps) return { plan, smallest: undefined };
  const smallest = await plan.smallest(signal).catch((error: unknown) => {
    // The plan exists; it is only unknown whether there is a smaller one.
    if (error instanceof WorkIsOver) return undefined;
    throw error;
  });
  const isAnother =
    smallest !== undefined &&
    smallest.left.length <= plan.left.length &&
    statementsOf(smallest) < statementsOf(plan);
  return { plan, smallest: isAnother ? smallest : undefined };
}

/** How many statements a plan changes. */
export function statementsOf({ steps }: UnitSteps): number {
  return steps.reduce((sum, { step }) => sum + changeSize(step.chosen.verdict.delta), 0);
}

/** What a plan costs in natural logarithms: that of a plan of certain steps is near 0. */
export function costOf({ steps }: UnitSteps): number {
  return steps.reduce((sum, { step }) => sum + step.cost, 0) / 1000;
}

/** Finished plans of files, as long as their analysis is the current one. */
const plansOf: (start: UnitAnalysis) => Map<string, PlanAndSmallest> = memoized(() => new Map());

/** The plans for the results in a file. */
export async function plansForFile(
  start: UnitAnalysis,
  uri: string,
  signal: AbortSignal,
): Promise<PlanAndSmallest> {
  const plans = plansOf(start);
  const found = plans.get(uri) ?? (await planAndSmallest(start, isIn(uri), signal));
  plans.set(uri, found);
  return found;
}

/** Finds which results are in a file. */
function isIn(uri: string): FixAllOptions['isAsked'] {
  return ({ place }) => place?.document.uri === uri;
}

/** Plans as plain data. */
export function planInfo({ plan, smallest }: PlanAndSmallest): RepairPlanInfo {
  return { ...stepsInfo(plan), smallest: smallest && { ...stepsInfo(smallest), isLeast: smallest.isLeast } };
}

function stepsInfo(plan: UnitSteps): PlanStepsInfo {
  const { steps, left } = plan;
  return {
    cost: costOf(plan),
    statements: statementsOf(plan),
    steps: steps.map(({ placed: { key, place }, step: { chosen }, ends }) => ({
      key,
      title: chosen.repair.title,
      certainty: chosen.certainty,
      likelihood: chosen.likelihood,
      evidence: chosen.repair.evidence,
      ends,
      place: place && { uri: place.document.uri, range: place.range },
    })),
    left: left.map(({ placed: { violation, place }, why }) => ({
      message: terms.value(violation.messages[0]!),
      why,
      place: place && { uri: place.document.uri, range: place.range },
    })),
  };
}

/** What to make of a plan. */
export interface ApplyPlanOptions extends Pick<FixAllOptions, 'isAsked' | 'analyse' | 'whyUnproven'> {
  readonly plan: UnitSteps;
  readonly isWanted: (step: PlacedStep) => boolean;
}

/**
 * Applies the steps with these keys of a plan that was shown for a file.
 *
 * @throws UserError when a plan of that kind is no longer found.
 */
export async function makeShownPlan(
  start: UnitAnalysis,
  uri: string,
  {
    steps,
    plan: kind,
    ...making
  }: Pick<FixAllScope, 'plan'> &
    Pick<ApplyPlanOptions, 'analyse' | 'whyUnproven'> & { readonly steps: readonly string[] },
  signal: AbortSignal,
): Promise<FixAllResult> {
  const plans = await plansForFile(start, uri, signal);
  const plan = kind === 'smallest' ? plans.smallest : plans.plan;
  if (!plan)
    throw new UserError(
      'the plan that changes the fewest statements is not found any more. Plan the repairs again.',
    );
  const isWanted = ({ placed }: PlacedStep) => steps.includes(placed.key);
  return makePlan(start, { ...making, plan, isAsked: isIn(uri), isWanted }, signal);
}

/** Applies the wanted steps of a plan together, and proves the whole. */
export async function makePlan(
  start: UnitAnalysis,
  { plan, isAsked, isWanted, analyse, whyUnproven }: ApplyPlanOptions,
  signal: AbortSignal,
): Promise<FixAllResult> {
  const wanted = plan.steps.filter(isWanted);
  const texts = new Map<string, EditedText>();
  let after = start;
  let repaired: FixAllResult['repaired'] = [];
  if (wanted[0]) {
    const steps = wanted.map(({ step }) => step);
    const made = await makeTogether(steps, wanted[0].step.problem, signal);
    const isMade = new Set<AcceptedRepair>(made.repairs);
    repaired = wanted.flatMap(({ step, placed }) =>
      isMade.has(step) ? [{ placed, chosen: step.chosen, kind: undefined }] : [],
    );
    after = await analyse(await withEdits(start.graphs.linked, made.edits, texts), start);
  }
  const why = new Map(plan.left.map((each) => [each.placed.key, each.why]));
  for (const { placed, step } of plan.steps)
    why.set(placed.key, `Not among the steps that were made: ${step.chosen.repair.title}`);
  const left = inReadingOrder(after.placed)
    .filter(isAsked)
    .map((placed) => ({
      placed,
      why: why.get(placed.key) ?? 'A step of the plan that was not made would end it.',
    }));
  return unlessUnproven(start, { repaired, left, texts, after }, isAsked, whyUnproven);
}
