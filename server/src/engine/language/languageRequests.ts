import type { AnalysedFile } from '../../ide/analysedFile.ts';
import { foldingRanges } from '../../language/folding/foldingRanges.ts';
import type { LanguageClient } from '../../protocol/language/languageClient.ts';
import type {
  LanguageAnswer,
  LanguageMethod,
  LanguageParams,
} from '../../protocol/language/languageMethods.ts';
import * as toProto from '../../protocol/language/toProto.ts';
import type { RequestContext, RequestHandlers } from '../requestContext.ts';

/** What a feature answers with. */
interface LanguageContext extends RequestContext {
  readonly file: AnalysedFile;
  readonly client: LanguageClient;
}

/** Answers a method for a document. Rejects with the signal's reason when it is cancelled. */
type LanguageHandler<Method extends LanguageMethod> = (
  params: LanguageParams<Method>,
  context: LanguageContext,
  signal: AbortSignal,
) => Promise<LanguageAnswer<Method> | null>;

/** How each feature is answered: offsets of the core in the words of the protocol. */
const handlers = {
  async 'textDocument/foldingRange'(_, { file: { document } }) {
    return toProto.foldingRanges(document.lines, foldingRanges(document));
  },
} satisfies { readonly [Method in LanguageMethod]: LanguageHandler<Method> };

export const languageRequests: RequestHandlers<'language'> = {
  async language({ uri, call, client }, context, signal) {
    const file = await context.host.analysedFile(uri, signal);
    if (!file) return null;
    // The table has the right handler for each method, but the compiler can't follow that through a union of methods.
    const handler = handlers[call.method] as LanguageHandler<LanguageMethod>;
    return handler(call.params, { ...context, file, client }, signal);
  },
};
