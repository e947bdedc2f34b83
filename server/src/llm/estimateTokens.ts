import type { ModelRequest } from './languageModel.ts';

/**
 * About how many tokens a text is, for models whose tokenizer is not known: one for each three bytes of UTF-8. A
 * rough figure, for budgets and rate limits, and to be shown as an estimate.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 3);
}

/** About how many tokens of input a request is, with what frames each message. */
export function estimateInput(request: ModelRequest): number {
  return request.messages.reduce((sum, { text }) => sum + estimateTokens(text) + 4, 0);
}
