import { breathe } from '../base/abort.ts';
import type { Graph } from '../rdf/graph.ts';
import { type LookUp, lookUpKey, ObservedGraph } from '../rdf/observedGraph.ts';
import type { TermId } from '../rdf/terms.ts';
import { createEvaluator, type Evaluator, type EvaluatorOptions } from '../shacl/evaluator.ts';
import type { TargetedShape } from '../shacl/shapesGraph/shape.ts';
import { loadQueryEngineFor } from '../shacl/sparql/queryEngine.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';

/** What the verdicts about the nodes of the data files look up in the graphs that a store adds to. */
export interface UnitLookUps {
  readonly lookUps: readonly LookUp[];
  /** Whether something asks for all triples. */
  readonly asksForAll: boolean;
}

/**
 * Judges the nodes of the data files, and tells which look-ups it took on the way, also to find that a node is a target,
 * which classes are below others, and whether the nodes of results are described. The same evaluation on a graph that
 * answers these look-ups in the same way gives the same results.
 *
 * @param looksUpClasses whether the store counts for rdfs:subClassOf.
 * @throws the signal's reason when aborted.
 */
export async function lookUpsOfUnit(
  input: ValidationInput,
  options: { readonly looksUpClasses: boolean },
  signal: AbortSignal,
): Promise<UnitLookUps> {
  const { evaluator, graph, lookUps } = await observedEvaluator(input, options);
  const described = new Set(Array.from(input.reportedGraph.triples(), ({ subject }) => subject));
  for (const shape of input.shapes.roots) {
    const candidates = new Set([...described, ...namedBy(shape, input.reportedGraph)]);
    const focusNodes = [...candidates].filter((node) => evaluator.isTarget(shape, node));
    evaluator.askQueries(shape.id, focusNodes);
    for (const focusNode of focusNodes) {
      await breathe(signal);
      for (const { focusNode: node, value } of evaluator.validateNode(focusNode, shape.id)) {
        graph.outgoing(node);
        if (value !== undefined) graph.outgoing(value);
      }
    }
  }
  return lookUps();
}

/** An evaluator that notes what it looks up in the graphs that a store adds to. */
export interface ObservedEvaluator {
  readonly evaluator: Evaluator;
  /** What is looked up here is noted as well. */
  readonly graph: Graph;
  /** The same for rdfs:subClassOf. */
  readonly classGraph: Graph;
  /** What was looked up so far. */
  lookUps(): UnitLookUps;
}

/** @param looksUpClasses whether the store counts for rdfs:subClassOf. */
export async function observedEvaluator(
  input: ValidationInput,
  { looksUpClasses }: { readonly looksUpClasses: boolean },
  options: EvaluatorOptions = {},
): Promise<ObservedEvaluator> {
  await loadQueryEngineFor(input.shapes);
  const seen = new Map<string, LookUp>();
  const observed = (graph: Graph) =>
    new ObservedGraph(graph, (lookUp) => {
      seen.set(lookUpKey(lookUp), lookUp);
    });
  const graph = observed(input.dataGraph);
  const classGraph = looksUpClasses ? observed(input.classGraph) : input.classGraph;
  const all = lookUpKey({});
  return {
    evaluator: createEvaluator(input.shapes, graph, classGraph, options),
    graph,
    classGraph,
    lookUps: () => ({
      lookUps: [...seen].filter(([key]) => key !== all).map(([, lookUp]) => lookUp),
      asksForAll: seen.has(all),
    }),
  };
}

/** The nodes that may be targets although no data file describes them. */
function namedBy({ targets }: TargetedShape, graph: Graph): readonly TermId[] {
  return targets.flatMap((target) => {
    if (target.kind === 'node') return [target.node];
    if (target.kind === 'objectsOf') return graph.withPredicate(target.predicate).map(({ object }) => object);
    return [];
  });
}
