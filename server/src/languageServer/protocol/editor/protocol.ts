/**
 * What this server and its clients send each other beyond the language server protocol. The VS Code client reads this file
 * too, so it imports types only.
 */
import type { CodeAction, Location, Position, Range, WorkspaceEdit } from 'vscode-languageserver';
import type {
  CheckReport,
  Discipline,
  ModelReport,
  TaskReport,
} from '../../../lab/tasks/check/checkReport.ts';
import type { LikeRepair, PlanStepsInfo, UnitStatus } from '../../../service/ide/analysis.ts';
import type { WhyKind } from '../../../service/ide/diagnostics/explainResult.ts';
import type { LinkHolder } from '../../../service/ide/linkEdits.ts';
import type {
  ReportRemark as NoteInfo,
  ReportInfo,
  ReportRow as ResultInfo,
} from '../../../service/ide/unitReport.ts';
import type { CoverageJson } from '../../../service/report/coverageJson.ts';
import type { ReportFormat } from '../../../service/report/reportText.ts';
import type { JsonStatedBy } from '../../../service/report/statedByJson.ts';
import type { FetchedImport, WantedImport } from '../../../workspace/project/fetchImports.ts';
import type { Failure } from './failure.ts';
import type { SealedKey } from './storeProtocol.ts';

export type { Figure } from '../../../lab/evaluation/reports/figure.ts';
export type * from '../../../lab/evaluation/reports/html/reportData.ts';
export type {
  ComparisonResult,
  ComparisonStatistics as Statistics,
} from '../../../lab/statistics/comparisonStatistics.ts';
export type { OntologyFileChoice } from '../../../service/ide/analysis.ts';
export type {
  LinkCandidateInfo as LinkCandidate,
  LinkCandidatesInfo as LinkCandidates,
} from '../../../service/ide/linkCandidates.ts';
export type { LinkHolder } from '../../../service/ide/linkEdits.ts';
export type { LinkedFileInfo as LinkedFile } from '../../../service/ide/linkedFiles.ts';
export type * from '../../../service/report/coveragePage.ts';
export * from './authoringProtocol.ts';
export * from './benchmarkProtocol.ts';
export * from './evaluationProtocol.ts';
export type * from './storeProtocol.ts';
export * from './storeProtocol.ts';

/**
 * The files that may be JSON-LD or RDF/XML, whatever language an editor takes them for. Their contents decide whether they
 * are validated.
 */
export const dataFiles = ['file', 'vscode-vfs'].map((scheme) => ({
  scheme,
  pattern: '**/*.{jsonld,json,rdf,rdfs,owl,xml}',
}));

/**
 * Server → client, after each complete validation of a document and after its diagnostics were published: the results are
 * complete. Clients, tests and benchmarks wait for it.
 */
export const validated = 'shaclRepair/validated';
export interface ValidatedParams {
  readonly uri: string;
  readonly version: number;
  /** How many results the data files of the unit have. */
  readonly results: number;
  /** What is known about the data; with reasons where that is neither `conforms` nor `violates`. */
  readonly verdict: UnitStatus['verdict'];
  readonly reasons: UnitStatus['reasons'];
  readonly ms: number;
}

/** Server → client, with `validated`: a summary of the document's unit, for the status bar. */
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

export interface LinkCandidatesParams {
  readonly uri: string;
  readonly partialResultToken?: string | number;
}
export interface LinkInvitation {
  /** The uri of the shapes file. */
  readonly shapes: string;
  /** A sentence: "dcat-shapes.ttl has 3 shapes for dcat:Dataset." */
  readonly message: string;
}

export interface LinkParams {
  /** The data file. */
  readonly uri: string;
  /** Of the shapes files. */
  readonly shapes: readonly string[];
  /** The only place that may be written. */
  readonly place?: LinkHolder;
}
export interface Link {
  readonly place: LinkHolder;
  /** The file that is written to. */
  readonly file: string;
  /** Without changes where all are linked. */
  readonly edit: WorkspaceEdit;
}

export interface Converted {
  /** The file that the edit creates. */
  readonly file: string;
  readonly edit: WorkspaceEdit;
}

export interface ValidateWorkspaceParams {
  readonly partialResultToken?: string | number;
}
export interface WorkspaceValidation {
  /** How many Turtle files the workspace has. */
  readonly files: number;
  /** In how many of them no shape selects a node: those without shapes, and shapes files. */
  readonly unchecked: number;
  /** How many of the others are neither found to conform nor to violate. */
  readonly undecided: number;
  /** How many syntax errors all files have, which Problems counts among the errors. */
  readonly syntaxErrors: number;
  /** The results of all relevant files, by severity. */
  readonly severities: UnitStatus['severities'];
}

