import {
  type LanguageModel,
  type ModelAnswer,
  ModelError,
  type ModelRequest,
} from '../../repair/llm/model/languageModel.ts';
import {
  type Abilities,
  type AbilityStore,
  allAbilities,
  isAnsweredAtOnce,
  lesserAbilities,
  parameters,
  readCompletion,
} from './chatCompletions.ts';
import { type Endpoint, readEndpoint } from './endpoint.ts';
import { type Call, timedOut } from './errors.ts';
import { Exchange } from './exchange.ts';

/** In ms. Node's HTTP client gives up after five silent minutes, with an unclear message. */
const longestSilence = 290_000;

export interface OpenAiModelOptions {
  /** `https://api.openai.com/v1`, `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  /** The name of the model at the endpoint. */
  readonly model: string;
  /**
   * Called before each request, so that a changed key takes effect immediately; returns undefined when no key is needed.
   */
  readonly key: () => Promise<string | undefined>;
  /** How long a call with all its retries may take, in ms; 600,000 by default. */
  readonly timeout?: number;
  /** How long the endpoint may send nothing, in ms; 120,000 by default, and 290,000 at most. */
  readonly silence?: number;
  /** How often a request is retried after a temporary failure; 2 by default. */
  readonly maxRetries?: number;
  /** Given by callers that keep abilities for longer than this model. */
  readonly abilities?: AbilityStore;
}

/**
 * A model behind any endpoint that implements OpenAI's Chat Completions. Only this file uses the library, and loads it
 * on the first call.
 */
export class OpenAiModel implements LanguageModel {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly #key: () => Promise<string | undefined>;
  readonly #timeout: number;
  readonly #silence: number;
  readonly #maxRetries: number;
  readonly #abilities: AbilityStore;

  /** @throws ModelError when it is not a base URL, or when a key must not be sent to it. */
  constructor(options: OpenAiModelOptions) {
    this.id = options.model;
    this.endpoint = readEndpoint(options.baseUrl);
    this.#key = options.key;
    this.#timeout = options.timeout ?? 600_000;
    this.#silence = Math.min(options.silence ?? 120_000, longestSilence);
    this.#maxRetries = options.maxRetries ?? 2;
    this.#abilities = options.abilities ?? new Map();
  }

  async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
    signal.throwIfAborted();
    const start = performance.now();
    const stop = new AbortController();
    const cancel = () => stop.abort(signal.reason);
    signal.addEventListener('abort', cancel, { once: true });
    const call = { endpoint: this.endpoint, model: this.id, hasKey: false };
    const timer = setTimeout(() => stop.abort(timedOut(this.#timeout, call)), this.#timeout);
    try {
      // The library does not listen to the signal while it pauses between two requests.
      const work = this.#ask(request, start + this.#timeout, stop.signal);
      return { ...(await unlessAborted(work, stop.signal)), ms: performance.now() - start, fromCache: false };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      // Nothing continues in the background after an answer, a failure or a cancellation.
      stop.abort();
    }
  }

  /** Asks in the strictest way that the endpoint accepts. The first call finds out which one that is. */
  async #ask(request: ModelRequest, deadline: number, signal: AbortSignal): Promise<AnswerOf> {
    const key = this.#checked(await this.#key());
    const { OpenAI } = await import('openai');
    const call: Call = {
      endpoint: this.endpoint,
      model: this.id,
      hasKey: key !== undefined,
      ignoredProxy: ignoredProxy(this.endpoint.url, process.env),
    };
    const place = `${this.endpoint.url} ${this.id}`;
    for (let abilities = this.#abilities.get(place) ?? allAbilities; ; ) {
      // An answer that is not streamed arrives only after a silence as long as it takes to generate it.
      const silence = isAnsweredAtOnce(request) ? longestSilence : this.#silence;
      const exchange = new Exchange(call, key, { deadline, silence });
      const client = new OpenAI({
        baseURL: this.endpoint.url,
        fetch: exchange.fetch,
        maxRetries: this.#maxRetries,
        timeout: this.#timeout,
        // The library must not read environment variables, which may be meant for another host. The exchange adds the
        // key.
        apiKey: 'added later',
        adminAPIKey: null,
        organization: null,
        project: null,
        webhookSecret: null,
        // The output of the process may be a protocol.
        logLevel: 'off',
      });
      try {
        // The library's own method for completions would parse a stream itself.
        const body = parameters(this.id, request, abilities);
        const completion = await client.post('/chat/completions', { body, signal });
        const isWhole = !isAnsweredAtOnce(request) && !exchange.cameInParts;
        this.#abilities.set(place, isWhole ? { ...abilities, stream: 'none' } : abilities);
        return answerOf(completion, request, abilities, call);
      } catch (error) {
        signal.throwIfAborted();
        if (!exchange.failure) throw error;
        const { refusal } = exchange.failure;
        const lesser = refusal && lesserAbilities(abilities, request, refusal);
        if (!lesser) throw exchange.failure.error;
        abilities = lesser;
      }
    }
  }

  /** Refuses a key that can't be a header. The HTTP client's error message would quote the key. */
  #checked(key: string | undefined): string | undefined {
    const trimmed = key?.trim() || undefined;
    if (trimmed === undefined || /^[\x21-\x7e]+$/.test(trimmed)) return trimmed;
    throw new ModelError(
      'key',
      `The API key for ${this.endpoint.host} has characters that no key has, such as spaces or line breaks. Set it again.`,
    );
  }
}

type AnswerOf = Omit<ModelAnswer, 'ms' | 'fromCache'>;

function answerOf(
  completion: unknown,
  request: ModelRequest,
  abilities: Abilities,
  { endpoint: { host }, model }: Call,
): AnswerOf {
  const read = readCompletion(completion, request);
  if (!read) {
    throw new ModelError(
      'server',
      `${host} answered without a message of “${model}”. Try again, or ask another model.`,
    );
  }
  return { ...read, model: read.model ?? model, host, format: request.schema ? abilities.format : 'prompt' };
}

/** Settles with the work, or rejects as soon as the signal is aborted, whatever the work does afterwards. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment variable of a proxy that Node's HTTP client will not use for a URL; undefined when there is none, or
 * when the proxy is used. An unused proxy is the most frequent reason why an endpoint can't be reached.
 */
export function ignoredProxy(url: string, environment: Environment): string | undefined {
  const { protocol, hostname } = new URL(url);
  // What Node does with this variable depends on its version. It was at least asked to use the proxy.
  if (environment.NODE_USE_ENV_PROXY === '1') return undefined;
  const names =
    protocol === 'https:'
      ? ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']
      : ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];
  const name = names.find((each) => environment[each]);
  const exceptions = environment.NO_PROXY ?? environment.no_proxy ?? '';
  return isException(hostname, exceptions) ? undefined : name;
}

/** True for a host that a list such as `localhost,.example.org` excludes. */
function isException(hostname: string, exceptions: string): boolean {
  if (/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return true;
  return exceptions
    .split(/[\s,]+/)
    .map((each) => each.replace(/^\*?\./, '').replace(/:\d+$/, ''))
    .some((each) => each === '*' || (each !== '' && (hostname === each || hostname.endsWith(`.${each}`))));
}
