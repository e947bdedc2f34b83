/**
 * The one table of the requests of editors: what a language service answers while users read and write, and what our own
 * clients ask beyond it. A request is an entry here: its method, the shape of its parameters, its answer, who answers it,
 * whether it needs a trusted folder, and what the server says about it in `initialize`. Registration, checks of parameters,
 * uris, models, versions of texts and cancellation follow from the entry; `languageServer/engine/methods.ts` does not
 * compile until it answers each of them.
 */
import { agentMethods } from './agentMethods.ts';
import { authoringMethods } from './authoringMethods.ts';
import { completionMethods, displayMethods } from './displayMethods.ts';
import { documentMethods } from './documentMethods.ts';
import { evaluationMethods, modelCheckMethods } from './evaluationMethods.ts';
import type { MethodDeclaration } from './methodDeclaration.ts';
import { modelMethods } from './modelMethods.ts';
import { navigationMethods } from './navigationMethods.ts';
import { engineMethods, repairMethods, sessionMethods } from './repairMethods.ts';
import { suiteMethods } from './suiteMethods.ts';
import { writingMethods } from './writingMethods.ts';

/** What clients ask and the engine answers. */
export const methods = {
  ...completionMethods,
  ...navigationMethods,
  ...displayMethods,
  ...writingMethods,
  ...repairMethods,
  ...documentMethods,
  ...authoringMethods,
  ...agentMethods,
  ...suiteMethods,
  ...modelMethods,
  ...evaluationMethods,
  ...modelCheckMethods,
};

/** All that clients ask. */
export const clientMethods = { ...methods, ...sessionMethods };
/** All that the engine answers. */
export const answeredMethods = { ...methods, ...engineMethods };

type Declarations = typeof clientMethods & typeof answeredMethods;
export type AnyMethod = keyof Declarations;
/** One that clients ask. */
export type ClientMethod = keyof typeof clientMethods;
/** One that clients ask and the engine answers. */
export type Method = keyof typeof methods;
/** One that the engine answers. */
export type AnsweredMethod = keyof typeof answeredMethods;
export type MethodParams<Name extends AnyMethod> = ParamsOf<Declarations[Name]>;
export type MethodAnswer<Name extends AnyMethod> = AnswerOf<Declarations[Name]>;

type ParamsOf<Declaration> = Declaration extends MethodDeclaration<infer Params, infer _> ? Params : never;
type AnswerOf<Declaration> = Declaration extends MethodDeclaration<infer _, infer Answer> ? Answer : never;

/** A method with its parameters. */
export type MethodCall<Name extends AnsweredMethod = AnsweredMethod> = {
  [Each in Name]: { readonly method: Each; readonly params: MethodParams<Each> };
}[Name];
