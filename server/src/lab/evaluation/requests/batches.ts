import { enumOf, label, object, parsedAs, type ShapeType } from '../../../base/jsonShape.ts';
import { type AnswerStore, answerKey } from '../../../repair/llm/model/cachedModel.ts';
import {
  type LanguageModel,
  type ModelAnswer,
  ModelError,
  type ModelRequest,
} from '../../../repair/llm/model/languageModel.ts';
import type { Clock } from '../../../repair/llm/model/rateLimiter.ts';
import type { RunFolder } from '../run/runFolder.ts';
import { Postponed } from '../system.ts';
import { delay } from './retry.ts';

/** An endpoint that takes many requests together and answers them within hours, for less than single requests cost. */
export interface BatchEndpoint {
  /** Distinguishes its answers from those of other endpoints: a URL without secrets. */
  readonly url: string;
  /**
   * Submits a batch and returns its id.
   *
   * @param label the label of the run, by which `find` finds the batch.
   * @throws ModelError when the batch is not accepted.
   */
  begin(requests: readonly BatchRequest[], label: string): Promise<string>;
  /** The ids of the batches with a label; none if the endpoint can't tell. */
  find(label: string): Promise<readonly string[]>;
  /** @throws ModelError when the state can't be determined. */
  state(id: string): Promise<BatchState>;
  /** The results of a batch that has ended, as far as the endpoint provides them. */
  results(id: string): AsyncIterable<BatchResult>;
}

export interface BatchRequest {
  /** Unique within a batch. */
  readonly key: string;
  readonly model: string;
  readonly request: ModelRequest;
}

export type BatchState =
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  /** The batch has ended, completely or not. Its answers are available. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string };

export type BatchResult =
  | { readonly key: string; readonly kind: 'answer'; readonly answer: ModelAnswer }
  | { readonly key: string; readonly kind: 'error'; readonly error: ModelError }
  /** The endpoint does not support how the form of the answer was requested. The next request uses another way. */
  | { readonly key: string; readonly kind: 'again' };

export interface BatchLimits {
  readonly requests: number;
  /** The total length of the texts, in UTF-16 units. */
  readonly size: number;
}

/** The limits of endpoints, with a margin. */
const defaultLimits: BatchLimits = { requests: 10_000, size: 20_000_000 };

/** A line of batches.jsonl. */
const noteShape = object({ kind: enumOf('run', 'begun', 'fetched'), id: label });
type BatchNote = ShapeType<typeof noteShape>;

/** The file in which a run keeps track of its batches. */
const file = 'batches.jsonl';

export interface BatchContext {
  readonly endpoint: BatchEndpoint;
  readonly answers: AnswerStore;
  readonly folder: Pick<RunFolder, 'lines' | 'append'>;
  /**
   * Reserves the price of a request and returns a function that settles it.
   *
   * @throws OverBudget when the budget does not allow the request.
   */
  readonly reserve: (model: string, request: ModelRequest) => (answer: ModelAnswer | undefined) => void;
  readonly tell: (progress: string) => void;
  readonly clock?: Clock;
  readonly limits?: BatchLimits;
}

/**
 * Collects requests that have no answer yet and has them answered in batches. A batch is recorded as soon as it is
 * submitted. If the process is killed before that, the batch is found by the label of the run, so nothing is asked
 * twice.
 */
export class Batches {
  readonly #context: BatchContext;
  readonly #limits: BatchLimits;
  readonly #label: string;
  readonly #open: Set<string>;
  readonly #failed = new Map<string, ModelError>();
  readonly #reserved = new Map<string, (answer: ModelAnswer | undefined) => void>();
  /** The keys of answers that arrived during this process and are billed to it. */
  readonly #fresh = new Set<string>();
  #waiting = new Map<string, BatchRequest>();
  #size = 0;

