import { ModelError } from '../../repair/llm/model/languageModel.ts';
import { withoutKey } from './chatCompletions.ts';
import {
  type Call,
  type EndpointRefusal,
  fields,
  isLasting,
  isOutOfCredit,
  maxAnswer,
  notAnAnswer,
  parsed,
  readRefusal,
  redirected,
  refusalInAnswer,
  refused,
  silent,
  tooLarge,
  unreachable,
} from './errors.ts';

/** Why the last request of an exchange failed. */
export interface ExchangeFailure {
  readonly error: ModelError;
  /** Absent when the endpoint did not refuse. */
  readonly refusal?: EndpointRefusal;
}

export interface ExchangeLimits {
  /** When waiting has to end, on the clock of `performance.now()`, in ms. */
  readonly deadline: number;
  /** How long the endpoint may send nothing, in ms. */
  readonly silence: number;
}

/**
 * The requests of one call that the library under `openAiModel.ts` makes: the first one and its retries. This class
 * stands between the library and the network:
 *
 * - It adds the key, so that the library, which reads environment variables and can log, never has it. It forwards none
 *   of the library's headers, and of the answer's headers only those that control retries.
 * - It follows redirects within the origin only.
 * - It reads the whole answer, up to a limit, while the library's time-out and the caller's signal still apply and data
 *   keeps coming. The library gets the answer in one piece, even if it was streamed.
 * - It removes the key from what the endpoint says, which might repeat it.
 * - It prevents retries that cannot help, and waits that would exceed the deadline.
 */
export class Exchange {
  readonly #call: Call;
  readonly #key: string | undefined;
  readonly #limits: ExchangeLimits;
  #failure: ExchangeFailure | undefined;
  #cameInParts = false;

  constructor(call: Call, key: string | undefined, limits: ExchangeLimits) {
    this.#call = call;
    this.#key = key;
    this.#limits = limits;
  }

  /** Whether the last answer was streamed. */
  get cameInParts(): boolean {
    return this.#cameInParts;
  }

  /** Undefined after a successful request. */
  get failure(): ExchangeFailure | undefined {
    return this.#failure;
  }

