import type {
  BatchEndpoint,
  BatchRequest,
  BatchResult,
  BatchState,
} from '../../lab/evaluation/requests/batches.ts';
import { ModelError, type ModelRequest } from '../../repair/llm/model/languageModel.ts';
import {
  type Abilities,
  allAbilities,
  lesserAbilities,
  parameters,
  readCompletion,
  withoutKey,
} from './chatCompletions.ts';
import { type Endpoint, readEndpoint } from './endpoint.ts';
import {
  type Call,
  fields,
  maxAnswer,
  notAnAnswer,
  parsed,
  readRefusal,
  redirected,
  refused,
  tooLarge,
  unreachable,
} from './errors.ts';

export interface OpenAiBatchesOptions {
  /** `https://api.openai.com/v1` */
  readonly baseUrl: string;
  readonly key: string | undefined;
  /** The time-out of a request, in ms; 300,000 by default, because files are large. */
  readonly timeout?: number;
  /** The pauses between attempts after a temporary failure, in ms. */
  readonly pauses?: readonly number[];
}

/**
 * The Batch API of OpenAI and of compatible endpoints: a file of requests is uploaded, and a file of answers is ready
 * within a day.
 */
export class OpenAiBatches implements BatchEndpoint {
  readonly #endpoint: Endpoint;
  readonly #key: string | undefined;
  readonly #timeout: number;
  readonly #pauses: readonly number[];
  /** The abilities of each model, reduced after refusals. */
  readonly #abilities = new Map<string, Abilities>();
  /** The requests and the abilities they were sent with, for reading the answers. */
  readonly #asked = new Map<
    string,
    { readonly model: string; readonly request: ModelRequest; readonly abilities: Abilities }
  >();

  /** @throws ModelError when it is not a base URL, or when a key must not be sent to it. */
  constructor({ baseUrl, key, timeout = 300_000, pauses = [1_000, 5_000, 20_000] }: OpenAiBatchesOptions) {
    this.#endpoint = readEndpoint(baseUrl);
    this.#key = key;
    this.#timeout = timeout;
    this.#pauses = pauses;
  }

  get url(): string {
    return this.#endpoint.url;
  }

