import { paperLimit } from '../../../lab/evaluation/run/estimateCells.ts';
import { runFiles } from '../../../lab/evaluation/run/runFolder.ts';
import { type Cell, readRun, selectedCases } from '../../../lab/evaluation/run/runJson.ts';
import { recordedTrials } from '../../../lab/evaluation/run/trialLog.ts';
import { estimateRun } from '../../jobs/evaluate/estimateRun.ts';
import type { EstimatedEvaluation, EvaluationPlan, Failure } from '../../protocol/editor/protocol.ts';
import type { EvaluationSetup } from '../../protocol/engine/requests.ts';
import { failed } from '../../protocol/failures.ts';
import {
  chosenCells,
  type EvaluationContext,
  readySuite,
  runningCells,
  type WithSetup,
} from './evaluationContext.ts';

/** Says what an evaluation would take. Nothing is sent to models. */
export async function estimateEvaluation(
  { uri, plan, cases: asked, setup }: WithSetup<'shaclRepair/estimateEvaluation'>,
  context: EvaluationContext,
  signal: AbortSignal,
): Promise<EstimatedEvaluation> {
  const planned = await plannedCells(plan, setup, context);
  if ('kind' in planned) return planned;
  const ready = await readySuite(uri, context, signal);
  if (ready.kind === 'failed') return ready;
  const { suite } = ready;
  const selected = selectedCases(suite.suite, planned);
  const wanted = asked && new Set(asked);
  const cases = wanted ? suite.suite.cases.filter(({ json }) => wanted.has(json.id)) : selected;
  const running = await runningCells(planned.cells, suite.suite, { setup, context, wrap: (model) => model });
  if ('kind' in running) return running;
  const open = running.filter(({ notRun }) => notRun === null);
  const left = (id: string) => Math.max(0, cases.length * planned.repeat - (planned.recorded.get(id) ?? 0));
  const tell = (count: number) => {
    const message = `estimating: ${count} of ${cases.length} cases`;
    context.progress(message, { kind: 'evaluated', message });
  };
  const extentOf = ({ id, parameters }: Cell) => ({
    cases: left(id),
    repeat: 1,
    rounds: Number(parameters.rounds ?? 1),
  });
  const estimates = await estimateRun(open, suite, { cases, limit: paperLimit, tell, extentOf }, signal);
  return {
    kind: 'estimated',
    trials: open.reduce((sum, { id }) => sum + left(id), 0),
    cells: estimates.map(({ cell, requests, inputTokens, maxCost, notRun }) => ({
      cell,
      requests,
      inputTokens,
      maxCost,
      notRun: plan.kind === 'begin' && notRun,
    })),
  };
}

interface Planned {
  readonly cells: readonly Cell[];
  readonly repeat: number;
  readonly shard: { readonly index: number; readonly of: number };
  readonly includeFragile: boolean;
  /** Attempts that are recorded, by cell. */
  readonly recorded: ReadonlyMap<string, number>;
}

async function plannedCells(
  plan: EvaluationPlan,
  setup: EvaluationSetup,
  { runs }: EvaluationContext,
): Promise<Planned | Failure> {
  if (plan.kind === 'begin') {
    const cells = chosenCells(plan, setup);
    if ('kind' in cells) return cells;
    return { cells, repeat: 1, shard: { index: 1, of: 1 }, includeFragile: false, recorded: new Map() };
  }
  const folder = runs.read(plan.run);
  const reading = readRun((await folder.read(runFiles.run)) ?? '');
  if (reading.kind === 'misfit') {
    return failed(`${runFiles.run} of the run can't be read: ${reading.problem}. Begin a new run.`);
  }
  const recorded = new Map<string, number>();
  for await (const { cell } of recordedTrials(folder)) recorded.set(cell, (recorded.get(cell) ?? 0) + 1);
  return { ...reading.value, recorded };
}
