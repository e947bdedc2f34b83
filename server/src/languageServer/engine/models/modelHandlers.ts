import { type LanguageModel, ModelError } from '../../../repair/llm/model/languageModel.ts';
import { CountingModel } from '../../../repair/llm/model/spending.ts';
import { approachText } from '../../../repair/llm/prompt/strategy.ts';
import type { ModelRepairInfo } from '../../../service/ide/model/modelRepairs.ts';
import { loadSparqlParser } from '../../../sparql/parseSparql.ts';
import type { Failure, ModelRepair } from '../../protocol/editor/protocol.ts';
import * as editsToProto from '../../protocol/editsToProto.ts';
import type { EditCapabilities } from '../../protocol/engine/messages.ts';
import type { ModelOptions } from '../../protocol/engine/requests.ts';
import { failureOf, noModel, notOpen } from '../../protocol/failures.ts';
import type { modelMethods } from '../../protocol/methods/modelMethods.ts';
import type * as toProto from '../../protocol/toProto.ts';
import type { MethodHandlers, RequestContext } from '../requestContext.ts';
import { follower, noAnswer, summaryOf } from './follower.ts';

/** Answers the requests that need a model, and requests for its prompts. */
export const modelHandlers: MethodHandlers<keyof typeof modelMethods, RequestContext> = {
  async 'shaclRepair/prompt'({ uri, key }, { host, isOpen, asking }, signal) {
    if (!asking || !isOpen(uri)) return null;
    const prompt = await host.modelPrompt(uri, key, asking, signal);
    return prompt ? { ...prompt, strategy: approachText(asking) } : null;
  },

  'shaclRepair/modelRepairs': answeredByModel(
    async ({ uri, key }, { options, model, ...context }, signal) => {
      const { host, lines, capabilities, trace } = context;
      const asked = { ...options, model, observe: follower(model.id, context) };
      const info = await host.modelRepairs(uri, key, asked, signal);
      if (!info) return { kind: 'failed', message: 'This result is gone.' };
      const { repairs, refused } = info;
      const own = repairs.filter((repair) => repair.model !== undefined);
      if (info.failure) trace(noAnswer(info.failure));
      if (own.length === 0 && info.failure) return failureOf(info.failure);
      const proto = (repair: ModelRepairInfo) => modelRepair(repair, lines, capabilities);
      return {
        kind: 'answered',
        repairs: repairs.map(proto),
        refused,
        summary: summaryOf(model.spending, options),
      };
    },
  ),

  'shaclRepair/repairWithModel': answeredByModel(async ({ uri, keys }, context, signal) => {
    const { options, model, host, lines, capabilities, progress, trace } = context;
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
    const parts = editsToProto.repairParts(repairs, model.id, lines, capabilities);
    return { kind: 'answered', ...parts, summary: summaryOf(model.spending, options) };
  }),
};

interface AskingContext extends Omit<RequestContext, 'model'> {
  readonly options: ModelOptions;
  /** Its spending is counted. */
  readonly model: CountingModel;
}

/** A handler that gets a model. Where none can be asked, the reason is the answer. */
function answeredByModel<Params extends { readonly uri: string }, Answer>(
  answer: (params: Params, context: AskingContext, signal: AbortSignal) => Promise<Answer>,
) {
  return async (params: Params, context: RequestContext, signal: AbortSignal): Promise<Answer | Failure> => {
    const { asking: options } = context;
    if (!options?.isConfigured) return noModel;
    if (!context.isOpen(params.uri)) return notOpen;
    try {
      const model = new CountingModel(usingItsTime(context.model(options.id)));
      return await answer(params, { ...context, options, model }, signal);
    } catch (error) {
      if (error instanceof ModelError) return failureOf(error);
      throw error;
    }
  };
}

/** The code that reads the answer is loaded while the model is working. */
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
    edit: editsToProto.workspaceEdit(edits, needsInput, lines, capabilities),
    preview: editsToProto.workspaceEdit(edits, false, lines, { ...capabilities, snippets: false }),
  };
}
