import { paperLimit } from '../../../lab/evaluation/run/estimateCells.ts';
import { selectedCases } from '../../../lab/evaluation/run/runJson.ts';
import { runTrials } from '../../../lab/evaluation/run/runTrials.ts';
import { ModelError } from '../../../repair/llm/model/languageModel.ts';
import { affordableCells, stopOf } from '../../jobs/evaluate/evaluateSuite.ts';
import type { TriedCase, TryCasesAnswer } from '../../protocol/editor/protocol.ts';
import { failureOf } from '../../protocol/failures.ts';
import {
  chosenCells,
  type EvaluationContext,
  readySuite,
  runningCells,
  type WithSetup,
} from './evaluationContext.ts';
import { stepsTo, unanswered, whatIsNotRun } from './runEvaluation.ts';
import { triedCase } from './triedCase.ts';

/** Has a system attempt cases, one attempt each, and says of each what came of it. Nothing is kept. */
export async function tryCases(
  { uri, choice, cases: asked, setup }: WithSetup<'shaclRepair/tryCases'>,
  context: EvaluationContext,
  signal: AbortSignal,
): Promise<TryCasesAnswer> {
  const chosen = chosenCells(choice, setup);
  if ('kind' in chosen) return chosen;
  const ready = await readySuite(uri, context, signal);
  if (ready.kind === 'failed') return ready;
  const { suite } = ready;
  const running = await runningCells(chosen, suite.suite, { setup, context, wrap: (model) => model });
  if ('kind' in running) return running;
  // A case that was chosen is attempted, also if the engines disagree about it.
  const whole = { shard: { index: 1, of: 1 }, includeFragile: true };
  const wanted = asked && new Set(asked);
  const cases = selectedCases(suite.suite, whole).filter(({ json }) => wanted?.has(json.id) !== false);
  // The estimate said which cells would be left out; they are.
  const limited = { cells: running, suite, limit: paperLimit };
  const cells = await affordableCells(limited, cases, stepsTo(context), signal);
  const notes = [...ready.notes, ...whatIsNotRun(cells)];
  const byId = new Map(cases.map((each) => [each.json.id, each]));
  let tried: TriedCase[] = [];
  const tell = () => {
    if (tried.length > 0) context.progress('', { kind: 'tried', tried });
    tried = [];
  };
  let told = performance.now();
  try {
    const end = await runTrials(
      { cells, cases, repeat: 1 },
      { suite },
      {
        done: new Set(),
        concurrency: running.some(({ model }) => model !== null) ? setup.concurrency : 1,
        async record(trial) {
          tried.push(await triedCase(trial, byId.get(trial.case)!, suite, signal));
          if (performance.now() - told < interval) return;
          tell();
          told = performance.now();
        },
      },
      signal,
    );
    tell();
    const stop = stopOf(end);
    return { kind: 'tried', notes, stopped: stop && unanswered(stop) };
  } catch (error) {
    tell();
    if (error instanceof ModelError) return { kind: 'tried', notes, stopped: failureOf(error) };
    throw error;
  }
}

/** Between two messages about what was tried, in ms. */
const interval = 100;
