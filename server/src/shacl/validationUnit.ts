import type { Graph } from '../rdf/graph.ts';
import type { Entailment } from './entailment/entailment.ts';
import type { ShapesGraph } from './model/shapesGraph.ts';
import type { ValidationFindings } from './model/violation.ts';

/** The files that are validated together, by uri. */
export interface ValidationUnit {
  readonly data: readonly string[];
  readonly shapes: readonly string[];
  /** Ontologies in which values and classes are looked up. They get no diagnostics. */
  readonly context: readonly string[];
}

/** The graphs of a unit, ready for validation. */
export interface ValidationInput {
  /** The graph that is validated: the union of data and context, with the triples that are inferred from them. */
  readonly dataGraph: Graph;
  /** Where the inferred triples come from, when inference is on; the data graph is then its `graph`. */
  readonly entailment?: Entailment;
  /** The data files alone. Results at their nodes are reported; the others count as context results. */
  readonly reportedGraph: Graph;
  /** The graph in which rdfs:subClassOf is looked up (setting `validation.subClassOfFrom`). */
  readonly classGraph: Graph;
  readonly shapes: ShapesGraph;
  /** The triples of data files that are also shapes files: a change of these triples changes the shapes. */
  readonly ownShapes?: Graph;
}

/** Validates whole units. There are two: the built-in engine and the independent reference. */
export interface Validator {
  readonly engine: 'builtin' | 'rdf-validate-shacl';
  validate(input: ValidationInput, signal: AbortSignal): Promise<ValidationFindings>;
}
