import type { LanguageClient } from '../methods/languageClient.ts';
import type { Method, MethodAnswer, MethodCall } from '../methods/methods.ts';
import type { EngineRequestType } from './engineRequestType.ts';

export interface MethodRequests {
  /** Null where the engine does not have the document, or there is nothing to say. */
  readonly method: EngineRequestType<
    {
      readonly call: MethodCall;
      readonly client: LanguageClient;
      /** The id of an answer that this one may build on: long ones say how they differ from it. */
      readonly since?: string;
    },
    MethodAnswer<Method> | null
  >;
}
