/**
 * The one table of what editors ask a language service for while their users read and write. A feature is an entry here:
 * its method, the shape of its parameters, its answer, and what the server says about it in `initialize`. Registration,
 * checks of parameters and cancellation follow from the entry; `engine/language/languageRequests.ts` does not compile
 * until it answers each of them.
 */

import { completionMethods } from './completionMethods.ts';
import { displayMethods } from './displayMethods.ts';
import type { MethodDeclaration } from './methodDeclaration.ts';
import { navigationMethods } from './navigationMethods.ts';
import { writingMethods } from './writingMethods.ts';

export const languageMethods = {
  ...completionMethods,
  ...navigationMethods,
  ...displayMethods,
  ...writingMethods,
};

export type LanguageMethod = keyof typeof languageMethods;
export type LanguageParams<Method extends LanguageMethod> = ParamsOf<(typeof languageMethods)[Method]>;
export type LanguageAnswer<Method extends LanguageMethod> = AnswerOf<(typeof languageMethods)[Method]>;

type ParamsOf<Declaration> = Declaration extends MethodDeclaration<infer Params, infer _> ? Params : never;
type AnswerOf<Declaration> = Declaration extends MethodDeclaration<infer _, infer Answer> ? Answer : never;

/** A method with its parameters. */
export type LanguageCall<Method extends LanguageMethod = LanguageMethod> = {
  [Each in Method]: { readonly method: Each; readonly params: LanguageParams<Each> };
}[Method];
