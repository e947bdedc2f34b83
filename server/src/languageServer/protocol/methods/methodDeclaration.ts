import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver';
import type { JsonShape } from '../../../base/jsonShape.ts';

/** What a request of editors is, as far as the protocol goes. A uri in its parameters is normalised before it is answered. */
export interface MethodDeclaration<in out Params, in out Answer> {
  readonly params: JsonShape<Params>;
  /** The uri of the document that the parameters are about, as the client writes it; '' when it is about none. */
  readonly about: (params: Params) => string;
  /** What the server says of it in `initialize`; nothing of methods that only our own clients know. */
  readonly capabilities?: (client: ClientCapabilities) => Partial<ServerCapabilities>;
  /** Why it is refused in a folder that its user does not trust; allowed if omitted. */
  readonly whyRestricted?: string | ((params: Params) => string | undefined);
  /**
   * The engine that answers: the one that validates as users type, if omitted; the one that reads files on disk; one that is
   * started for the request, which can be given the open texts; or one that is given them and kept for the next request of its kind.
   */
  readonly engine?: 'spare' | 'own' | 'own with texts' | 'kept with texts';
  /**
   * For work that records what is done: how it is gone on with by another engine, when the one that had begun it is lost. Its
   * answers may be failures.
   */
  readonly goOn?: (params: Params) => Params;
  /** Whether it is answered only once the settings have been read. */
  readonly afterSettings?: true;
  /** What the settings say that the engine is told: how a model is asked, or what evaluations may use. */
  readonly needs?: 'model' | 'setup';
  /** How the client is told about progress: in words, or in steps that hold what is known by then. Words if omitted. */
  readonly progress?: 'steps';
  /** Whether a failure is an error, whose message editors show; our own clients read it from the answer. */
  readonly failure?: 'error';
  /** For answers that are good for certain versions of open texts: what is answered when these have changed meanwhile. */
  readonly stale?: {
    /** Whether it is first asked once more. */
    readonly askAgain?: true;
    readonly answer: (answer: Answer) => Answer;
  };
  /** For answers that are not sent to the client as they are: the part that is sent, once the user has been told the rest. */
  readonly reply?: (answer: Answer, tell: (message: string) => void) => unknown;
  /** For long answers, of which the engine says how they differ from the last one: puts those about a document together. */
  readonly builder?: () => AnswerBuilder<Answer>;
  /** For answers with uris in them: the answer with the uris of open documents as the client writes them. */
  readonly withClientUris?: (answer: Answer, clientUri: (uri: string) => string) => Answer;
}

/** Puts the answers of a method about one open document together. */
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

/** Of methods whose parameters name the document by its uri. */
export function uriOf({ uri }: { readonly uri: string }): string {
  return uri;
}

export function documentOf({ textDocument }: { readonly textDocument: { readonly uri: string } }): string {
  return textDocument.uri;
}