  /** Resumes the batches of an earlier process. */
  static async open(context: BatchContext): Promise<Batches> {
    const notes = new Map<string, BatchNote['kind']>();
    let label: string | undefined;
    for await (const line of context.folder.lines(file)) {
      const read = parsedAs(noteShape, line);
      // A killed process may leave half a line. Its batch is found by the label.
      if (!read) continue;
      const { kind, id } = read;
      if (kind === 'run') label = id;
      else notes.set(id, kind);
    }
    const open = new Set([...notes].flatMap(([id, kind]) => (kind === 'begun' ? [id] : [])));
    if (label === undefined) {
      label = crypto.randomUUID();
      await context.folder.append(file, note({ kind: 'run', id: label }));
    } else {
      // It was submitted by a process that was killed before it could record it.
      for (const id of await context.endpoint.find(label)) if (!notes.has(id)) open.add(id);
    }
    return new Batches(context, label, open);
  }

  private constructor(context: BatchContext, label: string, open: Set<string>) {
    this.#context = context;
    this.#limits = context.limits ?? defaultLimits;
    this.#label = label;
    this.#open = open;
  }

  /** A model whose requests are collected. Known answers are returned immediately; other requests are `Postponed`. */
  model(id: string): LanguageModel {
    return {
      id,
      complete: async (request, signal) => {
        signal.throwIfAborted();
        const key = answerKey(this.#context.endpoint.url, id, request);
        const known = await this.#context.answers.get(key);
        if (known) return { ...known, fromCache: !this.#fresh.has(key) };
        const failure = this.#failed.get(key);
        if (failure) throw failure;
        await this.#add({ key, model: id, request });
        throw new Postponed();
      },
    };
  }

  async #add(added: BatchRequest): Promise<void> {
    const { key, model, request } = added;
    if (this.#waiting.has(key)) return;
    const size = request.messages.reduce((sum, { text }) => sum + text.length, 0);
    if (this.#waiting.size >= this.#limits.requests || this.#size + size > this.#limits.size) {
      await this.#handIn();
    }
    this.#reserved.set(key, this.#context.reserve(model, request));
    this.#waiting.set(key, added);
    this.#size += size;
  }

  async #handIn(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const requests = [...this.#waiting.values()];
    [this.#waiting, this.#size] = [new Map(), 0];
    const id = await this.#context.endpoint.begin(requests, this.#label);
    this.#open.add(id);
    await this.#context.folder.append(file, note({ kind: 'begun', id }));
  }

  /**
   * Submits the collected requests and waits for the answers to all submitted batches.
   *
   * @returns the number of requests that now have an answer, or a reason why they will have none.
   * @throws ModelError when a batch is not accepted or fails, the signal's reason when aborted.
   */
  async settle(signal: AbortSignal): Promise<number> {
    await this.#handIn();
    let count = 0;
    for (let pause = firstPause; this.#open.size > 0; pause = Math.min(1.5 * pause, longestPause)) {
      for (const id of this.#open) count += await this.#look(id);
      if (this.#open.size > 0) await delay(pause, signal, this.#context.clock);
    }
    return count;
  }

  async #look(id: string): Promise<number> {
    const state = await this.#context.endpoint.state(id);
    switch (state.kind) {
      case 'running':
        this.#context.tell(`batch ${id}: ${state.done} of ${state.total} requests are answered`);
        return 0;
      case 'ended':
        return this.#fetch(id);
      case 'failed':
        await this.#forget(id);
        throw new ModelError('request', `Batch ${id} failed: ${state.message}`);
    }
  }

  async #fetch(id: string): Promise<number> {
    let count = 0;
    for await (const result of this.#context.endpoint.results(id)) {
      const { key } = result;
      count++;
      if (result.kind === 'error') this.#failed.set(key, result.error);
      if (result.kind === 'answer') {
        await this.#context.answers.put(key, result.answer);
        this.#fresh.add(key);
      }
      this.#reserved.get(key)?.(result.kind === 'answer' ? result.answer : undefined);
      this.#reserved.delete(key);
    }
    await this.#forget(id);
    return count;
  }

  /** Records that a batch is finished. */
  async #forget(id: string): Promise<void> {
    await this.#context.folder.append(file, note({ kind: 'fetched', id }));
    this.#open.delete(id);
  }
}

/** In ms. */
const firstPause = 500;
const longestPause = 60_000;

function note(value: BatchNote): string {
  return JSON.stringify(value);
}
