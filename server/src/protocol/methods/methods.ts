/**
 * The one table of what editors ask: what a language service answers while users read and write, and what our own clients ask
 * beyond it. A request is an entry here: its method, the shape of its parameters, its answer, who answers it, whether it needs a
 * trusted folder, and what the server says about it in `initialize`. Registration, checks of parameters, uris and cancellation
 * follow from the entry; `engine/methods.ts` does not compile until it answers each of them. Requests whose answers rest on
 * the versions of texts, on models or on engines of their own have handlers in `lsp/handlers` instead.
 */
import { authoringMethods } from './authoringMethods.ts';
import { completionMethods } from './completionMethods.ts';
import { displayMethods } from './displayMethods.ts';
import { documentMethods } from './documentMethods.ts';
import type { MethodDeclaration } from './methodDeclaration.ts';
import { navigationMethods } from './navigationMethods.ts';
import { suiteMethods } from './suiteMethods.ts';
import { writingMethods } from './writingMethods.ts';

export const methods = {
  ...completionMethods,
  ...navigationMethods,
  ...displayMethods,
  ...writingMethods,
  ...documentMethods,
  ...authoringMethods,
  ...suiteMethods,
};

export type Method = keyof typeof methods;
export type MethodParams<Name extends Method> = ParamsOf<(typeof methods)[Name]>;
export type MethodAnswer<Name extends Method> = AnswerOf<(typeof methods)[Name]>;

type ParamsOf<Declaration> = Declaration extends MethodDeclaration<infer Params, infer _> ? Params : never;
type AnswerOf<Declaration> = Declaration extends MethodDeclaration<infer _, infer Answer> ? Answer : never;

/** A method with its parameters. */
export type MethodCall<Name extends Method = Method> = {
  [Each in Name]: { readonly method: Each; readonly params: MethodParams<Each> };
}[Name];
