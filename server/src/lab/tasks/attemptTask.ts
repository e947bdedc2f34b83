import { type AnswerJudgement, converse } from '../../repair/llm/conversation/converse.ts';
import type { LanguageModel, ModelAnswer, ModelRequest } from '../../repair/llm/model/languageModel.ts';
import { requestHash } from '../evaluation/requests/promptLog.ts';
import { type AskedModel, recordedFailure } from '../evaluation/system.ts';
import type { PosedTask, TaskEvaluation } from './task.ts';

/** A judged answer of a model. */
export interface TaskRound extends Pick<TaskEvaluation, 'scores' | 'info'> {
  readonly answer: string;
  readonly asked: AskedModel;
  /** The duration of the answer, in ms. */
  readonly ms: number;
}

export interface TaskAttempt {
  /** At least one. */
  readonly rounds: readonly TaskRound[];
  /** Why there are no more answers; undefined if none were needed or allowed. */
  readonly failure?: { readonly kind: string; readonly message: string };
}

export interface TaskRequestOptions {
  readonly temperature: number;
  /** Of an answer. */
  readonly maxTokens: number;
  /** Undefined for none. */
  readonly seed: number | undefined;
  /** How often a model may answer. */
  readonly rounds: number;
}

/** The first request to a model. */
export function taskRequest(
  { prompt }: PosedTask,
  { temperature, maxTokens, seed }: TaskRequestOptions,
): ModelRequest {
  return {
    messages: [{ role: 'user', text: prompt }],
    schema: undefined,
    temperature,
    maxTokens,
    ...(seed !== undefined && { seed }),
  };
}

/**
 * Asks a model until its answer has no error that it could be told about, or it has no answers left.
 *
 * @throws ModelError when there is nothing to record, the signal's reason when aborted.
 */
export async function attemptTask(
  posed: PosedTask,
  model: LanguageModel,
  options: TaskRequestOptions,
  signal: AbortSignal,
): Promise<TaskAttempt> {
  const judge = async (answer: ModelAnswer, request: ModelRequest): Promise<AnswerJudgement<TaskRound>> => {
    const { scores, info, feedback } = await posed.evaluate(answer.text.slice(0, maxLength), signal);
    const asked = await askedOf(model, request, answer);
    const result = { answer: answer.text, scores, info, asked, ms: answer.ms };
    if (feedback === undefined) return { kind: 'accepted', result };
    return { kind: 'refused', result, reason: feedback, feedback: `${feedback}\n\n${askAgain}` };
  };
  const policy = { maxRounds: options.rounds, acceptsWithheld: false };
  const conversation = await converse(model, taskRequest(posed, options), judge, policy, signal);
  const rounds = conversation.rounds.map(({ result }) => result);
  const failure = recordedFailure(conversation);
  return { rounds, ...(failure && { failure }) };
}

const askAgain = 'Please correct this, and answer again with the whole, in the form that was asked for.';

/** The part of an answer that is read, in UTF-16 units: comparing texts takes quadratic time. */
const maxLength = 40_000;

async function askedOf(
  { id }: LanguageModel,
  request: ModelRequest,
  { model, usage, finish, format, fromCache }: ModelAnswer,
): Promise<AskedModel> {
  return { requestSha256: requestHash(id, request), model, usage, finish, format, fromCache };
}
