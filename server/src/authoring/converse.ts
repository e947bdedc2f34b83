import {
  type AnswerSchema,
  type LanguageModel,
  type ModelAnswer,
  ModelError,
  type ModelMessage,
  type ModelRequest,
} from '../llm/model/languageModel.ts';

/** What becomes of an answer: what was read of it, or why it is refused, for people and for the model. */
export type Judged<T> =
  | { readonly kind: 'accepted'; readonly value: T }
  | { readonly kind: 'refused'; readonly why: string; readonly feedback: string };

export interface ConversationOptions {
  /** How often the model may answer, at least once. */
  readonly maxRounds: number;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly schema: AnswerSchema | undefined;
  /** Is told what goes on, for progress and logs. */
  readonly observe?: (event: ConversationEvent) => void;
}

/** Rounds are counted from 1. */
export type ConversationEvent =
  | { readonly kind: 'asks'; readonly round: number; readonly request: ModelRequest }
  /** Why it is refused; undefined when it is accepted. */
  | {
      readonly kind: 'judged';
      readonly round: number;
      readonly answer: ModelAnswer;
      readonly refusal: string | undefined;
    };

export type Conversation<T> =
  | { readonly kind: 'accepted'; readonly value: T }
  /** Of the last answer. */
  | { readonly kind: 'refused'; readonly why: string; readonly answer: string };

/**
 * Asks a model until an answer is accepted, telling it why the one before was not.
 *
 * @throws ModelError when there is no answer, the signal's reason when aborted.
 */
export async function converse<T>(
  model: LanguageModel,
  prompt: string,
  { maxRounds, observe, ...options }: ConversationOptions,
  judge: (answer: string) => Promise<Judged<T>> | Judged<T>,
  signal: AbortSignal,
): Promise<Conversation<T>> {
  const messages: ModelMessage[] = [{ role: 'user', text: prompt }];
  const said = new Set<string>();
  for (let round = 1; ; round++) {
    const request: ModelRequest = { ...options, messages: [...messages] };
    observe?.({ kind: 'asks', round, request });
    const answer = await model.complete(request, signal);
    if (answer.finish === 'filtered') throw new ModelError('request', heldBack(answer));
    const judged = await judge(answer.text);
    observe?.({
      kind: 'judged',
      round,
      answer,
      refusal: judged.kind === 'refused' ? judged.why : undefined,
    });
    if (judged.kind === 'accepted') return judged;
    if (round >= maxRounds || said.has(answer.text)) {
      return { kind: 'refused', why: judged.why, answer: answer.text };
    }
    said.add(answer.text);
    const cut = answer.finish === 'length' ? 'Your answer was cut off because it is too long.\n\n' : '';
    // Providers refuse messages without text.
    messages.push({ role: 'assistant', text: answer.text.slice(0, maxEcho) || '(no answer)' });
    messages.push({ role: 'user', text: `${cut}${judged.feedback}` });
  }
}

function heldBack({ model, host }: ModelAnswer): string {
  return `${host ?? 'The provider'} held the answer of “${model}” back, or the model refused. Ask another model.`;
}

/** What a model said is sent back to it: no more of it than is worth its price, in UTF-16 units. */
const maxEcho = 8000;
