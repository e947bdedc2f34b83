import { randomUUID } from 'node:crypto';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { LanguageModel } from '../../repair/llm/model/languageModel.ts';
import type { AnalysedFile } from '../../service/ide/analysedFile.ts';
import type { AnalysisHost } from '../../service/ide/analysisHost.ts';
import type { Vocabularies } from '../../service/language/vocabularies/vocabularies.ts';
import type { RecordingOptions } from '../../shacl/incremental/recordedValidation.ts';
import type { EditCapabilities } from '../protocol/engine/messages.ts';
import type { AnswerStep, EngineAnswer, EvaluationSetup, ModelOptions } from '../protocol/engine/requests.ts';
import type { LanguageClient } from '../protocol/methods/languageClient.ts';
import type { AnsweredMethod, MethodParams } from '../protocol/methods/methods.ts';
import type { SymbolRows } from '../protocol/methods/packedAnswers.ts';
import type { FindLines } from '../protocol/toProto.ts';

/** The context that handlers of requests work with. */
export interface RequestContext {
  readonly host: AnalysisHost;
  readonly lines: FindLines;
  readonly client: LanguageClient;
  /** The id of an earlier answer that this one may build on. */
  readonly since: string | undefined;
  /** How a model is asked, for methods that need it; undefined where the client can't have one asked. */
  readonly asking: ModelOptions | undefined;
  /** What the client can do with edits. */
  readonly capabilities: EditCapabilities;
  /** The uris of the workspace's folders. */
  readonly folders: readonly string[];
  /** How graphs are validated that are not documents. */
  readonly validation: RecordingOptions;
  /**
   * Represents the ids of terms: it is replaced by a new object once ids may belong to other terms. Caches that hold ids
   * are keyed by it.
   */
  readonly termIds: object;
  /** Validates a document again because something other than its text has changed. */
  validateAgain(uri: string): void;
  /** Whether the text of a file was given to this engine. Other texts may be held back. */
  isOpen(uri: string): boolean;
  /** The last answers about an open document. */
  sent(uri: string): SentAnswers;
  /** The vocabularies that come with this build, read when they are first asked for. */
  vocabularies(): Promise<Vocabularies>;
  /** The configured model, under the id for reports. */
  model(id: string): LanguageModel;
  /** Receives the progress of the answer, in words and for programs. */
  progress(message: string, step?: AnswerStep): void;
  /** Receives, in Markdown, what a model was asked and answered, and the outcome. */
  trace(text: string): void;
}

/** For methods that only need the text of a document, and therefore need not wait for a validation. */
export interface TextContext extends RequestContext {
  readonly document: TurtleDocument;
}

/** For methods that also need the linked files. */
export interface LanguageContext extends RequestContext {
  readonly file: AnalysedFile;
}

/** For methods that need the settings for evaluations. */
export interface SetupContext extends RequestContext {
  readonly setup: EvaluationSetup;
}

/** Answers a method. Rejects with the signal's reason when it is cancelled. */
export type MethodHandler<Name extends AnsweredMethod, Context> = (
  params: MethodParams<Name>,
  context: Context,
  signal: AbortSignal,
) => Promise<EngineAnswer<Name>>;

/** A handler for each of some methods. */
export type MethodHandlers<Name extends AnsweredMethod, Context> = {
  readonly [Each in Name]: MethodHandler<Each, Context>;
};

/** The last answers about an open document of the kinds whose next answer contains only the changes. */
export class SentAnswers {
  readonly outline = new LastAnswer<readonly SymbolRows[]>();
  /** The numbers of all semantic tokens. */
  readonly tokens = new LastAnswer<Uint32Array>();
}

/** The last answer of a kind. Its id distinguishes it from answers of engines that were asked before. */
class LastAnswer<T> {
  #id: string | undefined;
  #answer: T | undefined;

  /**
   * Replaces the last answer by the next one.
   *
   * @param since the id of the answer that the next one may build on.
   * @returns the id of the next answer; the last one if it has that id.
   */
  next(answer: T, since: string | undefined): { readonly id: string; readonly last: T | undefined } {
    const last = since !== undefined && since === this.#id ? this.#answer : undefined;
    const id = randomUUID();
    this.#id = id;
    this.#answer = answer;
    return { id, last };
  }
}
