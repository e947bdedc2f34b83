/**
 * The one table of requests to the engine: by their names, what they are given and what is answered. The engine has a
 * handler for each (`engine/requests.ts`), and the compiler says so when one is missing.
 */
import type { AuthoringRequests } from './authoringRequests.ts';
import type { BenchmarkRequests, BenchmarkStep } from './benchmarkRequests.ts';
import type { DocumentRequests, ModelRequests, WorkspaceRequests } from './documentRequests.ts';
import type { EvaluationRequests, EvaluationStep } from './evaluationRequests.ts';
import type { MethodRequests } from './methodRequests.ts';
import type { ModelCheckRequests, ModelCheckStep } from './modelCheckRequests.ts';

export interface EngineRequests
  extends DocumentRequests,
    ModelRequests,
    WorkspaceRequests,
    MethodRequests,
    AuthoringRequests,
    BenchmarkRequests,
    EvaluationRequests,
    ModelCheckRequests {}

export type RequestName = keyof EngineRequests;
export type RequestParams<Name extends RequestName> = EngineRequests[Name]['params'];
export type RequestAnswer<Name extends RequestName> = EngineRequests[Name]['answer'];

/** A request as it is sent. */
export type EngineRequest<Name extends RequestName = RequestName> = {
  [Each in Name]: { readonly name: Each } & RequestParams<Each>;
}[Name];

/** How far an answer is, for programs. */
export type AnswerStep = BenchmarkStep | EvaluationStep | ModelCheckStep;
