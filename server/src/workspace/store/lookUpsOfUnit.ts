import { yieldToEventLoop } from '../../base/abort.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type LookUp, lookUpKey, ObservedGraph } from '../../rdf/observedGraph.ts';
import type { TermId } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import { ClassHierarchy } from '../../shacl/classHierarchy.ts';
import { createEvaluator, type Evaluator, type EvaluatorOptions } from '../../shacl/evaluator.ts';
import type { Shape, TargetedShape } from '../../shacl/model/shape.ts';
import { loadEnginesFor } from '../../shacl/sparql/loadEngines.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';

/** What the verdicts about the nodes of the data files look up in the graphs that a store adds to. */
export interface UnitLookUps {
  readonly lookUps: readonly LookUp[];
  /** Whether something asks for all triples. */
  readonly asksForAll: boolean;
}

export interface LookUpOptions {
  /** Whether rdfs:subClassOf is read from the store. */
  readonly looksUpClasses: boolean;
}

/**
 * Judges the nodes of the data files, and reports the look-ups that this took, including those to find that a node is a
 * target, which classes are below others, and whether the nodes of results are described. The same evaluation on a graph
 * that answers these look-ups in the same way gives the same results.
 *
 * @throws the signal's reason when aborted.
 */
export async function lookUpsOfUnit(
  input: ValidationInput,
  options: LookUpOptions,
  signal: AbortSignal,
): Promise<UnitLookUps> {
  const observed = await observedEvaluator(input, options);
  for (const shape of input.shapes.roots)
    await judgeCandidates(shape, candidatesOf(shape, input.reportedGraph), input, observed, signal);
  lookUpStatedShapes(
    Array.from(input.reportedGraph.triples(), ({ subject }) => subject),
    input,
    observed,
  );
  return observed.lookUps();
}

/** Looks up the shapes to which nodes should conform, which may only be stated in a store (sh:shape of SHACL 1.2). */
export function lookUpStatedShapes(
  nodes: readonly TermId[],
  { shapes }: Pick<ValidationInput, 'shapes'>,
  { graph }: Pick<ObservedEvaluator, 'graph'>,
): void {
  if (!shapes.readAgain) for (const node of new Set(nodes)) graph.objects(node, sh.shape);
}

/** The nodes that may be targets of a shape because of the data files. */
export function candidatesOf(shape: TargetedShape, reported: Graph): ReadonlySet<TermId> {
  return new Set([...Array.from(reported.triples(), ({ subject }) => subject), ...namedBy(shape, reported)]);
}

/**
 * Judges those of some nodes that are targets of a root shape, to record the look-ups.
 *
 * @throws the signal's reason when aborted.
 */
export async function judgeCandidates(
  shape: Shape,
  candidates: Iterable<TermId>,
  { reportedGraph }: ValidationInput,
  { evaluator, graph }: ObservedEvaluator,
  signal: AbortSignal,
): Promise<void> {
  const focusNodes = [...candidates].filter((node) => evaluator.isTarget(shape, node));
  evaluator.askQueries(shape.id, focusNodes);
  for (const focusNode of focusNodes) {
    await yieldToEventLoop(signal);
    for (const { focusNode: node, value } of evaluator.validateNode(focusNode, shape.id)) {
      // Whether the store describes a node matters where no data file does.
      for (const each of value === undefined ? [node] : [node, value])
        if (reportedGraph.outgoing(each).length === 0) graph.outgoing(each);
    }
  }
}

/** An evaluator that records its look-ups in the graphs that a store adds to. */
export interface ObservedEvaluator {
  readonly evaluator: Evaluator;
  /** Look-ups here are recorded as well. */
  readonly graph: Graph;
  /** The same for rdfs:subClassOf. */
  readonly classGraph: Graph;
  readonly classes: ClassHierarchy;
  /** What was looked up so far. */
  lookUps(): UnitLookUps;
}

export async function observedEvaluator(
  input: ValidationInput,
  { looksUpClasses }: LookUpOptions,
  options: EvaluatorOptions = {},
): Promise<ObservedEvaluator> {
  await loadEnginesFor(input.shapes);
  const seen = new Map<string, LookUp>();
  const observed = (graph: Graph) =>
    new ObservedGraph(graph, (lookUp) => {
      seen.set(lookUpKey(lookUp), lookUp);
    });
  const graph = observed(input.dataGraph);
  const classGraph = looksUpClasses ? observed(input.classGraph) : input.classGraph;
  const classes = new ClassHierarchy(classGraph);
  const all = lookUpKey({});
  return {
    evaluator: createEvaluator(input.shapes, graph, classGraph, { ...options, classes }),
    graph,
    classGraph,
    classes,
    lookUps: () => ({
      lookUps: [...seen].filter(([key]) => key !== all).map(([, lookUp]) => lookUp),
      asksForAll: seen.has(all),
    }),
  };
}

/** Why a store is not asked where `asksForAll`: for its nodes, too, to which sh:targetWhere gives no bound. */
export const looksAtAll = 'A query or a target of the shapes looks at all triples.';

/** The nodes that may be targets although no data file describes them. */
function namedBy({ targets }: TargetedShape, graph: Graph): readonly TermId[] {
  return targets.flatMap((target) => {
    if (target.kind === 'node') return [target.node];
    if (target.kind === 'where') return Array.from(graph.triples(), ({ object }) => object);
    if (target.kind === 'objectsOf') return graph.withPredicate(target.predicate).map(({ object }) => object);
    return [];
  });
}
