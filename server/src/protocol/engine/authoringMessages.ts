/** The part of messages.ts that is about writing data. */
import type { Position, WorkspaceEdit } from 'vscode-languageserver';
import type { Spending } from '../../llm/model/spending.ts';
import type {
  ExplainedConnection,
  Failure,
  MatchingNodes,
  NodesAt,
  SampleClasses,
} from '../editor/protocol.ts';
import type { ModelOptions, TextVersion } from './modelOptions.ts';

export type AuthoringQuestion =
  | { readonly ask: 'sampleClasses'; readonly uri: string; readonly position?: Position }
  | {
      readonly ask: 'generateSamples';
      readonly uri: string;
      readonly class: string;
      readonly count: number;
      readonly includes: 'required' | 'described';
      /** Whom to ask for values; without it nobody is asked. */
      readonly model?: ModelOptions;
    }
  | { readonly ask: 'nodesMatching'; readonly uri: string; readonly text: string }
  | { readonly ask: 'nodesAt'; readonly uri: string; readonly positions: readonly Position[] }
  | { readonly ask: 'explainConnection'; readonly uri: string; readonly from: string; readonly to: string }
  | {
      readonly ask: 'extractFacts';
      readonly uri: string;
      readonly class: string;
      readonly text: string;
      readonly model: ModelOptions;
    }
  | {
      readonly ask: 'sayConnection';
      readonly uri: string;
      readonly from: string;
      readonly to: string;
      readonly model: ModelOptions;
    };

export interface AuthoringAnswers {
  /** All are null for documents that the engine does not have. */
  readonly sampleClasses: SampleClasses | null;
  readonly generateSamples: SamplesAnswer | null;
  readonly nodesMatching: MatchingNodes | null;
  readonly nodesAt: NodesAt | null;
  readonly explainConnection: ExplainedConnection | null;
  readonly sayConnection: SaidAnswer | null;
  readonly extractFacts: FactsAnswer | null;
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
