import type { LineIndex } from '../../base/lineIndex.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { Certainty } from '../../repair/repair.ts';
import { toBeFilledIn } from '../../repair/search/changeTitle.ts';
import type { SeverityLevel } from '../../shacl/shapesGraph/severityLevel.ts';
import type { StoreAddress } from '../../workspace/project/storeLink.ts';
import type { StoreEvidence } from './diagnostics/storeEvidence.ts';
import type { LinkedFileInfo } from './linkedFiles.ts';
import type { UndecidedReason, VerdictKind } from './verdict.ts';

/**
 * The answers of the analysis host: offsets and plain data, without editor types. Offsets are UTF-16 code units in the
 * text that the host holds for the uri.
 */
export interface FilePlace {
  readonly uri: string;
  readonly range: TextRange;
}

/** A diagnostic to show in a file. */
export interface FileDiagnostic {
  readonly range: TextRange;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  /** Whatever found it: editors show and filter all of it by one name. */
  readonly source: 'SHACL Repair';
  /** For example `sh:class`, `syntax`, `link`. */
  readonly code: string;
  /** A page that explains the code. */
  readonly codeHref: string | undefined;
  readonly message: string;
  readonly related: readonly { readonly place: FilePlace; readonly message: string }[];
  /** The violation's key for SHACL results; for syntax errors, a key by which their fixes refer to them. */
  readonly key: string | undefined;
  /** What a result is about: results of one place with the same subject are shown as one problem. */
  readonly subject?: string;
  /** The other results of the problem; `message` includes them as well. */
  readonly others?: readonly OtherResult[];
}

/** A result that is shown with another one about the same value. */
export interface OtherResult {
  readonly key: string;
  readonly code: string;
  readonly message: string;
}

/** Everything that one validation of an open document found, for all files of its unit. */
export interface UnitReport {
  readonly uri: string;
  readonly version: number;
  /** All SHACL, link and not-checked diagnostics by file; files without any may be missing. */
  readonly diagnostics: ReadonlyMap<string, readonly FileDiagnostic[]>;
  readonly status: UnitStatus;
  /** How long the validation took, in ms. */
  readonly ms: number;
}

/** A one-line summary of a document's unit for the status bar. */
export interface UnitStatus {
  readonly verdict: VerdictKind;
  /** Why the verdict is neither `conforms` nor `violates`. */
  readonly reasons: readonly UndecidedReason[];
  /** False when validation was given up: then only the reasons are known. */
  readonly validated: boolean;
  /** True for a document with shapes in which nothing was checked, because it has no data for them: nothing is missing. */
  readonly isShapesFile?: boolean;
  /** Results in the unit's data files. */
  readonly results: number;
  /** Those of them that are severe enough for the project file, and not in its baseline. */
  readonly counted: number;
  /** How many of those that count have each severity. */
  readonly severities: Readonly<Record<SeverityLevel, number>>;
  /** True when the project file allows all reasons that leave the verdict open. */
  readonly isAllowed: boolean;
  readonly contextResults: number;
  /** The uri of the project file that applies. */
  readonly projectFile?: string;
  readonly notChecked: readonly string[];
  readonly shapes: readonly string[];
  readonly context: readonly string[];
  /** Why each file is linked. */
  readonly links: readonly LinkedFileInfo[];
  /** The ontologies that are imported and that no file declares, except for vocabularies that are known without a file. */
  readonly lackingImports?: readonly string[];
  /** The addresses of contexts of JSON-LD that no file has. */
  readonly lackingContexts?: readonly string[];
  readonly engine: 'builtin' | 'rdf-validate-shacl';
}

export interface HoverInfo {
  readonly range: TextRange;
  readonly format: HoverStyle['format'];
  readonly text: string;
}

/** How a client renders hovers. */
export interface HoverStyle {
  readonly format: 'markdown' | 'plaintext';
  /** Whether the hover has to include the message, because the client does not show diagnostics on hover. */
  readonly withMessages: boolean;
  /** The command that explains results, if the client has it. */
  readonly whyCommand?: string | undefined;
}

/** Edits of one file. `version` is the version of the text that they apply to, null when the file is not open. */
export interface FileEdits {
  readonly uri: string;
  readonly version: number | null;
  /** Set when the file does not exist yet: the edits are those of an empty text. */
  readonly isNew?: true;
  readonly edits: readonly {
    readonly range: TextRange;
    readonly newText: string;
    /** Spans in newText that the user should fill in; none if omitted. */
    readonly placeholders?: readonly PlaceholderRange[];
  }[];
}

/** A span that the user should fill in; with `choices`, by one of these. The first one is in the text. */
export interface PlaceholderRange extends TextRange {
  readonly choices?: readonly string[];
}