  async begin(requests: readonly BatchRequest[], label: string): Promise<string> {
    const lines = requests.map(({ key, model, request }) => {
      const abilities = this.#abilitiesOf(model);
      this.#asked.set(key, { model, request, abilities });
      const body = parameters(model, request, abilities);
      return `${JSON.stringify({ custom_id: key, method: 'POST', url: '/v1/chat/completions', body })}\n`;
    });
    const form = new FormData();
    form.append('purpose', 'batch');
    form.append('file', new Blob(lines, { type: 'application/jsonl' }), 'requests.jsonl');
    const file = await this.#json('files', { method: 'POST', body: form });
    const batch = await this.#json('batches', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        input_file_id: idIn(file),
        endpoint: '/v1/chat/completions',
        completion_window: '24h',
        metadata: { run: label },
      }),
    });
    return idIn(batch);
  }

  async find(label: string): Promise<readonly string[]> {
    const found: string[] = [];
    let after = '';
    for (let pages = 0; pages < maxPages; pages++) {
      const page = fields(await this.#json(`batches?limit=100${after}`, { method: 'GET' }));
      const batches = Array.isArray(page.data) ? page.data.map(fields) : [];
      for (const { id, metadata } of batches) {
        if (typeof id === 'string' && fields(metadata).run === label) found.push(id);
      }
      const last = batches.at(-1)?.id;
      if (page.has_more !== true || typeof last !== 'string') break;
      after = `&after=${encodeURIComponent(last)}`;
    }
    return found;
  }

  async state(id: string): Promise<BatchState> {
    const batch = fields(await this.#batch(id));
    switch (batch.status) {
      case 'failed': {
        const { data } = fields(batch.errors);
        const messages = (Array.isArray(data) ? data : []).map((error) =>
          String(fields(error).message ?? ''),
        );
        return {
          kind: 'failed',
          message: messages.filter(Boolean).slice(0, 3).join(' ') || 'no reason was given.',
        };
      }
      case 'completed':
      case 'expired':
      case 'cancelled':
        return { kind: 'ended' };
      default: {
        const { completed, total } = fields(batch.request_counts);
        return { kind: 'running', done: Number(completed ?? 0), total: Number(total ?? 0) };
      }
    }
  }

  async *results(id: string): AsyncIterable<BatchResult> {
    const { output_file_id, error_file_id } = fields(await this.#batch(id));
    for (const file of [output_file_id, error_file_id]) {
      if (typeof file !== 'string' || file === '') continue;
      const response = await this.#request(`files/${encodeURIComponent(file)}/content`, { method: 'GET' });
      for await (const line of linesOf(response, () => tooLarge(this.#call('')))) {
        const result = line.trim() === '' ? undefined : this.#result(line);
        if (result) yield result;
      }
    }
  }

  #batch(id: string): Promise<unknown> {
    return this.#json(`batches/${encodeURIComponent(id)}`, { method: 'GET' });
  }

  #result(line: string): BatchResult | undefined {
    const { custom_id: key, response, error } = fields(parsed(withoutKey(line, this.#key)));
    if (typeof key !== 'string') return undefined;
    const { status_code: status, body } = fields(response);
    const asked = this.#asked.get(key);
    if (status === 200) {
      const read = readCompletion(body, asked?.request ?? nothingAsked);
      if (read) {
        const { model = asked?.model ?? '', ...rest } = read;
        const format = asked?.request.schema ? asked.abilities.format : 'prompt';
        const answer = { ...rest, model, host: this.#endpoint.host, format, ms: 0, fromCache: false };
        return { key, kind: 'answer', answer };
      }
    }
    const text = JSON.stringify((response ? body : error) ?? null);
    const refusal = readRefusal(typeof status === 'number' && status !== 200 ? status : 502, text, undefined);
    // Requests that the endpoint did not process in time are submitted again.
    if (refusal.code.includes('batch_expired') || refusal.code.includes('batch_cancelled')) return undefined;
    const lesser = asked && lesserAbilities(asked.abilities, asked.request, refusal);
    if (asked && lesser) {
      this.#abilities.set(asked.model, lesser);
      return { key, kind: 'again' };
    }
    return { key, kind: 'error', error: refused(refusal, this.#call(asked?.model ?? '')) };
  }

  #abilitiesOf(model: string): Abilities {
    return this.#abilities.get(model) ?? { ...allAbilities, stream: 'none' };
  }

  async #json(path: string, init: RequestInit): Promise<unknown> {
    const response = await this.#request(path, init);
    const text = await response.text();
    const value = parsed(text);
    if (value === undefined) {
      throw notAnAnswer(text, response.headers.get('content-type') ?? '', this.#call(''));
    }
    return value;
  }

  async #request(path: string, init: RequestInit): Promise<Response> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.#once(path, init);
      } catch (error) {
        const pause = this.#pauses[tries];
        const mayPass =
          error instanceof ModelError && ['limit', 'timeout', 'server', 'unreachable'].includes(error.kind);
        if (pause === undefined || !mayPass) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  async #once(path: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(`${this.#endpoint.url}/${path}`, {
        ...init,
        headers: { ...init.headers, ...(this.#key && { authorization: `Bearer ${this.#key}` }) },
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#timeout),
      });
    } catch (error) {
      const { cause, name } = error as Error & { readonly cause?: { readonly code?: string } };
      throw unreachable(
        cause?.code ?? (name === 'TimeoutError' ? 'ETIMEDOUT' : 'ECONNRESET'),
        this.#call(''),
      );
    }
    if (response.ok) return response;
    if (response.status < 400)
      throw redirected(response.headers.get('location') ?? undefined, this.#call(''));
    const text = withoutKey((await response.text()).slice(0, maxAnswer), this.#key);
    if (response.status === 404 || response.status === 405) {
      throw new ModelError(
        'request',
        `${this.#endpoint.host} has no Batch API at ${this.#endpoint.url}/${path.replace(/\?.*/, '')} (HTTP ${response.status}). Leave --batch out, or check the base URL, which usually ends in /v1.`,
      );
    }
    throw refused(readRefusal(response.status, text, undefined), this.#call(''));
  }

  #call(model: string): Call {
    return { endpoint: this.#endpoint, model, hasKey: this.#key !== undefined };
  }
}

/** Batches beyond this many pages are assumed to belong to other runs. */
const maxPages = 50;

/** For token counts when an earlier process has asked and the endpoint does not count. */
const nothingAsked: ModelRequest = { messages: [], schema: undefined, temperature: 0, maxTokens: 0 };

function idIn(value: unknown): string {
  const { id } = fields(value);
  if (typeof id === 'string' && id !== '') return id;
  throw new ModelError('server', 'The endpoint did not name the batch that it received. Try again.');
}

/** Yields the lines of a large answer as they arrive. */
async function* linesOf(response: Response, tooLong: () => ModelError): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (rest.length > maxAnswer) throw tooLong();
    yield* lines;
  }
  yield rest + decoder.decode();
}
