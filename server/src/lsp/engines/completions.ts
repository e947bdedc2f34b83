import { type ModelAnswer, ModelError, type ModelRequest } from '../../llm/model/languageModel.ts';
import type { Completion } from '../../protocol/engine/messages.ts';

/** Has the model that is configured answer. */
export type Complete = (request: ModelRequest, signal: AbortSignal) => Promise<ModelAnswer>;

/** What comes of asking a model, as a message. */
export async function completionOf(
  complete: Complete,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Completion> {
  try {
    return { kind: 'answered', answer: await complete(request, signal) };
  } catch (error) {
    if (error instanceof ModelError) return { kind: 'failed', error: error.kind, message: error.message };
    return { kind: 'broken', message: error instanceof Error ? error.message : String(error) };
  }
}
