/** The requests that are about open documents and their repairs. */
import type { Diagnostic, Hover, Location, Position, Range, WorkspaceEdit } from 'vscode-languageserver';
import type {
  FixAllScope,
  GroupToggle,
  HoverStyle,
  LikeRepair,
  OntologyFileChoice,
  UnitStatus,
} from '../../ide/analysis.ts';
import type { Spending } from '../../llm/model/spending.ts';
import type { StoreAddress } from '../../project/storeLink.ts';
import type { JsonStatedBy } from '../../report/statedByJson.ts';
import type { Failure, FixAll, ModelRepair, RefusedRepair, ShownPrompt } from '../editor/protocol.ts';
import type { EngineRequestType } from './engineRequestType.ts';
import type { ModelOptions, TextVersion } from './modelOptions.ts';

export interface DocumentRequests {
  readonly hover: EngineRequestType<
    /** `locale` is the language of the user. */
    { readonly position: Position; readonly style: HoverStyle; readonly locale: string },
    Hover | null
  >;
  readonly codeActions: EngineRequestType<{ readonly range: Range }, readonly VerifiedAction[]>;
  readonly repairs: EngineRequestType<{ readonly key: string }, readonly VerifiedAction[]>;
  /** `component` is the IRI of a constraint component; without it all results of the file are meant. */
  readonly fixAll: EngineRequestType<
    { readonly component?: string; readonly like?: LikeRepair },
    FixAllAnswer
  >;
  /** Shows the results of a group one by one, or as one again. The document is validated anew. */
  readonly toggleGroup: EngineRequestType<{ readonly namespace: string }, object>;
}

/** The requests that are about files which need not be open. */
export interface WorkspaceRequests {
  /** Validates the Turtle files of the workspace, or those that are given. */
  readonly validateFiles: EngineRequestType<{ readonly files?: readonly string[] }, readonly ValidatedFile[]>;
}

/** What the validation of a file found. */
export interface ValidatedFile {
  readonly uri: string;
  /** Undefined for a file that can't be read, and one whose validation broke. */
  readonly status: UnitStatus | undefined;
  /** In all files of its unit, with the syntax errors of its own. */
  readonly diagnostics: Readonly<Record<string, readonly Diagnostic[]>>;
  /** The files that it rests on, also missing ones. */
  readonly dependsOn: readonly string[];
}

/** The requests that a language model answers. All answers are null for documents that the engine does not have. */
export interface ModelRequests {
  readonly modelRepairs: EngineRequestType<
    { readonly key: string; readonly model: ModelOptions },
    ModelRepairsAnswer | null
  >;
  readonly repairWithModel: EngineRequestType<
    { readonly keys: readonly string[]; readonly model: ModelOptions },
    RepairWithModelAnswer | null
  >;
  readonly prompt: EngineRequestType<
    { readonly key: string; readonly model: ModelOptions },
    ShownPrompt | null
  >;
}

/** A quick fix before its diagnostics are attached, which the lsp process knows by their keys. */
export interface VerifiedAction {
  readonly title: string;
  /** What speaks for it. Menus show it behind the title, in parentheses. */
  readonly evidence: string | undefined;
  /** What of it only stores state. */
  readonly statedBy: readonly JsonStatedBy[] | undefined;
  readonly keys: readonly string[];
  readonly isPreferred: boolean;
  readonly edit: WorkspaceEdit | undefined;
  /** Set when the edit is still to be asked for, by `fixAll`. */
  readonly fixAll: FixAllScope | undefined;
  /** Set when the fix is a setting, which the client writes. */
  readonly ontology: OntologyFileChoice | undefined;
  /** Set when the fix is that the user allows a store. */
  readonly allowStore: StoreAddress | undefined;
  /** Set when the fix changes only what is shown. */
  readonly toggle: GroupToggle | undefined;
  /** Set when the action only says something. */
  readonly explanation: string | undefined;
  /** Set when the action only shows a place. */
  readonly shows: Location | undefined;
  readonly versions: readonly TextVersion[];
}

export type ModelRepairsAnswer =
  | {
      readonly kind: 'answered';
      readonly repairs: readonly ModelRepair[];
      readonly refused: readonly RefusedRepair[];
      readonly spending: Spending;
    }
  | Failure;

export type RepairWithModelAnswer =
  | ({ readonly kind: 'answered'; readonly spending: Spending } & FixAllAnswer)
  | Failure;

export interface FixAllAnswer extends FixAll {
  readonly versions: readonly TextVersion[];
}
