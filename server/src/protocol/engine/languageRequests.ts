import type { LanguageClient } from '../language/languageClient.ts';
import type { LanguageAnswer, LanguageCall, LanguageMethod } from '../language/languageMethods.ts';
import type { EngineRequestType } from './engineRequestType.ts';

export interface LanguageRequests {
  /** Null where the engine does not have the document, or there is nothing to say. */
  readonly language: EngineRequestType<
    {
      readonly call: LanguageCall;
      readonly client: LanguageClient;
      /** The id of an answer that this one may build on: long ones say how they differ from it. */
      readonly since?: string;
    },
    LanguageAnswer<LanguageMethod> | null
  >;
}