export interface CrossCheckReport {
  readonly markdown: string;
}

/** What is asked about a file. */
export interface FileParams {
  readonly uri: string;
}

export interface Report extends Omit<ReportInfo, 'results' | 'suppressed' | 'notChecked' | 'problems'> {
  readonly results: readonly ReportResult[];
  readonly suppressed: readonly ReportNote[];
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

export interface ExportReportParams {
  readonly uri: string;
  readonly format: ReportFormat;
}
export interface ExportedReport {
  readonly text: string;
}

export interface RepairsParams {
  /** The document that the report is about. */
  readonly uri: string;
  readonly key: string;
}
export type Repairs = readonly ListedRepair[];
export interface ListedRepair {
  readonly action: CodeAction;
  /** The beginning of the action's title; the evidence follows in parentheses. */
  readonly label: string;
  /** What speaks for it. */
  readonly evidence: string | undefined;
  /** The part of it that only triple stores contain, by store. */
  readonly statedBy: readonly JsonStatedBy[] | undefined;
  /** How many other results it makes go away. */
  readonly alsoFixes: number;
  /** Set for an entry that is not a repair but explains why no repair is certain. */
  readonly explanation: string | undefined;
}

/** The command of the quick fix that changes a shape, with one `ShapeChangesParams`. The server runs it, unless the client does. */
export const relaxShapeCommand = 'shaclRepair.relaxShape';
export interface ShapeChangesParams {
  readonly uri: string;
  readonly range: Range;
}
export const noShapeChange =
  'No change of the shape was found that ends these results and causes none, or they are gone.';

export interface FixAllParams {
  readonly uri: string;
  /** The IRI of the constraint component. */
  readonly component?: string | undefined;
  /** One repair, to be made for all results of its kind. */
  readonly like?: LikeRepair | undefined;
  /** Steps of the file's plan, by their keys. */
  readonly steps?: readonly string[] | undefined;
  /** Which plan they are of; by default the likeliest. */
  readonly plan?: 'likeliest' | 'smallest' | undefined;
}
/** Compatible repairs of all results of a file at the least cost, and the results that none of them removes. */
export interface RepairPlan extends PlanSteps {
  /**
   * A plan that removes as many results and changes fewer statements; it is known to change the fewest where it `isLeast`.
   */
  readonly smallest: (PlanSteps & { readonly isLeast: boolean }) | undefined;
}
export interface PlanSteps extends Pick<PlanStepsInfo, 'cost' | 'statements'> {
  readonly steps: readonly (Omit<PlanStepsInfo['steps'][number], 'place'> & {
    readonly location: Location | undefined;
  })[];
  readonly left: FixAll['left'];
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

/**
 * A client restricts folders that its user does not trust by `initializationOptions: { restricted: true }`: the server
 * generates and evaluates no suites then, asks no models and no stores, starts no programs, and gives no reports to be
 * written to files. Such requests are answered with an error that gives the reason.
 */
export interface InitializationOptions {
  readonly restricted?: boolean;
}

/** Why something is not done in Restricted Mode, for people. */
export const whyRestricted = {
  suites: 'Suites are not generated or evaluated in Restricted Mode. Trust this workspace to use them.',
  models: 'Language models are not asked in Restricted Mode. Trust this workspace to use them.',
  stores: 'Stores are not asked in Restricted Mode. Trust this workspace to use them.',
  imports: 'Imports are not fetched in Restricted Mode. Trust this workspace to fetch them.',
  exports: 'Reports are not exported in Restricted Mode. Trust this workspace to export them.',
  agents: 'Agents are not answered in Restricted Mode. Trust this workspace to let them ask.',
} as const;

/** Client → server, a notification: the user trusts the workspace from now on. */
export const trustGranted = 'shaclRepair/trustGranted';

/** What a client declares in its capabilities, as `experimental.shaclRepair`. */
export interface ClientCapability {
  /** It shows the verdict of `status`. Others have a diagnostic where a file is neither found to conform nor to violate. */
  readonly status?: boolean;
  /** It can run `useOntologyFileCommand`. Others are offered no choice of files for ontologies. */
  readonly settings?: boolean;
  /** It can run the commands and answer the requests below. Others are offered nothing that needs a model. */
  readonly models?: boolean;
  /**
   * It can run `allowStoreCommand` and answers `storeAccess`. For others, the environment determines which stores are
   * asked.
   */
  readonly stores?: boolean;
  /** It can run `fetchImportsCommand`. */
  readonly imports?: boolean;
}

/** The command of the quick fix that has the user choose which imports are downloaded. The client runs it, with a file's uri. */
export const fetchImportsCommand = 'shaclRepair.fetchImports';

export interface FetchImportParams extends WantedImport {
  /** The file that lacks the import. */
  readonly uri: string;
  /** The origins that its user lets the download be redirected to, such as `https://example.org`. */
  readonly allowed: readonly string[];
}
export type FetchImportAnswer = FetchedImport;

/**
 * The command of the quick fix that chooses the file for an ontology. The client runs it, with one `OntologyFileChoice`,
 * and writes the setting `shaclRepair.ontologies`.
 */
export const useOntologyFileCommand = 'shaclRepair.useOntologyFile';

/**
 * The command of a code lens that shows places, such as the focus nodes of a shape. A client may show all of them at the
 * lens. Otherwise the server runs it (`workspace/executeCommand`), with one `ShownPlaces`, and has the client show the
 * first.
 */
export const showPlacesCommand = 'shaclRepair.showPlaces';
export interface ShownPlaces {
  /** The document and position of the code lens. */
  readonly uri: string;
  readonly position: Position;
  readonly places: readonly Location[];
}

export interface CallToolParams {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}
export type CalledTool =
  | {
      readonly kind: 'answered';
      /** As the tool declares it. */
      readonly answer: Readonly<Record<string, unknown>>;
      /** What the tool has the client write, once its user has allowed that. */
      readonly edit: WorkspaceEdit | undefined;
    }
  | Failure;

/** The command of the quick fix that asks a model. The client runs it, with one `ModelRepairsParams`. */
export const askModelCommand = 'shaclRepair.askModel';

export interface ModelRepairsParams {
  readonly uri: string;
  readonly key: string;
  readonly partialResultToken?: string | number;
}
export interface ModelProgress {
  /** For people: "round 2 of 3: …". */
  readonly message: string;
}
export type ModelRepairs =
  | {
      readonly kind: 'answered';
      /** Verified, best first, with those that were found without a model. */
      readonly repairs: readonly ModelRepair[];
      readonly refused: readonly RefusedRepair[];
      /** What asking cost, for people: "2 rounds, 1,240 tokens". */
      readonly summary: string;
    }
  | Failure;
export interface ModelRepair {
  readonly title: string;
  /** Why this one, in one line. */
  readonly why: string | undefined;
  /** Who proposed it: the id of a model, or nothing where it was found without one. */
  readonly model: string | undefined;
  /** How many other results it makes go away. */
  readonly alsoFixes: number;
  readonly update: string;
  readonly edit: WorkspaceEdit;
  /** The same edit without placeholders to fill in, for showing what it would change. */
  readonly preview: WorkspaceEdit;
}
/** A proposal of a model that does not hold. */
export interface RefusedRepair {
  /** What was answered. */
  readonly answer: string;
  /** The update in it, where one was found. */
  readonly update: string | undefined;
  /** Why it is refused, for people. */
  readonly verdict: string;
  readonly round: number;
}
export type { Failure };

export interface PromptParams {
  readonly uri: string;
  readonly key: string;
}
export interface ShownPrompt {
  readonly text: string;
  /** Estimated. */
  readonly tokens: number;
  readonly strategy: string;
}

export interface RepairWithModelParams {
  readonly uri: string;
  readonly keys: readonly string[];
  readonly partialResultToken?: string | number;
}
export type RepairWithModel =
  /** With a summary as in `modelRepairs`, and the complete SPARQL of all changes, to be read before they are accepted. */
  ({ readonly kind: 'answered'; readonly summary: string; readonly updates: string } & FixAll) | Failure;

/**
 * Server → client, before each call to an endpoint: may it be called, and with which key? The client asks its user if that
 * was never decided.
 */
export const modelAccess = 'shaclRepair/modelAccess';
export interface ModelAccessParams {
  /** The base URL of the endpoint. */
  readonly url: string;
  readonly host: string;
  readonly model: string;
  /** Whether the server has a key of its own, from its environment, in case the client has none. */
  readonly hasOwnKey: boolean;
  /**
   * The public key for which the key is sealed, as SPKI in base64: X25519. Messages may be traced, and keys are not to be
   * seen there.
   */
  readonly publicKey: string;
}
export type ModelAccess =
  | { readonly kind: 'granted'; readonly key?: SealedKey }
  | { readonly kind: 'refused'; readonly message: string };

/** Server → client: let a model of the editor answer. */
export const editorModel = 'shaclRepair/editorModel';
export interface EditorModelParams {
  /** The id or family of the model; empty for any. */
  readonly model: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  readonly temperature: number;
  readonly maxTokens: number;
}
export type EditorModelAnswer =
  | {
      readonly kind: 'answered';
      readonly text: string;
      /** The model that answered, as the editor names it. */
      readonly model: string;
      /** As the editor counts tokens. */
      readonly usage: { readonly input: number; readonly output: number };
    }
  | {
      readonly kind: 'failed';
      readonly error: 'refused' | 'model' | 'limit' | 'request' | 'server';
      readonly message: string;
    };

/** Server → client: what a model was asked and answered, and the outcome, for people to follow. */
export const modelTrace = 'shaclRepair/modelTrace';
export interface ModelTraceParams {
  /** Lines of Markdown. */
  readonly text: string;
}

export interface CoverageAnswer {
  readonly verdict: UnitStatus['verdict'];
  readonly reasons: UnitStatus['reasons'];
  /** `7 of 9 statements are judged by a shape (77%)`. */
  readonly summary: string;
  /** What is not judged, as a page in Markdown. */
  readonly markdown: string;
  readonly coverage: CoverageJson;
}

/**
 * The command of the code lens *Try On…*. Our client asks for a file, and shows all results. Otherwise the server runs it
 * (`workspace/executeCommand`), with one `FileParams`: it asks by `window/showMessageRequest`, and has the first result shown.
 */
export const tryShapesCommand = 'shaclRepair.tryShapes';

export interface TryShapesParams {
  /** The shapes file, which is open. */
  readonly uri: string;
  /** The file that is validated. */
  readonly data: string;
}
export interface TriedShapes {
  /** A sentence without its full stop: "rooms.ttl has 2 results with shapes.ttl". */
  readonly summary: string;
  /** The report, as a page in Markdown. */
  readonly markdown: string;
  readonly results: number;
  /** Where results are, at most two hundred. */
  readonly places: readonly Location[];
}

export interface DraftedShapes {
  /** Turtle. */
  readonly text: string;
  readonly shapes: number;
  readonly constraints: number;
  /** How many results the data have when they are validated with the draft. */
  readonly results: number;
}

export interface InferredAnswer {
  /** Turtle with the inferred triples only. */
  readonly text: string;
  readonly triples: number;
  /** How many blank nodes rules made. */
  readonly newNodes: number;
  /** Why less was inferred than follows, in sentences. */
  readonly gaps: readonly string[];
  /** How many triples about blank nodes of the data are left out. */
  readonly unnameable: number;
}

export type { CheckReport, Discipline, ModelReport, TaskReport };

export type EstimatedModelCheck =
  | {
      readonly kind: 'estimated';
      readonly requests: number;
      /** Estimated. */
      readonly inputTokens: number;
      /** In USD, with answers as long as they may be; null where the price is not known. */
      readonly maxCost: number | null;
    }
  | Failure;

export interface CheckModelParams {
  readonly partialResultToken?: string | number;
}
export interface ModelCheckProgress {
  /** For people. */
  readonly message: string;
  /** The progress since the last message, in per cent of the whole. */
  readonly increment?: number;
}
export type CheckedModel =
  | {
      readonly kind: 'checked';
      /** The report as a page. */
      readonly html: string;
      /** Why some questions were not answered. */
      readonly stopped: Failure | undefined;
    }
  | Failure;

export type { WhyKind };

export type WhyParams =
  | { readonly uri: string; readonly position: Position }
  | { readonly uri: string; readonly key: string };
export type WhyAnswer = readonly ExplainedResult[];
export interface ExplainedResult {
  readonly key: string;
  /** The first line says what is wrong. */
  readonly message: string;
  readonly items: readonly WhyLine[];
}
/** A line of an explanation, with the lines that explain it. */
export interface WhyLine {
  readonly kind: WhyKind;
  readonly text: string;
  readonly place: Location | undefined;
  readonly items: readonly WhyLine[];
}
/** The client's command that shows this for the active file, given a position; without one, for the cursor's. */
export const whyCommand = 'shaclRepair.why';
