/** What the report's page and its host in the extension send each other. Types only: both bundles read this file. */
import type { Location } from 'vscode-languageserver';
import type {
  ExportReportParams,
  Report,
} from '../../../server/src/languageServer/protocol/editor/protocol.ts';

export type ToPage =
  | { readonly kind: 'report'; readonly report: Report; readonly file: FileNames }
  /** There is no report, and the reason: the file is being checked for the first time, or was given up on. */
  | { readonly kind: 'noReport'; readonly file: FileNames; readonly reasons: readonly string[] }
  /** The user asked for the report that is already open. */
  | { readonly kind: 'focus' }
  /** Something was done, or could not be done. */
  | { readonly kind: 'said'; readonly text: string; readonly canUndo: boolean };

/** The name of the file that the report is about, and the display names of all files in it, by uri. */
export interface FileNames {
  readonly uri: string;
  readonly name: string;
  readonly paths: Readonly<Record<string, string>>;
}

export type ExportFormat = ExportReportParams['format'];

export type FromPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'open'; readonly place: Location; readonly keepsFocus: boolean }
  | { readonly kind: 'repair'; readonly key: string }
  | { readonly kind: 'export'; readonly format: ExportFormat }
  | { readonly kind: 'undo' }
  | { readonly kind: 'linkShapes' }
  | { readonly kind: 'showLog' };

/** What the page remembers while it is hidden and over restarts. */
export interface PageState {
  readonly uri: string;
}
