import type { LineIndex } from '../base/lineIndex.ts';
import type { TextRange } from '../base/textRange.ts';
import type { VerdictKind, VerdictReason } from './verdict.ts';

/**
 * What the analysis host answers: offsets and plain data, no editor types. Offsets are UTF-16 code units in the
 * text that the host holds for the uri.
 */
export interface FilePlace {
  readonly uri: string;
  readonly range: TextRange;
}

/** A finding to show in a file. */
export interface FileDiagnostic {
  readonly range: TextRange;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  /** Which layer found it; shown as the diagnostic's source. */
  readonly source: 'Turtle' | 'SHACL' | 'SHACL Repair';
  /** For example `sh:class`, `syntax`, `link`. */
  readonly code: string;
  /** Where the code is explained. */
  readonly codeHref: string | undefined;
  readonly message: string;
  readonly related: readonly { readonly place: FilePlace; readonly message: string }[];
  /** The violation's key for SHACL results; for syntax errors one that their fixes name. */
  readonly key: string | undefined;
}

/** Everything that one validation of an open document found, for all files of its unit. */
export interface UnitReport {
  readonly uri: string;
  readonly version: number;
  /** Complete list of SHACL, link and not-checked diagnostics by file; files without any may be missing. */
  readonly diagnostics: ReadonlyMap<string, readonly FileDiagnostic[]>;
  readonly status: UnitStatus;
  /** How long the validation took, in ms. */
  readonly ms: number;
}

/** The one-line picture of a document's unit for the status bar. */
export interface UnitStatus {
  readonly verdict: VerdictKind;
  /** Why the verdict is neither `conforms` nor `violates`. */
  readonly reasons: readonly VerdictReason[];
  /** False when validation was given up: then nothing is known but the reasons. */
  readonly validated: boolean;
  /** Results in the unit's data files. */
  readonly results: number;
  readonly contextResults: number;
  readonly notChecked: readonly string[];
  readonly shapes: readonly string[];
  readonly context: readonly string[];
  readonly engine: 'builtin' | 'rdf-validate-shacl';
}

export interface HoverInfo {
  readonly range: TextRange;
  readonly markdown: string;
}

/** Edits of one file; `version` is the text's version they were computed for, null when the file is not open. */
export interface FileEdits {
  readonly uri: string;
  readonly version: number | null;
  readonly edits: readonly {
    readonly range: TextRange;
    readonly newText: string;
    /** Spans in newText that the user is to fill in. */
    readonly placeholders: readonly TextRange[];
  }[];
}

export interface CodeActionInfo {
  readonly title: string;
  /** What speaks for it; the title ends with it, in parentheses. */
  readonly evidence?: string | undefined;
  readonly kind: 'quickfix';
  /** The violations or syntax errors that it fixes, first the one it was asked for. */
  readonly keys: readonly string[];
  readonly isPreferred: boolean;
  readonly needsInput: boolean;
  readonly edits: readonly FileEdits[];
  /** Why nothing can be offered; such an action has no edits. */
  readonly disabled: string | undefined;
  /** Set when the edits are still to be found, which takes a while: those of many results at once. */
  readonly fixAll?: FixAllScope;
}

/** Which results of a file to repair: those of a constraint component, by its IRI, or all. */
export interface FixAllScope {
  readonly component: string | undefined;
}

/** Repairs of many results in parts, each of which may be made or left, and the results that are left at best. */
export interface RepairPartsInfo {
  readonly parts: readonly RepairPartInfo[];
  /** How many results go away when all parts are made. */
  readonly repaired: number;
  readonly left: readonly { readonly message: string; readonly why: string }[];
}
export interface RepairPartInfo {
  readonly title: string;
  /** How many results go away with it alone. */
  readonly repaired: number;
  /** One edit. */
  readonly edits: FileEdits;
}

/** The repairs of many results that leave no choice, and the results that are left. */
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
