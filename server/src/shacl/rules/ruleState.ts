import type { Graph } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { ClassHierarchy } from '../classHierarchy.ts';
import type { Evaluator } from '../evaluator.ts';
import type { ShapesGraph } from '../shapesGraph/shapesGraph.ts';

/** What a rule looks at when it fires. */
export interface RuleState {
  readonly graph: Graph;
  readonly shapes: ShapesGraph;
  readonly evaluator: Evaluator;
  readonly classes: ClassHierarchy;
  /** How many triples had been inferred. */
  readonly inferredBefore: number;
}

/** Receives a triple that a rule infers; without a focus node for rules that no shape has. */
export type ConcludeFor = (
  focusNode: TermId | undefined,
  subject: TermId,
  predicate: TermId,
  object: TermId,
) => void;