  /** The `fetch` function for the library. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    this.#failure = undefined;
    const url = new URL(input instanceof Request ? input.url : input);
    const silence = new Silence(this.#limits.silence, () => silent(this.#limits.silence, this.#call));
    const signal = init?.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal;
    try {
      return await this.#request(url, init?.body ?? null, signal, silence);
    } catch (error) {
      if (error instanceof ModelError) return this.#fail({ error });
      const code = codeOf(error);
      this.#failure ??= { error: unreachable(code, this.#call) };
      if (isLasting(code)) return final(502);
      throw error;
    } finally {
      silence.end();
    }
  };

  async #request(
    url: URL,
    body: RequestInit['body'],
    signal: AbortSignal,
    silence: Silence,
  ): Promise<Response> {
    for (let hops = 0; ; hops++) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...(this.#key && { authorization: `Bearer ${this.#key}` }),
        },
        body: body ?? null,
        signal,
        redirect: 'manual',
      });
      if (response.status < 300 || response.status >= 400) return this.#read(response, silence);
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

  async #read(response: Response, silence: Silence): Promise<Response> {
    const contentType = response.headers.get('content-type') ?? '';
    const text = await readText(response, silence);
    if (text === undefined) return this.#fail({ error: tooLarge(this.#call) });
    if (response.ok) return this.#readAnswer(text, contentType);
    const body = withoutKey(text, this.#key);
    const wait = waitOf(response.headers);
    const refusal = readRefusal(response.status, body, wait);
    const failure = { error: refused(refusal, this.#call), refusal };
    const timeLeft = Math.min(this.#limits.deadline - performance.now(), maxWait);
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

  #readAnswer(text: string, contentType: string): Response {
    const cameInParts = isStream(text, contentType);
    this.#cameInParts = cameInParts;
    const answer: ReadAnswer = cameInParts ? joinParts(text) : inOnePiece(text);
    if (answer.kind === 'brokenOff') throw new UnfinishedError();
    if (answer.kind === 'notJson') return this.#fail({ error: notAnAnswer(text, contentType, this.#call) });
    const body = withoutKey(JSON.stringify(answer.answer), this.#key);
    if (body.length > maxAnswer) return this.#fail({ error: tooLarge(this.#call) });
    // Routers answer 200 and then report the error of the endpoint behind them.
    const refusal = refusalInAnswer(body);
    if (refusal) return this.#fail({ error: refused(refusal, this.#call), refusal });
    return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } });
  }

  #fail(failure: ExchangeFailure): Response {
    this.#failure = failure;
    return final(failure.refusal?.status ?? 502);
  }
}

/** A response that the library does not retry. */
function final(status: number): Response {
  return new Response('{}', { status, headers: { 'x-should-retry': 'false' } });
}

/** The largest body, in bytes. It exceeds the answer because streamed parts have much overhead. */
const maxBody = 4 * maxAnswer;

/** The longest wait for a retry that an endpoint may ask for, in ms. */
const maxWait = 60_000;

async function readText(response: Response, silence: Silence): Promise<string | undefined> {
  const decoder = new TextDecoder();
  const limit = response.ok ? maxBody : maxAnswer;
  const pieces: string[] = [];
  let size = 0;
  let end = '';
  // Leaving the loop closes the connection.
  for await (const chunk of response.body ?? []) {
    silence.restart();
    size += chunk.length;
    if (size > limit) return undefined;
    const piece = decoder.decode(chunk, { stream: true });
    pieces.push(piece);
    // The end marker may be split between two pieces.
    end = end.slice(-16) + piece;
    if (hasEnded(end)) break;
  }
  return pieces.join('') + decoder.decode();
}

/** How long the endpoint asks to wait, in ms. */
function waitOf(headers: Headers): number | undefined {
  const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (milliseconds >= 0) return milliseconds;
  const after = headers.get('retry-after') ?? '';
  const seconds = Number(after || Number.NaN);
  // A time refers to the endpoint's clock. This machine's clock may be wrong, or be set in between.
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const wait = Number.isNaN(seconds) ? Date.parse(after) - now : seconds * 1000;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

type ReadAnswer = JoinedAnswer | { readonly kind: 'whole'; readonly answer: unknown };

function inOnePiece(text: string): ReadAnswer {
  try {
    return { kind: 'whole', answer: JSON.parse(text) };
  } catch {
    // An incomplete answer, an HTML page, or nothing.
    return { kind: 'notJson' };
  }
}

/** The stream stopped without an end marker although the connection was closed normally. */
class UnfinishedError extends Error {
  readonly code = 'UNFINISHED';
}

/** Aborts when nothing happens for a while. */
class Silence {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  /** @param reason creates the abort reason when it is needed. */
  constructor(ms: number, reason: () => ModelError) {
    this.#timer = setTimeout(() => this.#controller.abort(reason()), ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** The code of an error. `fetch failed` says nothing; the code is in its cause, or in the first of several causes. */
function codeOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = firstCause(each)) {
    const { code } = each as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
    // Node 24 reports only by the error's name that the answer is not HTTP.
    if (each.name === 'HTTPParserError') return 'HPE_INVALID_CONSTANT';
  }
  return error instanceof Error ? error.name : 'unknown';
}

function firstCause(error: Error): unknown {
  return error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
}

/**
 * Streamed answers: events whose data is JSON. They are parsed here because the library takes time that grows with the
 * square of their length, and an endpoint controls that length.
 */

/** True for the body of a streamed answer. */
function isStream(body: string, contentType: string): boolean {
  return contentType.includes('event-stream') || /^(?:data|event|id|retry)?:/.test(body);
}

/** True when the text holds the event that ends a stream. The connection may stay open after it. */
function hasEnded(text: string): boolean {
  return /[\r\n]data: ?\[DONE\]/.test(text);
}

type JoinedAnswer =
  /** The completion as an unstreamed answer would give it, or an error as `{ error }`. */
  | { readonly kind: 'whole'; readonly answer: Readonly<Record<string, unknown>> }
  /** The events stop without an end marker. */
  | { readonly kind: 'brokenOff' }
  | { readonly kind: 'notJson' };

/**
 * Joins the parts of a streamed answer. Fields may be missing, because servers leave things out. A message in one piece
 * counts as a part.
 */
function joinParts(body: string): JoinedAnswer {
  const content: unknown[] = [];
  const refusal: unknown[] = [];
  let model: unknown;
  let usage: unknown;
  let system_fingerprint: unknown;
  let reason: unknown;
  let hasMessage = false;
  let isOver = false;
  for (const data of eventsOf(body)) {
    if (data.startsWith('[DONE]')) {
      isOver = true;
      break;
    }
    const part = parsed(data);
    if (part === undefined) return { kind: 'notJson' };
    const { choices, error, ...rest } = fields(part);
    if (error) return { kind: 'whole', answer: { error } };
    model ??= rest.model;
    system_fingerprint ??= rest.system_fingerprint;
    usage = rest.usage ?? usage;
    const choice = fields(Array.isArray(choices) ? choices[0] : undefined);
    const said = choice.delta ?? choice.message;
    hasMessage ||= typeof said === 'object' && said !== null;
    content.push(fields(said).content);
    refusal.push(fields(said).refusal);
    reason = choice.finish_reason ?? reason;
  }
  if (!isOver && reason === undefined) return { kind: 'brokenOff' };
  const message = { content: content.flat().map(textOf).join(''), refusal: refusal.map(textOf).join('') };
  const choices = hasMessage ? [{ message, finish_reason: reason }] : [];
  return { kind: 'whole', answer: { choices, usage, model, system_fingerprint } };
}

/**
 * The data of each event. An event without the empty line after it is incomplete; it is skipped unless it is the end
 * marker.
 */
function* eventsOf(body: string): Iterable<string> {
  let data: string[] = [];
  for (const line of body.split(/\r\n|\n|\r/)) {
    if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
    if ((line !== '' && data[0] !== '[DONE]') || data.length === 0) continue;
    yield data.join('\n');
    data = [];
  }
}

function textOf(part: unknown): string {
  if (typeof part === 'string') return part;
  const { text } = fields(part);
  return typeof text === 'string' ? text : '';
}
