/** The requests that are about writing data. All answers are null for documents that the engine does not have. */
import type { WorkspaceEdit } from 'vscode-languageserver';
import type { Spending } from '../../llm/model/spending.ts';
import type { Failure } from '../editor/protocol.ts';
import type { EngineRequestType } from './engineRequestType.ts';
import type { ModelOptions, TextVersion } from './modelOptions.ts';

export interface AuthoringRequests {
  readonly generateSamples: EngineRequestType<
    {
      readonly class: string;
      readonly count: number;
      readonly includes: 'required' | 'described';
      /** The model that is asked for values; without it none is asked. */
      readonly model?: ModelOptions;
    },
    SamplesAnswer | null
  >;
  readonly sayConnection: EngineRequestType<
    { readonly from: string; readonly to: string; readonly model: ModelOptions },
    SaidAnswer | null
  >;
  readonly extractFacts: EngineRequestType<
    { readonly class: string; readonly text: string; readonly model: ModelOptions },
    FactsAnswer | null
  >;
}

export type SaidAnswer =
  | { readonly kind: 'answered'; readonly text: string; readonly spending: Spending }
  | Failure;

export type SamplesAnswer =
  | {
      readonly kind: 'answered';
      readonly edit: WorkspaceEdit;
      readonly individuals: number;
      readonly notes: readonly string[];
      readonly spending?: Spending;
      readonly versions: readonly TextVersion[];
    }
  | Failure;

export type FactsAnswer =
  | {
      readonly kind: 'answered';
      readonly edit: WorkspaceEdit | undefined;
      readonly triples: number;
      readonly individuals: number;
      readonly notes: readonly string[];
      readonly spending: Spending;
      readonly versions: readonly TextVersion[];
    }
  | Failure;
