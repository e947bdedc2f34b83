import type { ModelRequest } from './languageModel.ts';
import { estimateTokens } from './tokens.ts';

/** About how many tokens of input a request is, with what frames each message. */
export function estimateInput(request: ModelRequest): number {
  return request.messages.reduce((sum, { text }) => sum + estimateTokens(text) + 4, 0);
}
