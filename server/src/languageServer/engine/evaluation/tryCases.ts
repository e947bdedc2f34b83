import { diffHunks } from '../../../base/diff.ts';
import { paperLimit } from '../../../lab/evaluation/run/estimateCells.ts';
import { selectedCases } from '../../../lab/evaluation/run/runJson.ts';
import { runTrials } from '../../../lab/evaluation/run/runTrials.ts';
import { scoresOf, type Trial } from '../../../lab/evaluation/run/trial.ts';
import { appliedUpdate } from '../../../lab/evaluation/scores/scores.ts';
import type { EvaluatedSuite } from '../../../lab/evaluation/suite/evaluatedSuite.ts';
import { changedGraph, type RepairTask } from '../../../lab/evaluation/suite/repairTask.ts';
import { planEdits } from '../../../rdf/edits/planEdits.ts';
import type { GraphDelta } from '../../../rdf/graph.ts';
import { type Triple, terms } from '../../../rdf/terms.ts';
import { mergeChanges, noChange } from '../../../repair/drafts/change.ts';
import { ModelError } from '../../../repair/llm/model/languageModel.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import type { LoadedCase } from '../../../vio/suite/readSuite.ts';
import { affordableCells, stopOf } from '../../jobs/evaluate/evaluateSuite.ts';
import type { GraphDifference, TriedCase, TryCasesAnswer } from '../../protocol/editor/protocol.ts';
import { failureOf } from '../../protocol/failures.ts';
import {
  chosenCells,
  type EvaluationContext,
  readySuite,
  runningCells,
  type WithSetup,
} from './evaluationContext.ts';
import { reasonsNotRun, stepsTo, unanswered } from './runEvaluation.ts';

/** Has a system attempt cases, one attempt each, and reports the outcome of each. Nothing is kept. */
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
  // A chosen case is attempted even if the engines disagree about it.
  const whole = { shard: { index: 1, of: 1 }, includeFragile: true };
  const wanted = asked && new Set(asked);
  const cases = selectedCases(suite.suite, whole).filter(({ json }) => wanted?.has(json.id) !== false);
  // The estimate named the cells that are left out here.
  const limited = { cells: running, suite, limit: paperLimit };
  const cells = await affordableCells(limited, cases, stepsTo(context), signal);
  const notes = [...ready.notes, ...reasonsNotRun(cells)];
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

/** The time between two messages about attempts, in ms. */
const interval = 100;

/** Reports the outcome of an attempt at a case in words and as a difference from the graph before the case. */
async function triedCase(
  trial: Trial,
  each: LoadedCase,
  suite: EvaluatedSuite,
  signal: AbortSignal,
): Promise<TriedCase> {
  const id = each.json.id;
  const scores = scoresOf(trial, 'lenient', false);
  const passed = scores.semantic && !scores.degenerate;
  if (scores.isomorphism)
    return { id, passed, message: 'The graph is as it was before.', difference: undefined };
  const { failure } = trial;
  // A case that could not be prepared has no texts.
  if (failure?.kind === 'internal')
    return { id, passed: false, message: failure.message, difference: undefined };
  const task = await suite.task(each, signal);
  const round = trial.rounds[0];
  const update = round?.update ?? undefined;
  const applied =
    update === undefined ? undefined : await appliedUpdate(update, suite.scored(each, task), signal);
  const delta = applied?.kind === 'applied' ? applied.delta : noChange;
  const difference = mergeChanges(each.change, delta);
  const said = failure ? [failure.message] : await verdict(trial, { task, difference, suite }, signal);
  const message = [...said, ...answerText(round?.answer, update)].join('\n\n');
  return { id, passed, message, difference: textDifference(suite, difference) };
}

interface Outcome {
  readonly task: RepairTask;
  readonly difference: GraphDelta;
  readonly suite: EvaluatedSuite;
}

async function verdict(
  trial: Trial,
  { difference, suite: { graph } }: Outcome,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const scores = scoresOf(trial, 'lenient', false);
  if (trial.rounds[0]?.update === null) return ['There is no SPARQL Update in the answer.'];
  if (!scores.syntactic) return ['The answer is not a readable SPARQL Update.'];
  if (!scores.applied) return ['The update is too large, or of a kind that is not evaluated.'];
  if (scores.semantic) {
    return scores.degenerate
      ? [
          'The results are gone only because a focus node is: it is no longer a target, or nothing is left of it.',
        ]
      : ['All results are gone. The graph differs from the one before the case.'];
  }
  const { introduced } = await changedGraph(graph.recorded, difference, signal);
  const count = introduced.length === 1 ? '1 result is' : `${introduced.length} results are`;
  const isNew = scores.newViolations > 0 ? `, ${scores.newViolations} of them new` : '';
  return [`After the repair, ${count} there${isNew}:\n${listed(introduced, graph.term)}`];
}

function listed(results: readonly Violation[], term: TermPrinter): string {
  const lines = results.slice(0, maxListed).map(({ focusNode, messages }) => {
    const message = messages.map((each) => terms.value(each)).join(' ');
    return `- ${term(focusNode)}: ${message}`.replace(/\s+/g, ' ');
  });
  const more = results.length - lines.length;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

const maxListed = 10;

function answerText(answer: string | undefined, update: string | undefined): readonly string[] {
  if (update !== undefined) return [`The update:\n${cut(update)}`];
  return answer === undefined || answer === '' ? [] : [`The answer:\n${cut(answer)}`];
}

function cut(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}

/** In UTF-16 units. */
const maxText = 4000;

/** The lines of graph.ttl that differ and some around them; undefined where none do. */
function textDifference(
  { suite, graph }: EvaluatedSuite,
  difference: GraphDelta,
): GraphDifference | undefined {
  const plan = planEdits(suite.graph, difference);
  if (plan.kind === 'notExpressible') return tripleDifference(difference, graph.term);
  const hunks = diffHunks(suite.graph.text, plan.edits, contextLines);
  const [first] = hunks;
  if (!first) return undefined;
  const side = (other: string) =>
    hunks
      .map(({ lines }) =>
        lines.filter((line) => line[0] === ' ' || line[0] === other).map((line) => line.slice(1)),
      )
      .map((lines) => lines.join('\n'))
      .join('\n\n# …\n\n');
  return { expected: side('-'), actual: side('+'), line: first.oldStart - 1 + leading(first.lines) };
}

const contextLines = 5;

/** The number of lines of a hunk before the change. */
function leading(lines: readonly string[]): number {
  const changed = lines.findIndex((line) => line[0] !== ' ');
  return Math.max(0, changed);
}

/** For what can't be written into the text. */
function tripleDifference({ added, removed }: GraphDelta, term: TermPrinter): GraphDifference {
  const lines = (triples: readonly Triple[]) =>
    triples
      .map(({ subject, predicate, object }) => `${term(subject)} ${term(predicate)} ${term(object)} .`)
      .join('\n');
  return { expected: lines(removed), actual: lines(added), line: 0 };
}
