import type { TextRange } from '../../base/textRange.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';

/** A message to the author of the shapes. */
export interface ShapesFinding {
  readonly severity: 'error' | 'warning' | 'information';
  /** One or two sentences: what is wrong, and what it leads to. */
  readonly message: string;
  readonly shape: TermId;
  /** The parameter of the triple `shape parameter value` that the finding is about, when it is about a triple. */
  readonly parameter?: TermId;
  readonly value?: TermId;
  /** The text that the finding is about: a triple with the text, and the part of its value, if not all of it. */
  readonly inText?: Triple & { readonly range: TextRange | undefined };
  /** The shape that is referred to, and that no linked file describes. */
  readonly undescribed?: TermId;
  /** The prefix, without its colon, that a query uses and nothing declares. */
  readonly undeclaredPrefix?: string;
}
