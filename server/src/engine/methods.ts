import { authoringMethods } from '../protocol/methods/authoringMethods.ts';
import type { Method } from '../protocol/methods/methods.ts';
import { suiteMethods } from '../protocol/methods/suiteMethods.ts';
import { documentHandlers } from './documents/documentHandlers.ts';
import { completionHandlers } from './language/completionHandlers.ts';
import { display, displayInText } from './language/displayHandlers.ts';
import { navigation, navigationInText, navigationInWorkspace } from './language/navigationHandlers.ts';
import { writing, writingInText, writingInWorkspace } from './language/writingHandlers.ts';
import type {
  ClientContext,
  LanguageContext,
  MethodHandler,
  MethodHandlers,
  TextContext,
} from './methodHandler.ts';
import type { RequestHandlers } from './requestContext.ts';

/** How each feature is answered that is about an open document with its linked files. */
const ofFiles = { ...completionHandlers, ...display, ...navigation, ...writing };

/** Those that need the text alone. They are answered before the document is validated for the first time. */
const ofTexts = { ...displayInText, ...navigationInText, ...writingInText };

/** Those that find by themselves what they need. */
const ofHost = { ...navigationInWorkspace, ...writingInWorkspace, ...documentHandlers };

/** As `ofHost`, with the first request of their group, because most engines never get one. */
const loaded = [
  {
    methods: authoringMethods,
    load: async (): Promise<MethodHandlers<keyof typeof authoringMethods, ClientContext>> =>
      (await import('./authoring/authoringHandlers.ts')).authoringHandlers,
  },
  {
    methods: suiteMethods,
    load: async (): Promise<MethodHandlers<keyof typeof suiteMethods, ClientContext>> =>
      (await import('./benchmarks/suiteHandlers.ts')).suiteHandlers,
  },
] as const;

type FileMethod = keyof typeof ofFiles;
type TextMethod = keyof typeof ofTexts;
type LoadedMethod = keyof typeof authoringMethods | keyof typeof suiteMethods;
type HostMethod = Exclude<Method, FileMethod | TextMethod | LoadedMethod>;

/** Names the methods that nothing answers. */
ofHost satisfies MethodHandlers<HostMethod, ClientContext>;

type Handler<Context> = MethodHandler<Method, Context>;

// The tables have the right handler for each method, but the compiler can't follow that through a union of methods.
export const methodRequests: RequestHandlers<'method'> = {
  async method({ uri, call, client, since }, context, signal) {
    const { method, params } = call;
    const own: ClientContext = { ...context, client, since };
    const group = loaded.find(({ methods }) => method in methods);
    if (group) {
      const handlers = (await group.load()) as Partial<Record<Method, Handler<ClientContext>>>;
      return handlers[method]!(params, own, signal);
    }
    if (method in ofHost) {
      const handler = ofHost[method as HostMethod] as Handler<ClientContext>;
      return handler(params, own, signal);
    }
    if (method in ofTexts) {
      const document = context.host.openedDocument(uri);
      const handler = ofTexts[method as TextMethod] as Handler<TextContext>;
      return document ? handler(params, { ...own, document }, signal) : null;
    }
    const file = await context.host.analysedFile(uri, signal);
    const handler = ofFiles[method as FileMethod] as Handler<LanguageContext>;
    return file ? handler(params, { ...own, file }, signal) : null;
  },
};
