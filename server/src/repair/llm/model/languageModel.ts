import {
  boolean,
  defaultingTo,
  enumOf,
  label,
  listOf,
  number,
  object,
  optional,
  type ShapeType,
  string,
} from '../../../base/jsonShape.ts';

/**
 * A language model, wherever it runs. Its answers are data, which are read, checked and verified before anyone sees
 * them.
 */
export interface LanguageModel {
  /** For reports and caches: `gpt-4o`, `llama3.1:70b`. */
  readonly id: string;
  /**
   * Answers one request.
   *
   * @throws ModelError when there is no answer, the signal's reason when aborted.
   */
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer>;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** The form of the answer. Models that do not support schemas are asked for it in words. */
  readonly schema: AnswerSchema | undefined;
  /** 0 for the most likely answer. */
  readonly temperature: number;
  /** The maximum length of the answer. For bare requests, the assumed length where costs are estimated. */
  readonly maxTokens: number;
  readonly seed?: number;
  /** To send the model's name, the messages, temperature and seed, and nothing else, not even a limit for the answer. */
  readonly bare?: boolean;
  /** What the model may call instead of answering. */
  readonly tools?: readonly ModelTool[];
}

export interface ModelMessage {
  /** `tool` answers a call. */
  readonly role: 'user' | 'assistant' | 'tool';
  readonly text: string;
  /** What the assistant called. */
  readonly calls?: readonly RequestedCall[];
  /** The id of the call that a tool answers. */
  readonly callId?: string;
}

/** A function that a model may have called. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** A JSON schema of its input. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A JSON schema with a name, in the subset that providers enforce. */
export interface AnswerSchema {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export const callShape = object({
  id: string,
  name: string,
  /** JSON, if the model wrote any. */
  input: string,
});
/** A call as a model wrote it. */
export type RequestedCall = ShapeType<typeof callShape>;

export const usageShape = object({
  input: number,
  /** The part of the input that the provider had cached, which some sell for less; absent if it does not say. */
  cachedInput: optional(number),
  /** Includes reasoning, which is billed as output. */
  output: number,
  /** True when the provider did not report usage. */
  estimated: defaultingTo(false, boolean),
});
export type TokenUsage = ShapeType<typeof usageShape>;

export const answerShape = object({
  text: string,
  /** The calls to be made before the model continues; absent if there are none. */
  calls: optional(listOf(callShape)),
  /** Why the answer ends: complete, cut off at `maxTokens`, or withheld by the provider. */
  finish: enumOf('done', 'length', 'filtered'),
  usage: usageShape,
  /** The model that answered, as the provider names it. */
  model: label,
  /** The endpoint, for people: `api.openai.com`. Absent when no endpoint answered. */
  host: optional(label),
  /** The provider's name for its configuration (`system_fingerprint`); absent if it has none. */
  fingerprint: optional(label),
  /** How the form of the answer was requested. */
  format: enumOf('json_schema', 'json_object', 'prompt'),
  /** From the request to the whole answer, in ms; 0 from the cache. */
  ms: defaultingTo(0, number),
  fromCache: defaultingTo(false, boolean),
});
export type ModelAnswer = ShapeType<typeof answerShape>;

/**
 * Why there is no answer, in words for the user: what happened, where, and what to do. `refused`: the model was not
 * asked, because its user does not allow it.
 */
export class ModelError extends Error {
  readonly kind: 'refused' | 'key' | 'model' | 'limit' | 'timeout' | 'unreachable' | 'request' | 'server';

  constructor(kind: ModelError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelError';
    this.kind = kind;
  }
}
