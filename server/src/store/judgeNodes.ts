import type { Graph } from '../rdf/graph.ts';
import { type LookUp, lookUpKey, ObservedGraph } from '../rdf/observedGraph.ts';
import type { TermId } from '../rdf/terms.ts';
import { createEvaluator } from '../shacl/evaluator.ts';
import type { NotChecked, Violation } from '../shacl/results/violation.ts';
import { loadQueryEngineFor } from '../shacl/sparql/queryEngine.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';

/** The verdicts about some nodes, and what they rest on. */
export interface JudgedNodes {
  /** The results of shapes whose targets the nodes are, also those at other nodes that `sh:property` leads to. */
  readonly violations: readonly Violation[];
  readonly notChecked: readonly NotChecked[];
  /** The nodes that are targets of some shape. */
  readonly targets: ReadonlySet<TermId>;
  /** The same evaluation on a graph that answers these in the same way gives the same results. */
  readonly lookUps: readonly LookUp[];
  /** Whether something asks for all triples. */
  readonly asksForAll: boolean;
}

/**
 * Judges nodes by the shapes whose targets they are.
 *
 * @param looksUpClasses whether the look-ups of rdfs:subClassOf count.
 */
export async function judgeNodes(
  { shapes, dataGraph, classGraph }: ValidationInput,
  nodes: readonly TermId[],
  { looksUpClasses }: { readonly looksUpClasses: boolean },
): Promise<JudgedNodes> {
  await loadQueryEngineFor(shapes);
  const seen = new Map<string, LookUp>();
  const observed = (graph: Graph) =>
    new ObservedGraph(graph, (lookUp) => {
      seen.set(lookUpKey(lookUp), lookUp);
    });
  const evaluator = createEvaluator(
    shapes,
    observed(dataGraph),
    looksUpClasses ? observed(classGraph) : classGraph,
  );
  const targets = new Set<TermId>();
  const violations = shapes.roots.flatMap((shape) => {
    const focusNodes = nodes.filter((node) => evaluator.isTarget(shape, node));
    for (const node of focusNodes) targets.add(node);
    evaluator.askQueries(shape.id, focusNodes);
    return focusNodes.flatMap((node) => evaluator.validateNode(node, shape.id));
  });
  const asksForAll = seen.delete(lookUpKey({}));
  return { violations, notChecked: evaluator.notChecked, targets, lookUps: [...seen.values()], asksForAll };
}
