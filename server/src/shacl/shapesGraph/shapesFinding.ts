import type { TermId } from '../../rdf/terms.ts';

/** Something to tell the author of the shapes. */
export interface ShapesFinding {
  readonly severity: 'error' | 'warning' | 'information';
  /** A sentence or two: what is the matter, what it leads to. */
  readonly message: string;
  readonly shape: TermId;
  /** The triple `shape parameter value` that it is about, as far as it is about one. */
  readonly parameter?: TermId;
  readonly value?: TermId;
}
