/** A language model, wherever it runs. What it answers is data: read, checked and proven before anyone sees it. */
export interface LanguageModel {
  /** For reports and caches: `gpt-4o`, `llama3.1:70b`. */
  readonly id: string;
  /**
   * One answer to one request.
   *
   * @throws ModelError when there is no answer, the signal's reason when aborted.
   */
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer>;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** What the answer has to look like; models that cannot be made to are asked to. */
  readonly schema: AnswerSchema | undefined;
  /** 0 for the most likely answer. */
  readonly temperature: number;
  readonly maxTokens: number;
  readonly seed?: number;
}

export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** A JSON schema with a name, in the subset that providers enforce. */
export interface AnswerSchema {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ModelAnswer {
  readonly text: string;
  /** Why it ends there: done, cut off at `maxTokens`, held back by the provider. */
  readonly finish: 'done' | 'length' | 'filtered';
  readonly usage: TokenUsage;
  /** The model that answered, as the provider names it. */
  readonly model: string;
  /** The endpoint, for people: `api.openai.com`; absent when it is no endpoint that answered. */
  readonly host?: string;
  /** How the form of the answer was asked for. */
  readonly format: 'json_schema' | 'json_object' | 'prompt';
  /** From the request to the whole answer, in ms; 0 from the cache. */
  readonly ms: number;
  readonly fromCache: boolean;
}

export interface TokenUsage {
  readonly input: number;
  /** What of the input the provider still had from before, which some sell for less; absent when it does not say. */
  readonly cachedInput?: number;
  /** Reasoning included: it is paid for as output. */
  readonly output: number;
  /** True when the provider did not count. */
  readonly estimated: boolean;
}

/**
 * Why there is no answer, in words for the user: what happened, where, and what to do. `refused`: the model was not
 * asked, since its user does not allow it.
 */
export class ModelError extends Error {
  readonly kind: 'refused' | 'key' | 'model' | 'limit' | 'timeout' | 'unreachable' | 'request' | 'server';

  constructor(kind: ModelError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelError';
    this.kind = kind;
  }
}
