import type { TextEdit } from '../../base/textEdit.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { TermId } from '../terms.ts';

/** A text edit, with the terms that it writes. */
export interface PlannedEdit extends TextEdit {
  /** The terms written by `newText`, with their spans in it. */
  readonly inserted: readonly PlannedTerm[];
}

export interface PlannedTerm {
  readonly term: TermId;
  readonly range: TextRange;
}
