import type { AnalysisHost } from '../ide/analysisHost.ts';
import type { Vocabularies } from '../language/vocabularies/vocabularies.ts';
import type { LanguageModel } from '../llm/model/languageModel.ts';
import type { EditCapabilities } from '../protocol/engine/messages.ts';
import type { AnswerStep, RequestAnswer, RequestName, RequestParams } from '../protocol/engine/requests.ts';
import type { FindLines } from '../protocol/toProto.ts';
import type { RecordingOptions } from '../shacl/incremental/recordedValidation.ts';
import type { SentAnswers } from './sentAnswers.ts';

/** What the handlers of requests work with. */
export interface RequestContext {
  readonly host: AnalysisHost;
  readonly lines: FindLines;
  /** What the client can do with edits. */
  readonly capabilities: EditCapabilities;
  /** The uris of the workspace's folders. */
  readonly folders: readonly string[];
  /** How graphs are validated that are no documents. */
  readonly validation: RecordingOptions;
  /** Stands for the ids of terms: a new object once ids may belong to other terms. Caches that hold ids are keyed by it. */
  readonly termIds: object;
  /** Has a document validated once more, because something else than its text changed. */
  validateAgain(uri: string): void;
  /** Whether the text of a file was given to this engine. Others may be held back from it. */
  isOpen(uri: string): boolean;
  /** What was last answered about an open document. */
  sent(uri: string): SentAnswers;
  /** Those that this build comes with, read when they are asked for first. */
  vocabularies(): Promise<Vocabularies>;
  /** The model that is configured, under the id that reports are to name. */
  model(id: string): LanguageModel;
  /** Is told how far the answer is, in words and for programs. */
  progress(message: string, step?: AnswerStep): void;
  /** Is told in Markdown what a model was asked and answered, and what came of it. */
  trace(text: string): void;
}

/** Answers a request. Rejects with the signal's reason when it is cancelled. */
export type RequestHandler<Name extends RequestName> = (
  params: RequestParams<Name>,
  context: RequestContext,
  signal: AbortSignal,
) => Promise<RequestAnswer<Name>>;

/** A handler for each of these requests. */
export type RequestHandlers<Name extends RequestName = RequestName> = {
  readonly [Each in Name]: RequestHandler<Each>;
};
