import type { Graph } from '../rdf/graph.ts';
import type { Entailment } from './entailment/entailment.ts';
import type { ValidationResult } from './results/violation.ts';
import type { ShapesGraph } from './shapesGraph/shapesGraph.ts';

/** The files that are validated together. */
export interface ValidationUnit {
  readonly data: readonly string[];
  readonly shapes: readonly string[];
  /** Ontologies that values and classes are looked up in; never diagnosed. */
  readonly context: readonly string[];
}

/** The graphs of a unit, ready to validate. */
export interface ValidationInput {
  /** data ∪ context, and what is inferred from them: what is validated. */
  readonly dataGraph: Graph;
  /** How the data graph came about, when something is inferred: the data graph is its `graph`. */
  readonly entailment?: Entailment;
  /** The data files alone: their focus nodes are reported, the others count as context results. */
  readonly reportedGraph: Graph;
  /** Where rdfs:subClassOf is looked up (setting validation.subClassOfFrom). */
  readonly classGraph: Graph;
  readonly shapes: ShapesGraph;
  /** What data files state that are shapes files as well: changes of these data change the shapes. */
  readonly ownShapes?: Graph;
}

/** Validates whole units: the built-in engine or the independent reference. */
export interface Validator {
  readonly engine: 'builtin' | 'rdf-validate-shacl';
  validate(input: ValidationInput, signal: AbortSignal): Promise<ValidationResult>;
}
