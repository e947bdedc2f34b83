import { changeSize } from '../../../repair/drafts/change.ts';
import { answerFeedback, askAgain, resultList } from '../../../repair/llm/answer/answerFeedback.ts';
import { type AnswerScope, type ReadAnswer, readAnswer } from '../../../repair/llm/answer/readAnswer.ts';
import { type AnswerJudge, converse } from '../../../repair/llm/conversation/converse.ts';
import type { LanguageModel, ModelAnswer, ModelRequest } from '../../../repair/llm/model/languageModel.ts';
import { type PromptTemplate, promptFor } from '../../../repair/llm/prompt/prompt.ts';
import { prefixesOf } from '../../../repair/llm/prompt/promptContext.ts';
import type { Strategy } from '../../../repair/llm/prompt/strategy.ts';
import { uncertaintyText, type VerifiedRepair } from '../../../repair/repair.ts';
import { suggestRepairs } from '../../../repair/search/suggestRepairs.ts';
import { violationKey } from '../../../shacl/model/violation.ts';
import { budgetUnder } from '../../../shacl/sparql/queryEngine.ts';
import { applyUpdate, defaultLimits } from '../../../sparql/applyUpdate.ts';
import { requestHash, sentMessages } from '../requests/promptLog.ts';
import { changedGraph, type RepairTask } from '../suite/repairTask.ts';
import { type AskedModel, type AttemptRound, type RepairSystem, recordedFailure } from '../system.ts';

export type ResponseFormat = 'none' | 'json';

export interface ModelSystemOptions {
  readonly strategy: Strategy;
  readonly template: PromptTemplate;
  /** How the form of answers is asked for: only in the words of the prompt, or by a JSON schema as well. */
  readonly responseFormat: ResponseFormat;
  /** How often the model may answer. The paper counts the first answer. */
  readonly rounds: number;
  readonly temperature: number;
  /** The maximum length of an answer; for bare requests, the length that is assumed when costs are estimated. */
  readonly maxTokens: number;
  /** Whether requests contain only what the paper's did. */
  readonly bare: boolean;
  /** The seed of the first repeat; it is incremented for further repeats. */
  readonly seed: number | undefined;
  readonly shapesPrefixes: ReadonlyMap<string, string>;
  /** How many symbolic repairs the model may choose from; undefined for none. */
  readonly choices: number | undefined;
  /** How to answer, if not as in the template. */
  readonly ending?: string | undefined;
}

/**
 * A model that is asked as in the paper: one prompt about one of the results. If there is more than one round, it is told
 * what a validator finds wrong with its answer: that it is not an update, or which results remain.
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
  readonly noPositiveExample: boolean;
  /** The first request. */
  readonly request: ModelRequest;
}

/** What a model is asked first. */
export async function prepare(
  { problem, repeat }: RepairTask,
  options: ModelSystemOptions,
  signal: AbortSignal,
): Promise<Prepared> {
  const { strategy, template, responseFormat, shapesPrefixes, choices: max } = options;
  const { temperature, maxTokens, seed, bare, ending } = options;
  const known = max === undefined ? undefined : await suggestRepairs(problem, { max }, signal);
  const choices = known?.repairs ?? [];
  const prompt = promptFor(problem, {
    template,
    strategy,
    shapesPrefixes,
    // The prompts of the paper are complete. Whether they are too large is decided for all cases of a cell.
    ...(template === 'replication' && {
      maxTriples: Number.POSITIVE_INFINITY,
      maxConforming: Number.POSITIVE_INFINITY,
    }),
    choices: choices.map(({ repair }) => repair),
    question: known?.uncertainty && uncertaintyText(known.uncertainty),
    ending,
  });
  // The first repeat is the paper's single request. Further repeats need other seeds, or they would get the same
  // answer.
  const own = seed === undefined && repeat === 1 ? undefined : (seed ?? 0) + repeat - 1;
  return {
    scope: {
      keys: Object.keys(prompt.schema.schema.properties as object),
      prefixes: prefixesOf(problem, shapesPrefixes),
    },
    choices,
    noPositiveExample: prompt.noPositiveExample,
    request: {
      messages: [{ role: 'user', text: prompt.text }],
      schema: responseFormat === 'json' ? prompt.schema : undefined,
      temperature,
      maxTokens,
      ...(own !== undefined && { seed: own }),
      ...(bare && { bare }),
    },
  };
}

/** Records the answer. Whether anything is wrong with it is only checked if the model may answer again. */
function roundJudge(
  task: RepairTask,
  model: LanguageModel,
  { scope, choices, noPositiveExample }: Prepared,
  signal: AbortSignal,
): AnswerJudge<AttemptRound> {
  return async (answer, request) => {
    const read = await readAnswer(answer.text, scope);
    const update = updateIn(read, choices);
    return {
      kind: 'undecided',
      result: await roundOf(model, request, answer, { read, update, noPositiveExample }),
      feedback: () => feedbackFor(task, answer, read, update, signal),
    };
  };
}

/** The update of an answer. */
function updateIn(read: ReadAnswer, choices: readonly VerifiedRepair[]): string | undefined {
  return read.kind === 'option' ? choices[read.option - 1]?.repair.update : read.text;
}

interface Read extends Pick<Prepared, 'noPositiveExample'> {
  readonly read: ReadAnswer;
  readonly update: string | undefined;
}

async function roundOf(
  model: LanguageModel,
  request: ModelRequest,
  answer: ModelAnswer,
  { read, update, noPositiveExample }: Read,
): Promise<AttemptRound> {
  return {
    answer: answer.text,
    update,
    envelopeStrict: read.extraction.strict.kind === 'answer',
    prefixesInjected: read.kind === 'update' ? read.prefixesInjected : [],
    asked: { ...askedModel(model, request, answer), ...(noPositiveExample && { noPositiveExample }) },
    ms: answer.ms,
  };
}

/** What is recorded about a request and its answer. */
export function askedModel(
  { id }: LanguageModel,
  request: ModelRequest,
  { usage, model, finish, format, fromCache, host, fingerprint }: ModelAnswer,
): AskedModel {
  return {
    requestSha256: requestHash(id, request),
    messages: sentMessages(request),
    model,
    usage,
    finish,
    format,
    fromCache,
    at: new Date().toISOString(),
    ...(host !== undefined && { host }),
    ...(fingerprint !== undefined && { fingerprint }),
  };
}

/** Feedback for the model; undefined when a validator finds nothing wrong. */
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
  const { input, options: watch } = problem.recorded;
  const graph = input.entailment?.asserted ?? input.dataGraph;
  const applied = await applyUpdate(graph, read.update, signal, budgetUnder(watch, defaultLimits));
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
