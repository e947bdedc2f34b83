/**
 * What this server and its clients say to each other beyond the language server protocol. The VS Code client
 * reads this file too, so it imports types only.
 */
import type { CodeAction, Location, WorkspaceEdit } from 'vscode-languageserver';
import type { UnitStatus } from '../ide/analysis.ts';
import type { ReportNote as NoteInfo, ReportInfo, ReportResult as ResultInfo } from '../ide/report.ts';
import type { ReportFormat } from '../report/reportText.ts';

/**
 * Server → client, after each complete validation of a document and after its diagnostics were published: the
 * picture is whole. Clients, tests and benchmarks wait for it.
 */
export const validated = 'shaclRepair/validated';
export interface ValidatedParams {
  readonly uri: string;
  readonly version: number;
  /** How many results the data files of the unit have. */
  readonly results: number;
  readonly ms: number;
}

/** Server → client, with `validated`: the document's unit in short, for the status bar. */
export const status = 'shaclRepair/status';
export interface StatusParams {
  readonly uri: string;
  readonly version: number;
  readonly status: UnitStatus;
}

/** Server → client, when the process that validates starts, restarts or gives up. */
export const engineState = 'shaclRepair/engineState';
export interface EngineStateParams {
  readonly state: 'starting' | 'running' | 'restarting' | 'stopped';
  /** Why, in a sentence, when it restarts or stopped. */
  readonly message?: string;
}

/** Client → server: which files could be linked to a data file as its shapes. */
export const linkCandidates = 'shaclRepair/linkCandidates';
export interface LinkCandidatesParams {
  readonly uri: string;
}
export interface LinkCandidates {
  readonly shapes: readonly LinkCandidate[];
}
export interface LinkCandidate {
  readonly uri: string;
  readonly label: string;
  readonly description: string;
}

/** Client → server: validate with both engines and report in Markdown where they agree and differ. */
export const crossCheck = 'shaclRepair/crossCheck';
export interface CrossCheckParams {
  readonly uri: string;
}
export interface CrossCheckReport {
  readonly markdown: string;
}

/**
 * Client → server: what the current validation of an open document found and left out. Null for a document that is
 * not validated; its last status says why.
 */
export const report = 'shaclRepair/report';
export interface ReportParams {
  readonly uri: string;
}
export interface Report extends Omit<ReportInfo, 'results' | 'notChecked' | 'problems'> {
  readonly results: readonly ReportResult[];
  readonly notChecked: readonly ReportNote[];
  readonly problems: readonly (ReportNote & { readonly severity: 'error' | 'warning' })[];
}
export interface ReportResult extends Omit<ResultInfo, 'place' | 'shapePlace'> {
  readonly place: Location | undefined;
  readonly shapePlace: Location | undefined;
}
export interface ReportNote extends Omit<NoteInfo, 'place'> {
  readonly place: Location | undefined;
}

/** Client → server: the report about an open document as the content of a file. Null as for `report`. */
export const exportReport = 'shaclRepair/exportReport';
export interface ExportReportParams {
  readonly uri: string;
  readonly format: ReportFormat;
}
export interface ExportedReport {
  readonly text: string;
}

/**
 * Client → server: the verified repairs of one result of a report, best first, as quick fixes. Where there are none,
 * one that is disabled says why; the list is empty when the result is gone.
 */
export const repairs = 'shaclRepair/repairs';
export interface RepairsParams {
  /** The document that the report is about. */
  readonly uri: string;
  readonly key: string;
}
export type Repairs = readonly Repair[];
export interface Repair {
  readonly action: CodeAction;
  /** The action's title without the evidence. */
  readonly label: string;
  /** What speaks for it. */
  readonly evidence: string | undefined;
  /** How many other results it makes go away. */
  readonly alsoFixes: number;
}

/**
 * Client → server: the repairs of all results in a file, or of those of one constraint component, that leave no choice,
 * as one edit; and the results that are left, each with the reason.
 */
export const fixAll = 'shaclRepair/fixAll';
export interface FixAllParams {
  readonly uri: string;
  /** The IRI of the constraint component. */
  readonly component?: string;
}
export interface FixAll {
  /** Undefined when there is nothing to change. */
  readonly edit: WorkspaceEdit | undefined;
  /** How many results the edit makes go away. */
  readonly repaired: number;
  readonly left: readonly {
    readonly message: string;
    readonly why: string;
    /** In the text after the edit. */
    readonly location: Location | undefined;
  }[];
}

/** Client → server: start a new engine, forgetting which constraints and files were given up on. */
export const restartEngine = 'shaclRepair/restartEngine';
