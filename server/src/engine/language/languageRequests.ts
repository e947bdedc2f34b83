import type { LanguageMethod } from '../../protocol/language/languageMethods.ts';
import type { RequestHandlers } from '../requestContext.ts';
import { completionHandlers } from './completionHandlers.ts';
import { display, displayInText } from './displayHandlers.ts';
import type {
  ClientContext,
  LanguageContext,
  LanguageHandler,
  LanguageHandlers,
  TextContext,
} from './languageHandler.ts';
import { navigation, navigationInText, navigationInWorkspace } from './navigationHandlers.ts';
import { writing, writingInText, writingInWorkspace } from './writingHandlers.ts';

/** How each feature is answered that is about an open document with its linked files. */
const ofFiles = { ...completionHandlers, ...display, ...navigation, ...writing };

/** Those that need the text alone. They are answered before the document is validated for the first time. */
const ofTexts = { ...displayInText, ...navigationInText, ...writingInText };

/** Those that are about no document. */
const ofWorkspace = { ...navigationInWorkspace, ...writingInWorkspace };

type FileMethod = keyof typeof ofFiles;
type TextMethod = keyof typeof ofTexts;
type WorkspaceMethod = Exclude<LanguageMethod, FileMethod | TextMethod>;

/** Names the methods that nothing answers. */
ofWorkspace satisfies LanguageHandlers<WorkspaceMethod, ClientContext>;

export const languageRequests: RequestHandlers<'language'> = {
  async language({ uri, call, client, since }, context, signal) {
    const { method, params } = call;
    // The tables have the right handler for each method, but the compiler can't follow that through a union of methods.
    if (method in ofWorkspace) {
      const handler = ofWorkspace[method as WorkspaceMethod] as LanguageHandler<
        LanguageMethod,
        ClientContext
      >;
      return handler(params, { ...context, client, since }, signal);
    }
    if (method in ofTexts) {
      const document = context.host.openedDocument(uri);
      const handler = ofTexts[method as TextMethod] as LanguageHandler<LanguageMethod, TextContext>;
      return document ? handler(params, { ...context, document, client, since }, signal) : null;
    }
    const file = await context.host.analysedFile(uri, signal);
    const handler = ofFiles[method as FileMethod] as LanguageHandler<LanguageMethod, LanguageContext>;
    return file ? handler(params, { ...context, file, client, since }, signal) : null;
  },
};
