import type { AnalysedFile } from '../../ide/analysedFile.ts';
import type { LanguageClient } from '../../protocol/language/languageClient.ts';
import type {
  LanguageAnswer,
  LanguageMethod,
  LanguageParams,
} from '../../protocol/language/languageMethods.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import type { RequestContext } from '../requestContext.ts';

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
export type LanguageHandler<Method extends LanguageMethod, Context> = (
  params: LanguageParams<Method>,
  context: Context,
  signal: AbortSignal,
) => Promise<LanguageAnswer<Method> | null>;

/** A handler for each of some methods. */
export type LanguageHandlers<Method extends LanguageMethod, Context> = {
  readonly [Each in Method]: LanguageHandler<Each, Context>;
};
