import { estimateTokens } from './estimateTokens.ts';
import type { ModelRequest } from './languageModel.ts';

/** Estimates the number of input tokens of a request, including what frames each message. */
export function estimateInput(request: ModelRequest): number {
  return request.messages.reduce((sum, { text }) => sum + estimateTokens(text) + 4, 0);
}
