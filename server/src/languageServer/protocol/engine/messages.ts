/**
 * What the lsp process and the engine process send each other: plain JSON, positions as lines and characters. The texts are
 * in both processes; offsets stay in the engine.
 */
import type { Diagnostic, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import type { WorkPiece } from '../../../base/supervision.ts';
import type { ModelAnswer, ModelError, ModelRequest } from '../../../repair/llm/model/languageModel.ts';
import type { UnitStatus } from '../../../service/ide/analysis.ts';
import type { FileSearch } from '../../../workspace/project/fileSystem.ts';
import type { Settings } from '../../../workspace/project/settings.ts';
import type { StoreAddress } from '../../../workspace/project/storeLink.ts';
import type { AnsweredMethod } from '../methods/methods.ts';
import type { PackedDiagnostics } from '../methods/packedAnswers.ts';
import type { WhenToValidate } from '../settings.ts';
import type { AnswerStep, EngineRequest } from './requests.ts';

export type ToEngine =
  | { readonly kind: 'configure'; readonly configuration: EngineConfiguration }
  /** Changes only the quarantine of the configuration. */
  | { readonly kind: 'skip'; readonly quarantined: EngineConfiguration['quarantined'] }
  | {
      readonly kind: 'open';
      readonly uri: string;
      readonly version: number;
      readonly text: string;
      /** Another engine validates it; here, it is only a target of links. */
      readonly isGuest: boolean;
    }
  | {
      readonly kind: 'change';
      readonly uri: string;
      readonly version: number;
      readonly changes: readonly TextDocumentContentChangeEvent[];
    }
  | { readonly kind: 'close'; readonly uri: string }
  /** On disk. */
  | { readonly kind: 'filesChanged'; readonly uris: readonly string[]; readonly addedOrRemoved: boolean }
  | { readonly kind: 'request'; readonly id: number; readonly request: EngineRequest }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'completed'; readonly id: number; readonly outcome: Completion }
  | { readonly kind: 'storeAnswered'; readonly id: number; readonly outcome: StoreOutcome }
  /** The answers of stores are no longer valid, and permissions to ask them may have changed. */
  | { readonly kind: 'forgetStores' };

/** What the engine process sends. */
export type SentByEngine =
  | Exclude<FromEngine, { readonly kind: 'validated' }>
  | ({ readonly kind: 'packed' } & Omit<Validated, 'diagnostics'> & {
        readonly files: Readonly<Record<string, PackedDiagnostics>>;
      });

export type FromEngine =
  | { readonly kind: 'running' }
  | {
      readonly kind: 'syntax';
      readonly uri: string;
      readonly version: number;
      readonly diagnostics: readonly Diagnostic[];
      /** Whether it is validated next; project files are not, nor is JSON or XML that is not RDF. */
      readonly isRdf: boolean;
    }
  | ({ readonly kind: 'validated' } & Validated)
  /** The mistakes in the shapes files of a validated document. It comes after its results. */
  | ({ readonly kind: 'shapes' } & Pick<Validated, 'uri' | 'version' | 'diagnostics'>)
  /** What is to be faded in a text. It comes when nothing was edited for a moment. */
  | {
      readonly kind: 'hints';
      readonly uri: string;
      readonly version: number;
      readonly diagnostics: readonly Diagnostic[];
    }
  /** Stores returned labels of terms, which hints may show. */
  | { readonly kind: 'labels' }
  /** What a document depends on, when that has changed. */
  | ({ readonly kind: 'dependencies'; readonly uri: string } & DocumentDependencies)
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  /** The progress of a request. */
  | {
      readonly kind: 'progress';
      readonly id: number;
      readonly message: string;
      readonly step?: AnswerStep;
    }
  /** Asks the lsp process to have a model answer: this process has neither keys nor connections. */
  | { readonly kind: 'complete'; readonly id: number; readonly request: ModelRequest }
  | { readonly kind: 'cancelCompletion'; readonly id: number }
  /** Asks the lsp process to ask a store, for the same reason. */
  | { readonly kind: 'askStore'; readonly id: number; readonly request: StoreRequest }
  | { readonly kind: 'cancelStore'; readonly id: number }
  /** The outcome of asking a model, for people to follow. */
  | { readonly kind: 'trace'; readonly text: string }
  | { readonly kind: 'log'; readonly level: 'error' | 'info'; readonly message: string };

/** The outcome of asking a model. */
export type Completion =
  | { readonly kind: 'answered'; readonly answer: ModelAnswer }
  | { readonly kind: 'failed'; readonly error: ModelError['kind']; readonly message: string }
  /** It broke, and the log says more. */
  | { readonly kind: 'broken'; readonly message: string };

export interface StoreRequest {
  readonly address: StoreAddress;
  /** Without a query, this only asks whether the store may be asked. */
  readonly query: string | undefined;
}

/** The outcome of asking a store; messages are sentences without its name. */
export type StoreOutcome =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string; readonly canAllow: boolean }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** As StoreError has it. */
      readonly failure: {
        readonly isWorthSplitting?: boolean;
        readonly isTimeOut?: boolean;
        readonly isTooLarge?: boolean;
      };
    };

/** What a complete validation of a document found, in all files of its unit. */
export interface Validated {
  readonly uri: string;
  readonly version: number;
  readonly diagnostics: Readonly<Record<string, readonly Diagnostic[]>>;
  readonly status: UnitStatus;
  readonly ms: number;
}

/** What the validation of a document depends on: files, also missing ones, and the answers to searches. */
export interface DocumentDependencies {
  readonly files: readonly string[];
  readonly searches: readonly FileSearch[];
}

export interface EngineConfiguration {
  readonly folders: readonly { readonly uri: string; readonly settings: Settings }[];
  /** For files outside all folders. */
  readonly settings: Settings;
  readonly debounce: number;
  readonly validates: WhenToValidate;
  /** Whether a file without links gets a hint that invites to link shapes. Some clients invite their users themselves. */
  readonly invites: boolean;
  /** How long a single constraint may take, in ms. */
  readonly timeout: number;
  /** Keys of constraints and files that took too long and are skipped. */
  readonly quarantined: readonly string[];
  readonly edits: EditCapabilities;
}

/** What the client can do with edits. */
export interface EditCapabilities {
  readonly documentChanges: boolean;
  readonly snippets: boolean;
  readonly annotations: boolean;
  /** Whether an edit may create files. */
  readonly creates: boolean;
  /** Whether an edit may delete files. */
  readonly deletes: boolean;
}

/**
 * A sign of life of the engine, written by its monitor thread as a line of JSON while the engine is at work, even
 * when its main thread is stuck.
 */
export interface Heartbeat {
  /** How much of the time without progress counts, in ms of the monitor's own clock. */
  readonly stalled: number;
  /** For how long there has been no progress, in the same ms; by default, all of it counts. */
  readonly still?: number;
  /**
   * For how long no message could be received, in the same ms: longer than `stalled` when work progresses without a pause.
   */
  readonly blocked: number;
  /** The current work by name, so that it can be skipped. */
  readonly suspect: Suspect | undefined;
  /** What the engine is doing. */
  readonly job: EngineActivity | undefined;
}

/** A constraint or the reading of a file, by its key. */
export interface Suspect extends WorkPiece {
  /** The document that it is done for. */
  readonly uri: string | undefined;
}

/** What the engine is doing, so that the work that hangs or crashes it can be named. */
export interface EngineActivity {
  readonly kind: 'read' | 'validate' | AnsweredMethod;
  readonly uri: string;
}
