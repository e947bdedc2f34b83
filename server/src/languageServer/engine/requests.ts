import type { EngineAnswer, EngineRequest } from '../protocol/engine/requests.ts';
import type { AnsweredMethod } from '../protocol/methods/methods.ts';
import { repairHandlers } from './documents/repairHandlers.ts';
import type { MethodHandler, RequestContext } from './requestContext.ts';

/** Answers a request. Rejects with the signal's reason when it is cancelled. */
export async function answerRequest(
  request: EngineRequest,
  context: RequestContext,
  signal: AbortSignal,
): Promise<EngineAnswer> {
  const handlers: Partial<Record<AnsweredMethod, unknown>> = repairHandlers;
  // The table has the right handler for each method, but the compiler can't follow that through a union of methods.
  const handler = handlers[request.method] as MethodHandler<AnsweredMethod, RequestContext> | undefined;
  if (handler) return handler(request.params, context, signal);
  // The code for all else is loaded with the first request for it, because users wait for diagnostics first.
  const { answerMethod } = await import('./methods.ts');
  return answerMethod(request, context, signal);
}
