import type { LanguageModel, ModelAnswer, ModelRequest } from '../repair/llm/model/languageModel.ts';

/** A scripted reply: a text, parts of an answer, or an error to throw. */
export type ScriptedReply = string | Partial<ModelAnswer> | Error;

/** A model that answers by a script: one reply for each request. The last reply also answers all further requests. */
export class ScriptedModel implements LanguageModel {
  readonly id = 'scripted';
  /** All requests so far. */
  readonly requests: ModelRequest[] = [];
  readonly #script: readonly ScriptedReply[];

  constructor(...script: readonly [ScriptedReply, ...ScriptedReply[]]) {
    this.#script = script;
  }

  async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
    signal.throwIfAborted();
    const reply = this.#script[Math.min(this.requests.length, this.#script.length - 1)]!;
    this.requests.push(request);
    await Promise.resolve();
    signal.throwIfAborted();
    if (reply instanceof Error) throw reply;
    return {
      text: '',
      finish: 'done',
      usage: { input: 100, output: 10, estimated: false },
      model: 'scripted-1',
      format: 'prompt',
      ms: 1,
      fromCache: false,
      ...(typeof reply === 'string' ? { text: reply } : reply),
    };
  }
}
