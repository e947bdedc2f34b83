import type { RecordedValidation } from '../shacl/incremental/recordedValidation.ts';
import type { TermPrinter } from '../shacl/model/words.ts';

/** A graph and its shapes from which violations are derived. */
export interface VioProblem {
  /** The validation of the unchanged graph. Its results are the baseline; no case is about them. */
  readonly recorded: RecordedValidation;
  /** For the IRIs of new nodes and for explanations. The keys have no colon. */
  readonly prefixes: ReadonlyMap<string, string>;
  readonly term: TermPrinter;
}
