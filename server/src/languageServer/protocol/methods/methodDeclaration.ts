import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver';
import type { JsonShape } from '../../../base/jsonShape.ts';

/**
 * The declaration of an editor's request, as far as the protocol goes. A uri in its parameters is normalised before it is
 * answered.
 */
export interface MethodDeclaration<in out Params, in out Answer> {
  readonly params: JsonShape<Params>;
  /** The uri of the document that the parameters are about, as the client writes it; '' when it is about no document. */
  readonly about: (params: Params) => string;
  /** What the server declares about it in `initialize`; nothing for methods that only our own clients use. */
  readonly capabilities?: (client: ClientCapabilities) => Partial<ServerCapabilities>;
  /** Why it is refused in a folder that its user does not trust; allowed if omitted. */
  readonly whyRestricted?: string | ((params: Params) => string | undefined);
  /**
   * The engine that answers: the one that validates as users type, if omitted; the one that reads files on disk; one that is
   * started for the request, which can be given the open texts; or one that is given them and kept for the next request of its kind.
   */
  readonly engine?: 'spare' | 'own' | 'own with texts' | 'kept with texts';
  /**
   * For work that records its progress: how another engine continues it when the first one is lost. Its answers may be
   * failures.
   */
  readonly goOn?: (params: Params) => Params;
  /** Whether it is answered only once the settings have been read. */
  readonly afterSettings?: true;
  /** Which settings are sent to the engine: how a model is asked, or what evaluations may use. */
  readonly needs?: 'model' | 'setup';
  /** How progress is reported to the client: in words, or in steps that hold what is known so far. Words if omitted. */
  readonly progress?: 'steps';
  /** Whether a failure is an error, whose message editors show; our own clients read it from the answer. */
  readonly failure?: 'error';
  /**
   * For answers that are only valid for certain versions of open texts: the answer when these have changed in the meantime.
   */
  readonly stale?: {
    /** Whether it is first asked once more. */
    readonly askAgain?: true;
    readonly answer: (answer: Answer) => Answer;
  };
  /** For answers of which only a part is sent to the client: that part, once the user has been shown the rest. */
  readonly reply?: (answer: Answer, tell: (message: string) => void) => unknown;
  /**
   * For long answers, of which the engine sends only the difference from the last one: assembles those about a document.
   */
  readonly builder?: () => AnswerBuilder<Answer>;
  /** For answers with uris in them: the answer with the uris of open documents as the client writes them. */
  readonly withClientUris?: (answer: Answer, clientUri: (uri: string) => string) => Answer;
}

/** Assembles the answers of a method about one open document. */
export interface AnswerBuilder<in Answer> {
  next(): {
    /** The id of the answer that the next one may build on. */
    readonly since: string | undefined;
    /** What the client is sent. */
    readonly complete: (answer: Answer) => unknown;
  };
}

export function method<Params, Answer>(declaration: MethodDeclaration<Params, Answer>) {
  return declaration;
}

/** For methods whose parameters name the document by its uri. */
export function uriOf({ uri }: { readonly uri: string }): string {
  return uri;
}

export function documentOf({ textDocument }: { readonly textDocument: { readonly uri: string } }): string {
  return textDocument.uri;
}
