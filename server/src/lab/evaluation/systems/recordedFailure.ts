import type { Conversation } from '../../../repair/llm/conversation/converse.ts';
import type { AttemptFailure } from '../system.ts';

/** Why a `filtered` answer is missing, as runs record it. */
export const withheldMessage = 'The provider held the answer back, or the model refused.';

/**
 * Why a model gave no more answers, as a run records it; undefined if no more were needed or allowed.
 *
 * @throws ModelError when there is nothing to record, so that the attempt has to be repeated.
 */
export function recordedFailure({
  rounds,
  end,
}: Pick<Conversation<unknown>, 'rounds' | 'end'>): AttemptFailure | undefined {
  switch (end.kind) {
    case 'accepted':
    case 'repeated':
    case 'outOfRounds':
      return undefined;
    case 'withheld':
      return { kind: 'filtered', message: withheldMessage };
    case 'failed': {
      const { error } = end;
      // Earlier answers count even if the rest of the conversation is too long for the model, for example.
      if (error.kind !== 'request' || rounds.length === 0) throw error;
      return { kind: 'request', message: error.message };
    }
  }
}
