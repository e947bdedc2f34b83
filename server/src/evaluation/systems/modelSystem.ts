import { answerFeedback, askAgain, resultList } from '../../llm/answer/answerFeedback.ts';
import { type AnswerScope, type ReadAnswer, readAnswer } from '../../llm/answer/readAnswer.ts';
import { type AnswerJudge, converse } from '../../llm/conversation/converse.ts';
import type { LanguageModel, ModelAnswer, ModelRequest } from '../../llm/model/languageModel.ts';
import { type PromptTemplate, promptFor } from '../../llm/prompt/prompt.ts';
import { prefixesOf } from '../../llm/prompt/promptContext.ts';
import type { Strategy } from '../../llm/prompt/strategy.ts';
import { changeSize } from '../../repair/drafts/change.ts';
import type { VerifiedRepair } from '../../repair/repair.ts';
import { suggestRepairs } from '../../repair/search/suggestRepairs.ts';
import { violationKey } from '../../shacl/results/violation.ts';
import { applyUpdate } from '../../sparql/applyUpdate.ts';
import { sentMessages } from '../requests/promptLog.ts';
import { requestHash } from '../requests/requestHash.ts';
import { changedGraph, type RepairTask } from '../suite/repairTask.ts';
import { recordedFailure } from './recordedFailure.ts';
import type { AttemptRound, RepairSystem } from './system.ts';

export interface ModelSystemOptions {
  readonly strategy: Strategy;
  readonly template: PromptTemplate;
  /** How often the model may answer. The first answer is the one that the paper counts. */
  readonly rounds: number;
  readonly temperature: number;
  /** Of an answer. */
  readonly maxTokens: number;
  /** Of the first repeat; further ones count on. */
  readonly seed: number | undefined;
  readonly shapesPrefixes: ReadonlyMap<string, string>;
  /** How many repairs that were found without the model it is shown to choose from; undefined for none. */
  readonly choices: number | undefined;
}

/**
 * A model that is asked as in the paper: one prompt about one of the results. With more than one round it is told what
 * is wrong with its answer, as far as a validator can say: that it is no update, or which results are left.
 */
export function modelSystem(id: string, model: LanguageModel, options: ModelSystemOptions): RepairSystem {
  return {
    id,
    strategy: options.strategy,
    async firstRequest(task, signal) {
      return (await prepare(task, options, signal)).request;
    },
    async repair(task, signal) {
      const prepared = await prepare(task, options, signal);
      const judge = roundJudge(task, model, prepared, signal);
      const policy = { maxRounds: options.rounds, acceptsWithheld: false, judgeNamesCutOff: true };
      const conversation = await converse(model, prepared.request, judge, policy, signal);
      const rounds = conversation.rounds.map(({ result }) => result);
      const failure = recordedFailure(conversation);
      return { rounds, ...(failure && { failure }) };
    },
  };
}

interface Prepared {
  readonly scope: AnswerScope;
  readonly choices: readonly VerifiedRepair[];
  /** The first request. */
  readonly request: ModelRequest;
}

async function prepare(
  { problem, repeat }: RepairTask,
  { strategy, template, shapesPrefixes, choices: max, temperature, maxTokens, seed }: ModelSystemOptions,
  signal: AbortSignal,
): Promise<Prepared> {
  const choices = max === undefined ? [] : (await suggestRepairs(problem, { max }, signal)).repairs;
  const prompt = promptFor(problem, {
    template,
    strategy,
    shapesPrefixes,
    // The paper's prompts are whole; which are too large to be sent is decided for all cases together.
    ...(template === 'replication' && { maxTriples: Number.POSITIVE_INFINITY }),
    choices: choices.map(({ repair }) => repair),
  });
  // The first repeat is the paper's one request; the others have to differ from it, or they would be the same.
  const own = seed === undefined && repeat === 1 ? undefined : (seed ?? 0) + repeat - 1;
  return {
    scope: {
      keys: Object.keys(prompt.schema.schema.properties as object),
      prefixes: prefixesOf(problem, shapesPrefixes),
    },
    choices,
    request: {
      messages: [{ role: 'user', text: prompt.text }],
      schema: prompt.schema,
      temperature,
      maxTokens,
      ...(own !== undefined && { seed: own }),
    },
  };
}

/** Records what was answered. Whether anything is wrong with it is only found out if the model may answer again. */
function roundJudge(
  task: RepairTask,
  model: LanguageModel,
  { scope, choices }: Prepared,
  signal: AbortSignal,
): AnswerJudge<AttemptRound> {
  return async (answer, request) => {
    const read = await readAnswer(answer.text, scope);
    const update = updateIn(read, choices);
    return {
      kind: 'undecided',
      result: await roundOf(model, request, answer, read, update),
      feedback: () => feedbackFor(task, answer, read, update, signal),
    };
  };
}

/** The update that an answer stands for. */
function updateIn(read: ReadAnswer, choices: readonly VerifiedRepair[]): string | undefined {
  return read.kind === 'option' ? choices[read.option - 1]?.repair.update : read.text;
}

async function roundOf(
  { id }: LanguageModel,
  request: ModelRequest,
  { text, usage, model, finish, format, fromCache, ms }: ModelAnswer,
  read: ReadAnswer,
  update: string | undefined,
): Promise<AttemptRound> {
  return {
    answer: text,
    update,
    envelopeStrict: read.extraction.strict.kind === 'answer',
    prefixesInjected: read.kind === 'update' ? read.prefixesInjected : [],
    asked: {
      requestSha256: await requestHash(id, request),
      messages: await sentMessages(request),
      model,
      usage,
      finish,
      format,
      fromCache,
    },
    ms,
  };
}

/** What is wrong with an answer, in words for the model; undefined when a validator has nothing against it. */
async function feedbackFor(
  { problem, results }: RepairTask,
  answer: ModelAnswer,
  read: ReadAnswer,
  update: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (read.kind === 'unreadable') {
    return answerFeedback(problem, { kind: 'unreadable', cause: read.cause, reason: read.reason }, answer);
  }
  if (read.kind === 'option') {
    if (update !== undefined) return undefined;
    const reason = `There is no option ${read.option}.`;
    return answerFeedback(problem, { kind: 'unreadable', cause: 'envelope', reason }, answer);
  }
  const { entailment, dataGraph } = problem.recorded.input;
  const applied = await applyUpdate(entailment?.asserted ?? dataGraph, read.update, signal);
  if (applied.kind === 'refused') {
    return answerFeedback(problem, { kind: 'invalidUpdate', reason: applied.reason }, answer);
  }
  if (changeSize(applied.delta) === 0) return answerFeedback(problem, { kind: 'noChange' }, answer);
  const { recorded, introduced } = await changedGraph(problem.recorded, applied.delta, signal);
  const left = new Set(recorded.result.violations.map(violationKey));
  const open = [...results.filter((result) => left.has(violationKey(result))), ...introduced];
  if (open.length === 0) return undefined;
  return `With your update, the graph violates its shapes:\n\n${resultList(open, problem)}\n\n${askAgain}`;
}
