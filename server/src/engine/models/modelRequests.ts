import type { ModelRepairInfo } from '../../ide/model/modelRepairs.ts';
import { type LanguageModel, ModelError } from '../../llm/model/languageModel.ts';
import { CountingModel } from '../../llm/model/spending.ts';
import { approachText } from '../../llm/prompt/strategy.ts';
import type { ModelRepair } from '../../protocol/editor/protocol.ts';
import type { ModelRequests } from '../../protocol/engine/documentRequests.ts';
import type { EditCapabilities } from '../../protocol/engine/messages.ts';
import type { RequestAnswer, RequestParams } from '../../protocol/engine/requests.ts';
import { failureOf } from '../../protocol/failures.ts';
import * as toProto from '../../protocol/toProto.ts';
import { loadSparqlParser } from '../../sparql/parseSparql.ts';
import type { RequestContext, RequestHandler, RequestHandlers } from '../requestContext.ts';
import { follower, noAnswer } from './follower.ts';

/** Answers the requests that need a model, and what a model would be asked. */
export const modelRequests: RequestHandlers<keyof ModelRequests> = {
  async prompt({ uri, key, model }, { host, isOpen }, signal) {
    const prompt = isOpen(uri) ? await host.modelPrompt(uri, key, model, signal) : undefined;
    return prompt ? { ...prompt, strategy: approachText(model) } : null;
  },

  modelRepairs: answeredByModel(async ({ uri, key, model: options }, context, model, signal) => {
    const { host, lines, capabilities, trace } = context;
    const asked = { ...options, model, observe: follower(model.id, context) };
    const info = await host.modelRepairs(uri, key, asked, signal);
    if (!info) return { kind: 'failed', message: 'This result is gone.' };
    const { repairs, refused } = info;
    const own = repairs.filter((repair) => repair.model !== undefined);
    if (info.failure) trace(noAnswer(info.failure));
    if (own.length === 0 && info.failure) return failureOf(info.failure);
    const proto = (repair: ModelRepairInfo) => modelRepair(repair, lines, capabilities);
    return { kind: 'answered', repairs: repairs.map(proto), refused, spending: model.spending };
  }),

  repairWithModel: answeredByModel(async ({ uri, keys, model: options }, context, model, signal) => {
    const { host, lines, capabilities, progress, trace } = context;
    let begun = 0;
    const asked = {
      ...options,
      model,
      observe: follower(model.id, { progress: () => {}, trace }),
      onRequest: (what: string) => {
        begun += 1;
        progress(`${begun} of ${keys.length}: ${what}`);
      },
    };
    const { repairs, failure } = await host.repairWithModel(uri, keys, asked, signal);
    if (failure) trace(noAnswer(failure));
    if (failure && repairs.parts.length === 0) return failureOf(failure);
    const parts = toProto.repairParts(repairs, model.id, lines, capabilities);
    return { kind: 'answered', ...parts, spending: model.spending };
  }),
};

/** A handler that has a model whose spending is counted. Null where the file is not open. */
function answeredByModel<Name extends 'modelRepairs' | 'repairWithModel'>(
  answer: (
    params: RequestParams<Name>,
    context: RequestContext,
    model: CountingModel,
    signal: AbortSignal,
  ) => Promise<RequestAnswer<Name>>,
): RequestHandler<Name> {
  return async (params, context, signal) => {
    if (!context.isOpen(params.uri)) return null;
    try {
      const model = new CountingModel(usingItsTime(context.model(params.model.id)));
      return await answer(params, context, model, signal);
    } catch (error) {
      if (error instanceof ModelError) return failureOf(error);
      throw error;
    }
  };
}

/** While the model thinks, what its answer is read with is loaded. */
function usingItsTime(model: LanguageModel): LanguageModel {
  return {
    id: model.id,
    complete(request, signal) {
      const answer = model.complete(request, signal);
      // The request is sent first. An error here occurs again, and is reported, when the parser is needed.
      setImmediate(() => loadSparqlParser().catch(() => {}));
      return answer;
    },
  };
}

function modelRepair(
  { edits, needsInput, ...rest }: ModelRepairInfo,
  lines: toProto.FindLines,
  capabilities: EditCapabilities,
): ModelRepair {
  return {
    ...rest,
    edit: toProto.workspaceEdit(edits, needsInput, lines, capabilities),
    preview: toProto.workspaceEdit(edits, false, lines, { ...capabilities, snippets: false }),
  };
}
