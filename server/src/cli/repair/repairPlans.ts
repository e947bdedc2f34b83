import { counted } from '../../base/counted.ts';
import type { PlacedViolation } from '../../service/ide/diagnostics/placedViolation.ts';
import {
  costOf,
  type PlanAndSmallest,
  planAndSmallest,
  statementsOf,
  type UnitSteps,
} from '../../service/ide/repairs/repairPlan.ts';
import { rounded } from '../../service/report/repairJson.ts';
import { errorsJson, notCheckedJson } from '../../service/report/validationJson.ts';
import { type AnalysedRun, hasErrors, type ValidationRunResult } from '../../service/report/validationRun.ts';
import { violationKey } from '../../shacl/model/violation.ts';
import { WorkIsOver } from '../../shacl/watch.ts';
import { unaborted } from '../input/workspace.ts';
import type { CommandIo, ExitCode } from '../io.ts';
import { type Printer, paragraphs, printerFor, printJson } from '../output/print.ts';
import { printable } from '../output/style.ts';
import { notCheckedText } from '../output/textReport.ts';
import { certaintyText, evidenceLines, nothingToRepair, resultName, title } from './repairText.ts';

interface PlanOfUnit extends PlanAndSmallest {
  /** The results that it repairs, by the keys of their violations. */
  readonly results: ReadonlyMap<string, ValidationRunResult>;
}

/** `shacl-repair repair --plan`: lists the plan of each unit. */
export async function listPlans(
  run: AnalysedRun,
  { only, format }: { readonly only: string | undefined; readonly format: 'text' | 'json' | 'diff' },
  io: CommandIo,
): Promise<ExitCode> {
  const plans: PlanOfUnit[] = [];
  for (const analysis of run.analyses) {
    const asked = run.results.filter((each) => each.analysis === analysis && (only ?? each.key) === each.key);
    if (asked.length === 0) continue;
    const results = new Map(asked.map((each) => [violationKey(each.violation), each]));
    const isAsked = ({ violation }: PlacedViolation) => results.has(violationKey(violation));
    const found = await planAndSmallest(analysis, isAsked, unaborted).catch((error: unknown) => {
      if (!(error instanceof WorkIsOver)) throw error;
      const left = asked.map((placed) => ({ placed, why: error.message }));
      return { plan: { steps: [], left, isLeast: false }, smallest: undefined };
    });
    plans.push({ ...found, results });
  }
  if (format === 'json') {
    const json = {
      format: 1,
      plans: plans.map(planJson),
      notChecked: notCheckedJson(run),
      errors: errorsJson(run),
    };
    await printJson(io, json);
  } else {
    const printer = printerFor(io.stdout, io);
    const about = [notCheckedText(run, printer), plans.length === 0 ? [nothingToRepair(run, printer)] : []];
    const texts = [...plans.map((each) => planText(each, printer)), paragraphs(about)];
    io.stdout.write(texts.filter((text) => text !== '').join('\n'));
  }
  if (hasErrors(run)) return 2;
  return plans.length > 0 ? 1 : 0;
}

function planJson({ plan, smallest, results }: PlanOfUnit) {
  return { ...stepsJson(plan, results), smallest: smallest ? stepsJson(smallest, results) : null };
}

function stepsJson(plan: UnitSteps, results: PlanOfUnit['results']) {
  const keyOf = (key: string) => results.get(key)?.key ?? [];
  return {
    cost: rounded(costOf(plan)),
    statements: statementsOf(plan),
    isLeast: plan.isLeast,
    steps: plan.steps.map(({ placed, step: { chosen, ends } }) => ({
      key: keyOf(violationKey(placed.violation)),
      title: chosen.repair.title,
      update: chosen.repair.update,
      likelihood: rounded(chosen.likelihood),
      certainty: chosen.certainty,
      evidence: chosen.repair.evidence ?? null,
      ends: [...ends].flatMap(keyOf),
    })),
    left: plan.left.map(({ placed, why }) => ({ key: keyOf(violationKey(placed.violation)), why })),
  };
}

/** The steps of an alternative plan that changes fewer statements. */
function smallestLines(plan: UnitSteps, smallest: UnitSteps): readonly string[] {
  const own = new Set(plan.steps.map(({ step }) => step));
  const others = smallest.steps.filter(({ step }) => !own.has(step));
  return [
    `${smallest.isLeast ? 'The fewest statements' : 'Fewer statements'} that end as many results are ${statementsOf(smallest)} instead of ${statementsOf(plan)}, at the cost of ${costOf(smallest).toFixed(2)}:`,
    ...others.slice(0, maxOthers).map(({ step }) => `  ${title(step.chosen.repair)}`),
    ...(others.length > maxOthers ? [`  and ${counted(others.length - maxOthers, 'more step')}`] : []),
  ];
}

/** How many steps of the smallest plan are listed. */
const maxOthers = 20;

function planText({ plan, smallest, results }: PlanOfUnit, printer: Printer): string {
  const { style } = printer;
  const name = (key: string) => resultName(results.get(key)!, printer);
  const ended = results.size - plan.left.length;
  return paragraphs([
    ...plan.steps.map(({ placed, step, ends }, i) => [
      `${style.green(`step ${i + 1}`)} ${name(violationKey(placed.violation))}: ${title(step.chosen.repair)}${style.dim(
        ` (${certaintyText(step.chosen)}${ends > 1 ? `; ends ${counted(ends, 'result')}` : ''})`,
      )}`,
      ...evidenceLines(step.chosen, results.get(violationKey(placed.violation))!.analysis, printer),
    ]),
    plan.left.map(
      ({ placed, why }) =>
        `${style.yellow('left')} ${name(violationKey(placed.violation))}: ${printable(why)}`,
    ),
    [
      `${style.bold(`${plan.steps.length === 1 ? '1 step ends' : `${counted(plan.steps.length, 'step')} end`} ${ended} of ${counted(results.size, 'result')}`)}, proven together${
        plan.isLeast ? ' at the least cost' : '; there may be a plan that costs less'
      } (${costOf(plan).toFixed(2)})`,
    ],
    smallest === undefined ? [] : smallestLines(plan, smallest),
  ]);
}
