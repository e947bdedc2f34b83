import {
  type AnswerJudgement,
  type ConversationOutcome,
  type ConversationPolicy,
  conversationOutcome,
  converse,
} from '../../repair/llm/conversation/converse.ts';
import type { LanguageModel, ModelRequest } from '../../repair/llm/model/languageModel.ts';

/** The settings of users for asking a model for help with writing data. */
export type AskModelOptions = Pick<ConversationPolicy, 'maxRounds' | 'observe'> &
  Pick<ModelRequest, 'temperature'>;

/** What a model is asked for. */
export interface AuthoringRequest extends Pick<ModelRequest, 'schema' | 'maxTokens'> {
  readonly prompt: string;
}

/** The judgement on an answer. Refused answers have no result. */
export type AuthoringJudgement<Result> = AnswerJudgement<Result, undefined>;

/**
 * Asks a model for help with writing data until an answer is accepted.
 *
 * @throws ModelError when there is no answer, the signal's reason when aborted.
 */
export async function askModel<Result>(
  model: LanguageModel,
  { prompt, schema, maxTokens }: AuthoringRequest,
  judge: (answer: string) => Promise<AuthoringJudgement<Result>> | AuthoringJudgement<Result>,
  { temperature, ...policy }: AskModelOptions,
  signal: AbortSignal,
): Promise<ConversationOutcome<Result>> {
  const first = { messages: [{ role: 'user', text: prompt }], schema, temperature, maxTokens } as const;
  const conversation = await converse<Result, undefined>(
    model,
    first,
    ({ text }) => judge(text),
    { ...policy, acceptsWithheld: false },
    signal,
  );
  return conversationOutcome(conversation);
}

/**
 * The judgement on an answer that can't be used.
 *
 * @param feedback the reason and what to do about it, for the model.
 */
export function refusal(reason: string, feedback: string): AuthoringJudgement<never> {
  return { kind: 'refused', result: undefined, reason, feedback };
}
