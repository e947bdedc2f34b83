import { enumOf, label, object, parsedAs, type ShapeType } from '../../base/jsonShape.ts';
import { type AnswerStore, answerKey } from '../../llm/model/cachedModel.ts';
import {
  type LanguageModel,
  type ModelAnswer,
  ModelError,
  type ModelRequest,
} from '../../llm/model/languageModel.ts';
import type { Clock } from '../../llm/model/rateLimiter.ts';
import type { RunFolder } from '../run/runFolder.ts';
import { delay } from './delay.ts';
import { Postponed } from './postponed.ts';

/** Where many requests are handed in at once, to be answered within hours, for less than one at a time costs. */
export interface BatchEndpoint {
  /** Tells its answers from those of others: a URL without secrets. */
  readonly url: string;
  /**
   * Hands in a batch and returns its id.
   *
   * @param label of the run; `find` gets the batch back by it.
   * @throws ModelError when it is not taken.
   */
  begin(requests: readonly BatchRequest[], label: string): Promise<string>;
  /** The ids of batches with a label; none where the endpoint can't tell. */
  find(label: string): Promise<readonly string[]>;
  /** @throws ModelError when nobody can tell. */
  state(id: string): Promise<BatchState>;
  /** What has come of the requests of a batch that has ended, as far as it says. */
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
  /** Completed or not: what was answered can be had. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly message: string };

export type BatchResult =
  | { readonly key: string; readonly kind: 'answer'; readonly answer: ModelAnswer }
  | { readonly key: string; readonly kind: 'error'; readonly error: ModelError }
  /** It was asked for in a way that the endpoint does not take; the next time another one is used. */
  | { readonly key: string; readonly kind: 'again' };

export interface BatchLimits {
  readonly requests: number;
  /** Of the texts, in UTF-16 units. */
  readonly size: number;
}

/** What endpoints take, with room to spare. */
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
  /** Puts aside what a request may cost; throws OverBudget when that is too much. Returns how to settle it. */
  readonly reserve: (model: string, request: ModelRequest) => (answer: ModelAnswer | undefined) => void;
  readonly tell: (progress: string) => void;
  readonly clock?: Clock;
  readonly limits?: BatchLimits;
}

/**
 * Collects requests that have no answer yet and has them answered in batches. A batch is noted down as soon as it is
 * handed in, and its id is found again by the label of the run if the process is killed before that: nothing is asked
 * twice.
 */
export class Batches {
  readonly #context: BatchContext;
  readonly #limits: BatchLimits;
  readonly #label: string;
  readonly #open: Set<string>;
  readonly #failed = new Map<string, ModelError>();
  readonly #reserved = new Map<string, (answer: ModelAnswer | undefined) => void>();
  /** Answered while this process runs: these were paid for now. */
  readonly #fresh = new Set<string>();
  #waiting = new Map<string, BatchRequest>();
  #size = 0;

  /** Goes on with the batches of an earlier process. */
  static async open(context: BatchContext): Promise<Batches> {
    const notes = new Map<string, BatchNote['kind']>();
    let label: string | undefined;
    for await (const line of context.folder.lines(file)) {
      const read = parsedAs(noteShape, line);
      // Half a line of a killed process: what it was about is found again by the label.
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
      // Handed in by a process that was killed before it could note that down.
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

  /** A model whose requests are collected: known answers are given, others are `Postponed`. */
  model(id: string): LanguageModel {
    return {
      id,
      complete: async (request, signal) => {
        signal.throwIfAborted();
        const key = await answerKey(this.#context.endpoint.url, id, request);
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
   * Hands in what was collected, and waits for the answers to all that was ever handed in.
   *
   * @returns to how many requests there is an answer now, or the reason why there will be none.
   * @throws ModelError when a batch is not taken or fails, the signal's reason when aborted.
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

  /** All that is to be had of a batch is there. */
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
