import type { TermId } from '../../rdf/terms.ts';

/** A message to the author of the shapes. */
export interface ShapesFinding {
  readonly severity: 'error' | 'warning' | 'information';
  /** One or two sentences: what is wrong, and what it leads to. */
  readonly message: string;
  readonly shape: TermId;
  /** The parameter of the triple `shape parameter value` that the finding is about, when it is about a triple. */
  readonly parameter?: TermId;
  readonly value?: TermId;
}
