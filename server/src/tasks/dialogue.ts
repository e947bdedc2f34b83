import { requestHash } from '../evaluation/run/requestHash.ts';
import { type AskedModel, heldBack } from '../evaluation/systems/system.ts';
import {
  type LanguageModel,
  type ModelAnswer,
  ModelError,
  type ModelMessage,
  type ModelRequest,
} from '../llm/model/languageModel.ts';
import type { Evaluation, PosedTask } from './task.ts';

/** An answer of a model, judged. */
export interface TaskRound extends Pick<Evaluation, 'scores' | 'info'> {
  readonly answer: string;
  readonly asked: AskedModel;
  /** How long the answer took, in ms. */
  readonly ms: number;
}

export interface Dialogue {
  /** At least one. */
  readonly rounds: readonly TaskRound[];
  /** Why there are no more answers; undefined where none were needed or allowed. */
  readonly failure?: { readonly kind: string; readonly message: string };
}

export interface AskingOptions {
  readonly temperature: number;
  /** Of an answer. */
  readonly maxTokens: number;
  /** Undefined for none. */
  readonly seed: number | undefined;
  /** How often a model may answer. */
  readonly rounds: number;
}

/** What a model is asked first. */
export function firstRequest(
  { prompt }: PosedTask,
  { temperature, maxTokens, seed }: AskingOptions,
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
 * Asks a model until nothing is wrong with its answer that it could be told, at most so many times.
 *
 * @throws ModelError when it gives no answer at all, the signal's reason when aborted.
 */
export async function converse(
  posed: PosedTask,
  model: LanguageModel,
  options: AskingOptions,
  signal: AbortSignal,
): Promise<Dialogue> {
  const first = firstRequest(posed, options);
  const said: ModelMessage[] = [...first.messages];
  const rounds: TaskRound[] = [];
  for (;;) {
    const request = { ...first, messages: [...said] };
    let answer: ModelAnswer;
    try {
      answer = await model.complete(request, signal);
    } catch (error) {
      signal.throwIfAborted();
      // What was answered before stays, when the rest of the conversation is too long, for example.
      if (!(error instanceof ModelError) || error.kind !== 'request' || rounds.length === 0) throw error;
      return { rounds, failure: { kind: 'request', message: error.message } };
    }
    const { scores, info, feedback } = await posed.evaluate(answer.text.slice(0, maxLength), signal);
    const isRepeated = rounds.some((round) => round.answer === answer.text);
    rounds.push({
      answer: answer.text,
      scores,
      info,
      asked: await askedOf(model, request, answer),
      ms: answer.ms,
    });
    if (answer.finish === 'filtered') {
      return {
        rounds,
        failure: { kind: 'filtered', message: heldBack },
      };
    }
    if (feedback === undefined || rounds.length >= options.rounds || isRepeated) return { rounds };
    const cut = answer.finish === 'length' ? 'Your answer was cut off because it is too long.\n\n' : '';
    said.push({ role: 'assistant', text: answer.text.slice(0, maxEcho) || '(no answer)' });
    said.push({ role: 'user', text: `${cut}${feedback}\n\n${askAgain}` });
  }
}

const askAgain = 'Please correct this, and answer again with the whole, in the form that was asked for.';

/** What is read of an answer, in UTF-16 units: comparing texts takes time that grows with its square. */
const maxLength = 40_000;

/** What a model said is sent back to it: no more of it than is worth its price. In UTF-16 units. */
const maxEcho = 8000;

async function askedOf(
  { id }: LanguageModel,
  request: ModelRequest,
  { model, usage, finish, format, fromCache }: ModelAnswer,
): Promise<AskedModel> {
  return { requestSha256: await requestHash(id, request), model, usage, finish, format, fromCache };
}
