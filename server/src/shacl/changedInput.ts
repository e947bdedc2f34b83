import type { GraphDelta } from '../rdf/graph.ts';
import { graphDifference } from '../rdf/graphDifference.ts';
import { OverlayGraph } from '../rdf/overlayGraph.ts';
import type { ValidationInput } from './validationUnit.ts';

/**
 * The graphs of a unit after a change of what its data state, inferred triples included.
 *
 * @returns with what changes in the data graph, which may be more than what changes in the data.
 */
export function changedInput(
  input: ValidationInput,
  delta: GraphDelta,
): { readonly input: ValidationInput; readonly delta: GraphDelta } {
  const { entailment } = input;
  const classGraph = new OverlayGraph(input.classGraph, delta);
  if (entailment === undefined) {
    return { input: { ...input, dataGraph: new OverlayGraph(input.dataGraph, delta), classGraph }, delta };
  }
  const after = entailment.changed(new OverlayGraph(entailment.asserted, delta), delta);
  return {
    input: { ...input, dataGraph: after.graph, entailment: after, classGraph },
    delta: graphDifference(entailment.graph, after.graph),
  };
}
