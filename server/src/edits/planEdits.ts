import type { TextEdit } from '../base/textEdit.ts';
import type { TextRange } from '../base/textRange.ts';
import type { TermId } from '../rdf/terms.ts';

/** A text edit that knows which terms it writes. */
export interface PlannedEdit extends TextEdit {
  /** The terms written by `newText`, with their spans in it. */
  readonly inserted: readonly { readonly term: TermId; readonly range: TextRange }[];
}

/** How a change to a graph is written into a document, or why it can't be. */
export type EditPlan =
  | { readonly kind: 'edits'; readonly edits: readonly PlannedEdit[] }
  | { readonly kind: 'notExpressible'; readonly reason: string };
