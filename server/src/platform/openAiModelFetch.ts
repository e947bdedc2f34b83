import type { ModelError } from '../llm/languageModel.ts';
import {
  type Call,
  isLasting,
  isOutOfCredit,
  notAnAnswer,
  type Refusal,
  readRefusal,
  redirected,
  refused,
  tooLarge,
  unreachable,
} from './openAiModelErrors.ts';

/** Why the last request of an exchange failed. */
export interface ExchangeFailure {
  readonly error: ModelError;
  /** Absent when it is not the endpoint that refused. */
  readonly refusal?: Refusal;
}

/**
 * The requests of one call, as the library under `openAiModel.ts` makes them: the first and those after it. What is
 * between it and the network:
 *
 * - The key is added here, so that the library, which reads environment variables and can log, never has it. Of its
 *   headers none is sent on, of the answer's none but those that it waits by.
 * - Redirects are followed within the origin only.
 * - The answer is read to its end, up to a limit, while the library's own time-out and the caller's signal still hold.
 * - The key is taken out of what the endpoint says, which might repeat it.
 * - What no repetition helps against is not repeated, nor is it waited for longer than there is time.
 */
export class Exchange {
  readonly #call: Call;
  readonly #key: string | undefined;
  readonly #deadline: number;
  #failure: ExchangeFailure | undefined;

  /** @param deadline when waiting has to end, on the clock of `performance.now()`. */
  constructor(call: Call, key: string | undefined, deadline: number) {
    this.#call = call;
    this.#key = key;
    this.#deadline = deadline;
  }

  /** Undefined after a request that succeeded. */
  get failure(): ExchangeFailure | undefined {
    return this.#failure;
  }

  /** A `fetch` for the library. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    this.#failure = undefined;
    const url = new URL(input instanceof Request ? input.url : input);
    try {
      return await this.#request(url, init?.body ?? null, init?.signal ?? null);
    } catch (error) {
      const code = codeOf(error);
      this.#failure ??= { error: unreachable(code, this.#call) };
      if (isLasting(code)) return final(502);
      throw error;
    }
  };

  async #request(url: URL, body: RequestInit['body'], signal: AbortSignal | null): Promise<Response> {
    for (let hops = 0; ; hops++) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(this.#key && { authorization: `Bearer ${this.#key}` }),
        },
        body: body ?? null,
        signal,
        redirect: 'manual',
      });
      if (response.status < 300 || response.status >= 400) return this.#read(response);
      await response.body?.cancel();
      const location = response.headers.get('location') ?? undefined;
      const next =
        location === undefined || !URL.canParse(location, url.href) ? undefined : new URL(location, url);
      const repeats = response.status === 307 || response.status === 308;
      if (next?.origin !== url.origin || !repeats || hops === 3) {
        return this.#fail({ error: redirected(next?.href ?? location, this.#call) });
      }
      url = next;
    }
  }

  async #read(response: Response): Promise<Response> {
    const text = await readText(response);
    if (text === undefined) return this.#fail({ error: tooLarge(maxMegabytes, this.#call) });
    const body = withoutKey(text, this.#key);
    if (response.ok) return this.#readAnswer(body, response.headers.get('content-type') ?? '');
    const wait = waitOf(response.headers);
    const refusal = readRefusal(response.status, body, wait);
    const failure = { error: refused(refusal, this.#call), refusal };
    const timeLeft = Math.min(this.#deadline - performance.now(), maxWait);
    if (
      isOutOfCredit(refusal) ||
      (wait ?? 0) > timeLeft ||
      response.headers.get('x-should-retry') === 'false'
    ) {
      return this.#fail(failure);
    }
    this.#failure = failure;
    return new Response(body, {
      status: response.status,
      headers: wait === undefined ? {} : { 'retry-after-ms': `${wait}` },
    });
  }

  #readAnswer(body: string, contentType: string): Response {
    let answer: { readonly error?: { readonly code?: unknown }; readonly choices?: unknown } | null;
    try {
      answer = JSON.parse(body);
    } catch {
      return this.#fail({ error: notAnAnswer(body, contentType, this.#call) });
    }
    // Routers answer 200 and then tell what the endpoint behind them said.
    if (answer?.error && !answer.choices) {
      const code = Number(answer.error.code);
      const refusal = readRefusal(code >= 400 && code < 600 ? code : 502, body, undefined);
      return this.#fail({ error: refused(refusal, this.#call), refusal });
    }
    return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } });
  }

  #fail(failure: ExchangeFailure): Response {
    this.#failure = failure;
    return final(failure.refusal?.status ?? 502);
  }
}

/** An answer that is not retried. */
function final(status: number): Response {
  return new Response('{}', { status, headers: { 'x-should-retry': 'false' } });
}

/** Answers are some KB; what is much larger is no answer, and would only take memory. */
const maxMegabytes = 4;

/** Nobody waits longer than this to be served again, in ms. */
const maxWait = 60_000;

async function readText(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxMegabytes * 1024 * 1024) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Placeholders such as “ollama”, which stand for no key, are words of answers as well. */
const minSecretLength = 12;

function withoutKey(body: string, key: string | undefined): string {
  if (key === undefined || key.length < minSecretLength) return body;
  const spellings = new Set([key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]);
  return [...spellings].reduce((text, spelling) => text.replaceAll(spelling, '<API key>'), plain(body));
}

/** The same JSON without escapes that need not be; what is no JSON as it is. */
function plain(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    // Text then, or a page.
    return body;
  }
}

/** How long the endpoint asks to wait, in ms. */
function waitOf(headers: Headers): number | undefined {
  const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (milliseconds >= 0) return milliseconds;
  const after = headers.get('retry-after') ?? '';
  const seconds = Number(after || Number.NaN);
  const wait = Number.isNaN(seconds) ? Date.parse(after) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** `fetch failed` says nothing; what it was is in its cause, or in the first of several. */
function codeOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = firstCause(each)) {
    const { code } = each as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
  }
  return error instanceof Error ? error.name : 'unknown';
}

function firstCause(error: Error): unknown {
  return error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
}
