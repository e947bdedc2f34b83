import { estimateTokens } from '../model/estimateTokens.ts';
import type { ModelRequest } from '../model/languageModel.ts';

/** About how many tokens of input a request is, with what frames each message. */
export function estimateInput(request: ModelRequest): number {
  return request.messages.reduce((sum, { text }) => sum + estimateTokens(text) + 4, 0);
}
