import type { EngineRequest, RequestAnswer, RequestName } from '../protocol/engine/requests.ts';
import { documentRequests } from './documents/documentRequests.ts';
import type { RequestContext, RequestHandler, RequestHandlers } from './requestContext.ts';

// The code for requests that most engines never get is loaded with the first one.
const documents = async () => documentRequests;
const methods = async () => (await import('./methods.ts')).methodRequests;
const workspace = async () => (await import('./documents/workspaceRequests.ts')).workspaceRequests;
const models = async () => (await import('./models/modelRequests.ts')).modelRequests;
const authoring = async () => (await import('./authoring/authoringRequests.ts')).authoringRequests;
const benchmarks = async () => (await import('./benchmarks/benchmarkRequests.ts')).benchmarkRequests;
const evaluation = async () => (await import('./evaluation/evaluationRequests.ts')).evaluationRequests;
const modelCheck = async () => (await import('./modelCheck/modelCheckRequests.ts')).modelCheckRequests;

/** Where the handler of each request is. */
const handlers = {
  hover: documents,
  codeActions: documents,
  repairs: documents,
  fixAll: documents,
  toggleGroup: documents,
  validateFiles: workspace,
  method: methods,
  modelRepairs: models,
  repairWithModel: models,
  prompt: models,
  generateSamples: authoring,
  sayConnection: authoring,
  extractFacts: authoring,
  generateBenchmark: benchmarks,
  verifySuite: benchmarks,
  estimateEvaluation: evaluation,
  evaluate: evaluation,
  tryCases: evaluation,
  evaluationRuns: evaluation,
  evaluationReport: evaluation,
  estimateModelCheck: modelCheck,
  checkModel: modelCheck,
} satisfies { readonly [Name in RequestName]: () => Promise<RequestHandlers<Name>> };

/** Answers a request. Rejects with the signal's reason when it is cancelled. */
export async function answerRequest(
  request: EngineRequest,
  context: RequestContext,
  signal: AbortSignal,
): Promise<RequestAnswer<RequestName>> {
  const { name } = request;
  const subject: Partial<RequestHandlers> = await handlers[name]();
  // The table has the right handler for each name, but the compiler can't follow that through a union of names.
  const handler = subject[name] as RequestHandler<RequestName>;
  return handler(request, context, signal);
}
