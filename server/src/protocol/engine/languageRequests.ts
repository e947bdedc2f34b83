import type { LanguageClient } from '../language/languageClient.ts';
import type { LanguageAnswer, LanguageCall, LanguageMethod } from '../language/languageMethods.ts';
import type { EngineRequestType } from './engineRequestType.ts';

export interface LanguageRequests {
  /** Null where the engine does not have the document, or there is nothing to say. */
  readonly language: EngineRequestType<
    { readonly call: LanguageCall; readonly client: LanguageClient },
    LanguageAnswer<LanguageMethod> | null
  >;
}
