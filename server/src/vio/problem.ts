import type { RecordedValidation } from '../shacl/incremental/recordedValidation.ts';
import type { TermPrinter } from '../shacl/results/words.ts';

/** A graph with its shapes, to derive violations from. */
export interface VioProblem {
  /** Of the graph as it is. Results that it has are the baseline: no case is about them. */
  readonly recorded: RecordedValidation;
  /** For IRIs of new nodes and for explanations, without colons. */
  readonly prefixes: ReadonlyMap<string, string>;
  readonly term: TermPrinter;
}
