import {
  boolean,
  defaultingTo,
  enumOf,
  label,
  listOf,
  nonNegativeInteger,
  number,
  object,
  optional,
  type ShapeType,
  string,
} from '../../base/jsonShape.ts';
import type { Conversation } from '../../repair/llm/conversation/converse.ts';
import { callShape, type ModelRequest, usageShape } from '../../repair/llm/model/languageModel.ts';
import type { RepairTask } from './suite/repairTask.ts';

/** A system that repairs violations and is to be measured: a search, a model, or an external program. */
export interface RepairSystem {
  /** For reports: `symbolic`, `model:gpt-4o`, `command:./repair.py`. */
  readonly id: string;
  /** How a model is asked; undefined for systems without a model. */
  readonly strategy: string | undefined;
  /**
   * Attempts one case. The system does not see the valid graph.
   *
   * @throws ModelError when a model gives no answer at all, the signal's reason when aborted.
   */
  repair(task: RepairTask, signal: AbortSignal): Promise<Attempt>;
  /** The first request to a model; absent for systems without a model. */
  firstRequest?(task: RepairTask, signal: AbortSignal): Promise<ModelRequest>;
}

/** The answers of a system. */
export interface Attempt {
  /** One per request; empty when there is no answer. */
  readonly rounds: readonly AttemptRound[];
  /** Why there is no answer, or no further answer, in a sentence. */
  readonly failure?: AttemptFailure;
}

/** Why there is no answer. */
export const failureShape = object({ kind: label, message: string });
export type AttemptFailure = ShapeType<typeof failureShape>;

export interface AttemptRound {
  /** The answer of the system, unchanged. */
  readonly answer: string;
  /** The SPARQL Update in the answer, undefined if there is none. */
  readonly update: string | undefined;
  /** True when the answer has exactly the requested form. */
  readonly envelopeStrict: boolean;
  readonly prefixesInjected: readonly string[];
  /** For models only. For an agent, its last request and all its tokens. */
  readonly asked?: AskedModel;
  /** For agents that have tools. */
  readonly work?: AgentWork;
  /** The duration of the answer, in ms. */
  readonly ms: number;
}

const sentMessage = object({
  role: enumOf('user', 'assistant', 'tool'),
  /** The hash of the text. */
  sha256: label,
});
export type SentMessage = ShapeType<typeof sentMessage>;

/** What trials of all kinds of runs record about a model's answer. */
export const askedShape = object({
  /** A SHA-256 hash of everything that was sent. The same request has the same hash at any endpoint. */
  requestSha256: label,
  /**
   * The messages that were sent; their texts are in prompts.jsonl. Absent in runs of versions that did not record
   * them.
   */
  messages: optional(listOf(sentMessage)),
  /** The model that answered, as its provider names it. */
  model: label,
  usage: usageShape,
  finish: enumOf('done', 'length', 'filtered'),
  /** How the form of the answer was requested. */
  format: enumOf('json_schema', 'json_object', 'prompt'),
  /** The answer came from the cache and was free this time. */
  fromCache: defaultingTo(false, boolean),
  /** When it was recorded, as an ISO 8601 date with time; the following are absent in runs of earlier versions. */
  at: optional(label),
  /** The endpoint; absent if no endpoint answered. */
  host: optional(label),
  /** The `system_fingerprint` of the provider; absent if it has none. */
  fingerprint: optional(label),
  /** The strategy asks for a positive example, but there is none. */
  noPositiveExample: optional(enumOf(true)),
});
export type AskedModel = ShapeType<typeof askedShape>;

const turnShape = object({
  answer: string,
  calls: listOf(callShape),
  asked: askedShape,
  ms: defaultingTo(0, number),
});
/** A request to the model of an agent. */
export type AgentTurn = ShapeType<typeof turnShape>;

export const workShape = object({
  turns: listOf(turnShape, 1000),
  /** How many results each of its writes introduced, in order. */
  introduced: listOf(nonNegativeInteger),
});
/** What an agent did until its file was in its final state. */
export type AgentWork = ShapeType<typeof workShape>;

/** The attempt of a system that answers once with a known update. */
export function oneRound(update: string, ms: number): Attempt {
  return { rounds: [{ answer: update, update, envelopeStrict: true, prefixesInjected: [], ms }] };
}

/** Why a `filtered` answer is missing, as runs record it. */
export const withheldMessage = 'The provider held the answer back, or the model refused.';

/**
 * Why a model gave no more answers, as a run records it; undefined if no more were needed or allowed.
 *
 * @throws ModelError when there is nothing to record, so that the attempt has to be repeated.
 */
export function recordedFailure({
  rounds,
  end,
}: Pick<Conversation<unknown>, 'rounds' | 'end'>): AttemptFailure | undefined {
  switch (end.kind) {
    case 'accepted':
    case 'repeated':
    case 'outOfRounds':
      return undefined;
    case 'withheld':
      return { kind: 'filtered', message: withheldMessage };
    case 'failed': {
      const { error } = end;
      // Earlier answers count even if the rest of the conversation is too long for the model, for example.
      if (error.kind !== 'request' || rounds.length === 0) throw error;
      return { kind: 'request', message: error.message };
    }
  }
}

/** A request has no answer yet. The trial has to be repeated when it has one. */
export class Postponed extends Error {
  override readonly name = 'Postponed';
}
