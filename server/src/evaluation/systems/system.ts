import type { ModelAnswer, ModelMessage, ModelRequest, TokenUsage } from '../../llm/model/languageModel.ts';
import type { RepairTask } from '../suite/repairTask.ts';

/** Something that repairs violations and is to be measured: a search, a model, anybody's program. */
export interface RepairSystem {
  /** For reports: `symbolic`, `model:gpt-4o`, `command:./repair.py`. */
  readonly id: string;
  /** How a model is asked; undefined for systems that ask none. */
  readonly strategy: string | undefined;
  /**
   * One attempt at one case. It sees nothing of the valid graph.
   *
   * @throws ModelError when a model gives no answer at all, the signal's reason when aborted.
   */
  repair(task: RepairTask, signal: AbortSignal): Promise<Attempt>;
  /** What a model would be asked first; absent where none is asked. */
  firstRequest?(task: RepairTask, signal: AbortSignal): Promise<ModelRequest>;
}

/** What a system came up with. */
export interface Attempt {
  /** One for each time that it was asked; empty when it has no answer. */
  readonly rounds: readonly AttemptRound[];
  /** Why there is no answer, or no more of them, in a sentence. */
  readonly failure?: AttemptFailure;
}

export interface AttemptFailure {
  readonly kind: string;
  readonly message: string;
}

export interface AttemptRound {
  /** As the system answered it. */
  readonly answer: string;
  /** The SPARQL Update in it, undefined where there is none. */
  readonly update: string | undefined;
  /** The answer has exactly the form that was asked for. */
  readonly envelopeStrict: boolean;
  readonly prefixesInjected: readonly string[];
  /** Of models. */
  readonly asked?: AskedModel;
  /** How long the answer took, in ms. */
  readonly ms: number;
}

export interface AskedModel {
  /** SHA-256 of all that was sent; the same request has the same one, at whatever endpoint. */
  readonly requestSha256: string;
  /** What was sent: the texts are in prompts.jsonl. Absent in runs of versions that did not record it. */
  readonly messages?: readonly SentMessage[];
  /** The model that answered, as its provider calls it. */
  readonly model: string;
  readonly usage: TokenUsage;
  readonly finish: ModelAnswer['finish'];
  /** How the form of the answer was asked for. */
  readonly format: ModelAnswer['format'];
  /** Known from before: it cost nothing this time. */
  readonly fromCache: boolean;
}

export interface SentMessage {
  readonly role: ModelMessage['role'];
  /** Of its text. */
  readonly sha256: string;
}

/** The attempt of a system that answers once, with an update that is known. */
export function oneRound(update: string, ms: number): Attempt {
  return { rounds: [{ answer: update, update, envelopeStrict: true, prefixesInjected: [], ms }] };
}
