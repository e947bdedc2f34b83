/**
 * The one table of what editors ask a language service for while their users read and write. A feature is an entry here:
 * its method, the shape of its parameters, its answer, and what the server says about it in `initialize`. Registration,
 * checks of parameters and cancellation follow from the entry; `engine/language/languageRequests.ts` does not compile
 * until it answers each of them.
 */
import type {
  ClientCapabilities,
  FoldingRange,
  FoldingRangeParams,
  ServerCapabilities,
} from 'vscode-languageserver';
import { type JsonShape, object } from '../../base/jsonShape.ts';
import { document } from '../paramShapes.ts';

export interface MethodDeclaration<in out Params, in out Answer> {
  readonly params: JsonShape<Params>;
  /** The uri of the document that the parameters are about, as the client writes it; '' when it is about none. */
  readonly about: (params: Params) => string;
  readonly capabilities: (client: ClientCapabilities) => Partial<ServerCapabilities>;
  /** For answers with uris in them: the answer with the uris of open documents as the client writes them. */
  readonly withClientUris?: (answer: Answer, clientUri: (uri: string) => string) => Answer;
}

export const languageMethods = {
  'textDocument/foldingRange': method<FoldingRangeParams, readonly FoldingRange[]>({
    params: object({ textDocument: document }),
    about: documentOf,
    capabilities: () => ({ foldingRangeProvider: true }),
  }),
};

export type LanguageMethod = keyof typeof languageMethods;
export type LanguageParams<Method extends LanguageMethod> =
  (typeof languageMethods)[Method] extends MethodDeclaration<infer Params, infer _> ? Params : never;
export type LanguageAnswer<Method extends LanguageMethod> =
  (typeof languageMethods)[Method] extends MethodDeclaration<infer _, infer Answer> ? Answer : never;

/** A method with its parameters. */
export type LanguageCall<Method extends LanguageMethod = LanguageMethod> = {
  [Each in Method]: { readonly method: Each; readonly params: LanguageParams<Each> };
}[Method];

function method<Params, Answer>(declaration: MethodDeclaration<Params, Answer>) {
  return declaration;
}

function documentOf({ textDocument }: { readonly textDocument: { readonly uri: string } }): string {
  return textDocument.uri;
}