export interface CodeActionInfo {
  readonly title: string;
  /** What speaks for it, on one line. */
  readonly evidence?: string | undefined;
  /** The part of the evidence that only stores contain, by store; with addresses. */
  readonly statedBy?: readonly StoreEvidence[];
  /** The keys of the violations or syntax errors that it fixes, starting with the requested one. */
  readonly keys: readonly string[];
  /** False if omitted. */
  readonly isPreferred?: boolean;
  /** Whether it most likely states the truth; false if omitted. */
  readonly isLikely?: boolean;
  /** Whether it is listed below all others, because it hides results instead of repairing them; false if omitted. */
  readonly isLast?: boolean;
  /** Whether there is something to fill in; false if omitted. */
  readonly needsInput?: boolean;
  readonly edits: readonly FileEdits[];
  /** What choosing it does instead of an edit. */
  readonly command?: FixCommand;
  /** Set when the edits make sense only where they can be typed over. */
  readonly needsSnippets?: boolean;
}

/** What choosing a quick fix does, where that is not an edit. How clients are told is declared in `languageServer/protocol/methods/quickFixes.ts`. */
export type FixCommand<Place = FilePlace> =
  /** The edits are computed later, because repairing many results takes a while. */
  | ({ readonly kind: 'fixAll' } & FixAllScope)
  /** Writes a setting. */
  | ({ readonly kind: 'useOntologyFile' } & OntologyFileChoice)
  /** The user allows the store to be asked. */
  | ({ readonly kind: 'allowStore' } & StoreAddress)
  /** The user has the imports of the data file downloaded. */
  | { readonly kind: 'fetchImports'; readonly uri: string }
  /** A Turtle file is made of a file in a format that can't be edited. */
  | { readonly kind: 'convert'; readonly uri: string }
  /** Changes only what is shown. */
  | ({ readonly kind: 'toggleGroup' } & GroupToggle)
  /** Only shows a message. */
  | { readonly kind: 'say'; readonly message: string }
  /** The changes of shapes at a place are found, and the user picks one. */
  | ({ readonly kind: 'relaxShape' } & Place)
  | ({ readonly kind: 'showPlace' } & Place);

/** The entry of a menu, as editors show it. */
export function menuTitle({ title, evidence }: Pick<CodeActionInfo, 'title' | 'evidence'>): string {
  if (evidence === undefined) return title;
  // One bracket is read more easily than two.
  return title.endsWith(toBeFilledIn) ? `${title.slice(0, -1)}; ${evidence})` : `${title} (${evidence})`;
}

/** Reads the prefixes that people use, without colons, with their namespaces. */
export type CommonPrefixes = () => Promise<ReadonlyMap<string, string>>;

/** Results that have their cause in a namespace. */
export interface GroupToggle {
  /** The document whose results they are. */
  readonly uri: string;
  readonly namespace: string;
}

/** The file to use for an ontology that several files declare. */
export interface OntologyFileChoice {
  /** The data file whose folder's settings apply. */
  readonly data: string;
  readonly iri: string;
  readonly file: string;
}

/**
 * Which results of a file to repair: those of a constraint component, given by its IRI; those of one kind of mistake; or
 * all.
 */
export interface FixAllScope {
  readonly component: string | undefined;
  readonly like?: LikeRepair | undefined;
  /** Steps of the file's plan, by the keys of their results. */
  readonly steps?: readonly string[] | undefined;
  /** Which plan they are of; by default the likeliest. */
  readonly plan?: 'likeliest' | 'smallest' | undefined;
}

/** Compatible repairs of all results of a file at the least cost. */
export interface RepairPlanInfo extends PlanStepsInfo {
  /**
   * A plan that removes as many results and changes fewer statements; it is known to change the fewest where it `isLeast`.
   */
  readonly smallest: (PlanStepsInfo & { readonly isLeast: boolean }) | undefined;
}

export interface PlanStepsInfo {
  /** In natural logarithms: near 0 for certain steps. */
  readonly cost: number;
  /** How many statements the steps change. */
  readonly statements: number;
  readonly steps: readonly {
    /** Of its result; it names the step. */
    readonly key: string;
    readonly title: string;
    readonly certainty: Certainty;
    readonly likelihood: number;
    readonly evidence: string | undefined;
    /** How many results of the file it ends. */
    readonly ends: number;
    readonly place: FilePlace | undefined;
  }[];
  readonly left: FixAllInfo['left'];
}

/** A repair to be applied for all results of its kind. */
export interface LikeRepair {
  /** The result that it was offered for. */
  readonly key: string;
  readonly update: string;
}

/**
 * Repairs of many results in parts that can be accepted or rejected individually, and the results that no part repairs.
 */
export interface RepairPartsInfo {
  readonly parts: readonly RepairPartInfo[];
  /** How many results go away when all parts are applied. */
  readonly repaired: number;
  readonly left: readonly { readonly message: string; readonly why: string }[];
}
export interface RepairPartInfo {
  readonly title: string;
  /** How many results go away with this part alone. */
  readonly repaired: number;
  /** A single edit. */
  readonly edits: FileEdits;
  /** The whole SPARQL of its repairs. */
  readonly updates: readonly string[];
}

/** The unambiguous repairs of many results, and the results that are left. */
export interface FixAllInfo {
  readonly edits: readonly FileEdits[];
  /** How many results go away. */
  readonly repaired: number;
  readonly left: readonly {
    readonly message: string;
    readonly why: string;
    /** In the text after the edits. */
    readonly place: FilePlace | undefined;
  }[];
  /** The lines of a text after the edits. */
  linesAfter(uri: string): LineIndex | undefined;
}
