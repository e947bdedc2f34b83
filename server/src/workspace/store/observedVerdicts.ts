import type { GraphDelta } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import type { TermId } from '../../rdf/terms.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import { focusesThatMayChange, type Version } from '../../shacl/incremental/mayChange.ts';
import type { UncheckedPart, Violation } from '../../shacl/model/violation.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { type ObservedEvaluator, observedEvaluator, type UnitLookUps } from './lookUpsOfUnit.ts';

/**
 * The verdicts about some nodes, and what they rest on: the same evaluation on a graph with the same answers has the same
 * results.
 */
export interface ObservedVerdicts extends UnitLookUps {
  /** The results of shapes whose targets the nodes are, including those at other nodes reached by `sh:property`. */
  readonly violations: readonly Violation[];
  readonly notChecked: readonly UncheckedPart[];
  /** The nodes that are targets of some shape. */
  readonly targets: ReadonlySet<TermId>;
}

/**
 * Judges nodes by the shapes whose targets they are.
 *
 * @param looksUpClasses whether rdfs:subClassOf is read from the store.
 */
export async function observedVerdicts(
  input: ValidationInput,
  nodes: readonly TermId[],
  options: { readonly looksUpClasses: boolean },
): Promise<ObservedVerdicts> {
  return verdictsAbout(nodes, input, await observedEvaluator(input, options));
}

/** The verdicts about nodes before and after a change. */
export interface ChangedVerdicts {
  readonly before: ObservedVerdicts;
  readonly after: ObservedVerdicts;
  /** How many other focus nodes the change may affect. */
  readonly others: number;
}

/**
 * Judges nodes before and after a change, with all focus nodes that may be judged differently: those from which paths of
 * the shapes lead to the change. If there are too many of these, only the nodes themselves are judged.
 *
 * @param maxOthers how many others are judged at most.
 * @param looksUpClasses whether rdfs:subClassOf is read from the store.
 */
export async function verdictsOfChange(
  input: ValidationInput,
  delta: GraphDelta,
  nodes: readonly TermId[],
  { maxOthers, ...options }: { readonly maxOthers: number; readonly looksUpClasses: boolean },
): Promise<ChangedVerdicts> {
  const change = changedInput(input, delta);
  const before = await observedEvaluator(input, options);
  const after = await observedEvaluator(change.input, options);
  const both = new OverlayGraph(before.graph, { added: change.delta.added, removed: [] });
  const focuses = focusesThatMayChange(
    versionOf(input, before),
    versionOf(change.input, after),
    change.delta,
    both,
  );
  const named = new Set(nodes);
  const others = [...new Set(focuses.map(({ node }) => node))].filter((node) => !named.has(node));
  const all = others.length > maxOthers ? nodes : [...nodes, ...others];
  return {
    before: verdictsAbout(all, input, before),
    after: verdictsAbout(all, change.input, after),
    others: others.length,
  };
}

function versionOf(input: ValidationInput, { evaluator, graph, classGraph }: ObservedEvaluator): Version {
  return { input: { ...input, dataGraph: graph, classGraph }, evaluator };
}

function verdictsAbout(
  nodes: readonly TermId[],
  { shapes }: ValidationInput,
  { evaluator, lookUps }: ObservedEvaluator,
): ObservedVerdicts {
  const targets = new Set<TermId>();
  const violations = shapes.roots.flatMap((shape) => {
    const focusNodes = nodes.filter((node) => evaluator.isTarget(shape, node));
    for (const node of focusNodes) targets.add(node);
    evaluator.askQueries(shape.id, focusNodes);
    return focusNodes.flatMap((node) => evaluator.validateNode(node, shape.id));
  });
  return { violations, notChecked: evaluator.notChecked, targets, ...lookUps() };
}
