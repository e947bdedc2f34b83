import { ModelError } from '../model/languageModel.ts';
import type { Conversation } from './converse.ts';

/** What came of a conversation: what was accepted, or why the last answer was refused, for people. */
export type ConversationOutcome<Result> =
  | { readonly kind: 'accepted'; readonly value: Result }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * What came of a conversation.
 *
 * @throws ModelError when the last request got no answer, or one that the provider withheld.
 */
export function conversationOutcome<Result>({
  rounds,
  end,
}: Conversation<Result, unknown>): ConversationOutcome<Result> {
  const reason = rounds.at(-1)?.refusal ?? '';
  switch (end.kind) {
    case 'accepted':
      return { kind: 'accepted', value: end.result };
    case 'repeated':
    case 'outOfRounds':
      return { kind: 'refused', reason };
    case 'withheld':
      throw new ModelError('request', reason);
    case 'failed':
      throw end.error;
  }
}
