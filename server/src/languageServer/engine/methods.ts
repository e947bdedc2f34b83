import type { EngineAnswer, EngineRequest } from '../protocol/engine/requests.ts';
import { agentMethods } from '../protocol/methods/agentMethods.ts';
import { authoringMethods } from '../protocol/methods/authoringMethods.ts';
import { evaluationMethods, modelCheckMethods } from '../protocol/methods/evaluationMethods.ts';
import type { AnsweredMethod } from '../protocol/methods/methods.ts';
import { modelMethods } from '../protocol/methods/modelMethods.ts';
import { suiteMethods } from '../protocol/methods/suiteMethods.ts';
import { documentHandlers, workspaceHandlers } from './documents/documentHandlers.ts';
import type { repairHandlers } from './documents/repairHandlers.ts';
import { completionHandlers, display, displayInText } from './language/displayHandlers.ts';
import { navigation, navigationInText, navigationInWorkspace } from './language/navigationHandlers.ts';
import { writing, writingInText, writingInWorkspace } from './language/writingHandlers.ts';
import type {
  LanguageContext,
  MethodHandler,
  MethodHandlers,
  RequestContext,
  SetupContext,
  TextContext,
} from './requestContext.ts';

/** Handlers for the features that are about an open document with its linked files. */
const ofFiles = { ...completionHandlers, ...display, ...navigation, ...writing };

/** Handlers that need only the text. They are answered before the document is validated for the first time. */
const ofTexts = { ...displayInText, ...navigationInText, ...writingInText };

/** Methods that find what they need themselves. */
const ofHost = {
  ...navigationInWorkspace,
  ...writingInWorkspace,
  ...documentHandlers,
  ...workspaceHandlers,
};

/** As `ofHost`, loaded with the first request of their group, because most engines never get one. */
const loaded = [
  group(authoringMethods, async () => (await import('./authoring/authoringHandlers.ts')).authoringHandlers),
  group(agentMethods, async () => (await import('./documents/agentHandlers.ts')).agentHandlers),
  group(
    { 'engine/judgeChange': undefined },
    async () => (await import('./documents/agentHandlers.ts')).changeHandlers,
  ),
  group(suiteMethods, async () => (await import('./benchmarks/suiteHandlers.ts')).suiteHandlers),
  group(modelMethods, async () => (await import('./models/modelHandlers.ts')).modelHandlers),
  group(
    evaluationMethods,
    async () => (await import('./evaluation/evaluationHandlers.ts')).evaluationHandlers,
  ),
  group(modelCheckMethods, async () => (await import('./modelCheck/checkModel.ts')).modelCheckHandlers),
];

function group<Name extends AnsweredMethod>(
  methods: Readonly<Record<Name, unknown>>,
  load: () => Promise<MethodHandlers<Name, SetupContext>>,
) {
  return { methods, load };
}

type MethodOf<Group> = Group extends { readonly methods: Readonly<Record<infer Name, unknown>> }
  ? Name
  : never;
type FileMethod = keyof typeof ofFiles;
type TextMethod = keyof typeof ofTexts;
type LoadedMethod = MethodOf<(typeof loaded)[number]>;
type HostMethod = Exclude<
  AnsweredMethod,
  FileMethod | TextMethod | LoadedMethod | keyof typeof repairHandlers
>;

/** Names the methods without a handler. */
ofHost satisfies MethodHandlers<HostMethod, RequestContext>;

type Handler<Context> = MethodHandler<AnsweredMethod, Context>;

/** Answers the methods that `repairHandlers` does not. */
// The tables have the right handler for each method, but the compiler can't follow that through a union of methods.
export async function answerMethod(
  { method, params, uri, setup }: EngineRequest,
  context: RequestContext,
  signal: AbortSignal,
): Promise<EngineAnswer> {
  const group = loaded.find(({ methods }) => method in methods);
  if (group) {
    const handlers = (await group.load()) as Partial<Record<AnsweredMethod, Handler<SetupContext>>>;
    return handlers[method]!(params, { ...context, setup: setup! }, signal);
  }
  if (method in ofHost) {
    const handler = ofHost[method as HostMethod] as Handler<RequestContext>;
    return handler(params, context, signal);
  }
  const document = context.host.openedDocument(uri);
  // Editors have other tools to read and write JSON and XML.
  if (!document?.isTurtle) return null;
  if (method in ofTexts) {
    const handler = ofTexts[method as TextMethod] as Handler<TextContext>;
    return handler(params, { ...context, document }, signal);
  }
  const file = await context.host.analysedFile(uri, signal);
  const handler = ofFiles[method as FileMethod] as Handler<LanguageContext>;
  return file ? handler(params, { ...context, file }, signal) : null;
}
