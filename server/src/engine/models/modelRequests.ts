import type { AnalysisHost } from '../../ide/analysisHost.ts';
import type { ModelRepairInfo } from '../../ide/model/modelRepairs.ts';
import { type LanguageModel, ModelError } from '../../llm/model/languageModel.ts';
import { CountingModel } from '../../llm/model/spending.ts';
import { approachText } from '../../llm/prompt/strategy.ts';
import type { ModelRepair } from '../../protocol/editor/protocol.ts';
import type { Answers, EditCapabilities, Question } from '../../protocol/engine/messages.ts';
import { failureOf } from '../../protocol/failures.ts';
import * as toProto from '../../protocol/toProto.ts';
import { preloadQueryEngine } from '../../sparql/preloadQueryEngine.ts';
import { follower, noAnswer } from './modelFollower.ts';

type ModelQuestion = Extract<Question, { readonly ask: 'modelRepairs' | 'repairWithModel' | 'prompt' }>;

interface World {
  readonly host: AnalysisHost;
  readonly model: LanguageModel;
  readonly progress: (message: string) => void;
  readonly trace: (text: string) => void;
  readonly lines: toProto.FindLines;
  readonly capabilities: EditCapabilities;
}

/** Answers what a model is needed for, or what is to be known about asking one. */
export async function answerModelQuestion(
  question: ModelQuestion,
  world: World,
  signal: AbortSignal,
): Promise<Answers[ModelQuestion['ask']]> {
  try {
    const model = new CountingModel(usingItsTime(world.model));
    return await answer(question, { ...world, model }, signal);
  } catch (error) {
    if (error instanceof ModelError) return failureOf(error);
    throw error;
  }
}

/** While the model thinks, what its answer is read with is loaded. */
function usingItsTime(model: LanguageModel): LanguageModel {
  return {
    id: model.id,
    complete(request, signal) {
      const answer = model.complete(request, signal);
      // The request goes out first. Whatever fails here fails again, and is told, when it is needed.
      setImmediate(() => preloadQueryEngine().catch(() => {}));
      return answer;
    },
  };
}

async function answer(
  question: ModelQuestion,
  { host, model, progress, trace, lines, capabilities }: World & { readonly model: CountingModel },
  signal: AbortSignal,
): Promise<Answers[ModelQuestion['ask']]> {
  const { uri } = question;
  switch (question.ask) {
    case 'prompt': {
      const prompt = await host.modelPrompt(uri, question.key, question.model, signal);
      return prompt ? { ...prompt, strategy: approachText(question.model) } : null;
    }
    case 'modelRepairs': {
      const asked = { ...question.model, model, observe: follower(model.id, { progress, trace }) };
      const info = await host.modelRepairs(uri, question.key, asked, signal);
      if (!info) return { kind: 'failed', message: 'This result is gone.' };
      const { repairs, refused } = info;
      const own = repairs.filter((repair) => repair.model !== undefined);
      if (info.failure) trace(noAnswer(info.failure));
      if (own.length === 0 && info.failure) return failureOf(info.failure);
      const proto = (repair: ModelRepairInfo) => modelRepair(repair, lines, capabilities);
      const { spending } = model;
      return { kind: 'answered', repairs: repairs.map(proto), refused, spending };
    }
    case 'repairWithModel': {
      const { keys } = question;
      let asked = 0;
      const options = {
        ...question.model,
        model,
        observe: follower(model.id, { progress: () => {}, trace }),
        asking: (what: string) => {
          asked += 1;
          progress(`${asked} of ${keys.length}: ${what}`);
        },
      };
      const { repairs, failure: stopped } = await host.repairWithModel(uri, keys, options, signal);
      if (stopped) trace(noAnswer(stopped));
      if (stopped && repairs.parts.length === 0) return failureOf(stopped);
      const parts = toProto.repairParts(repairs, model.id, lines, capabilities);
      return { kind: 'answered', ...parts, spending: model.spending };
    }
  }
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
