import type { AnalysedFile } from '../ide/analysedFile.ts';
import type { LanguageClient } from '../protocol/methods/languageClient.ts';
import type { Method, MethodAnswer, MethodParams } from '../protocol/methods/methods.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import type { RequestContext } from './requestContext.ts';

/** What a feature answers with that is about no document. */
export interface ClientContext extends RequestContext {
  readonly client: LanguageClient;
  /** The id of an answer that this one may build on. */
  readonly since: string | undefined;
}

/** What a feature answers with that needs the text of a document alone, so that it need not wait for a validation. */
export interface TextContext extends ClientContext {
  readonly document: TurtleDocument;
}

/** What a feature answers with that needs the linked files as well. */
export interface LanguageContext extends ClientContext {
  readonly file: AnalysedFile;
}

/** Answers a method. Rejects with the signal's reason when it is cancelled. */
export type MethodHandler<Name extends Method, Context> = (
  params: MethodParams<Name>,
  context: Context,
  signal: AbortSignal,
) => Promise<MethodAnswer<Name> | null>;

/** A handler for each of some methods. */
export type MethodHandlers<Name extends Method, Context> = {
  readonly [Each in Name]: MethodHandler<Each, Context>;
};
