import type { Graph } from '../../rdf/graph.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import type { LookUp } from '../../rdf/observedGraph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { EvaluatorOptions } from '../../shacl/evaluator.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { fetchNeeded, whyAllMatters } from './fetchContext.ts';
import { observedEvaluator } from './lookUpsOfUnit.ts';
import type { Store } from './store.ts';
import type { StoreFragment } from './storeFragment.ts';
import { isListed, listedTargets, targetLookUps, targetPatterns } from './targetPatterns.ts';

/** How all focus nodes of a store are found. */
export interface TargetPlan {
  /** What binds `?f` to the focus nodes that the store lists. */
  readonly patterns: readonly string[];
  /** The same nodes as look-ups. The terms are only known at first. */
  readonly lookUps: readonly LookUp[];
  /** For each root shape, the focus nodes that it names or selects by a query, in N-Triples. */
  readonly named: ReadonlyMap<TermId, ReadonlySet<string>>;
  /** The unit with what is known of the classes, and where rdfs:subClassOf is looked up in it. */
  readonly classes: { readonly input: ValidationInput; readonly known: Graph; readonly classGraph: Graph };
  /** Why it takes the whole graph to find them or to judge them, as a sentence; undefined when it does not. */
  readonly whyAll: string | undefined;
  /** What is not known, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/**
 * Finds out what the targets of the shapes are in a store, with the classes below those that are targeted.
 *
 * @param options the unit with what is known of the store as its data, and whether the store counts for rdfs:subClassOf.
 * @param classes what is known of the classes. It grows.
 * @throws the signal's reason when aborted.
 */
export async function planTargets(
  store: Store,
  options: {
    readonly inputWith: (known: TurtleDocument) => Promise<ValidationInput>;
    readonly looksUpClasses: boolean;
    readonly evaluation?: (input: ValidationInput) => EvaluatorOptions;
  },
  classes: StoreFragment,
  signal: AbortSignal,
): Promise<TargetPlan> {
  const named = new Map<TermId, Set<string>>();
  let patterns: readonly string[] = [];
  let lookUps: readonly LookUp[] = [];
  let whyAll: string | undefined;
  let aboutClasses: TargetPlan['classes'];
  const observed = async (known: TurtleDocument) => {
    const input = await options.inputWith(known);
    return { input, ...(await observedEvaluator(input, options, options.evaluation?.(input))) };
  };
  const classNeeds = async (known: TurtleDocument) => {
    const { input, classGraph, lookUps: found } = await observed(known);
    aboutClasses = { input, known: known.graph, classGraph };
    const targets = listedTargets(input.shapes, classGraph);
    patterns = targetPatterns(targets);
    lookUps = targetLookUps(targets);
    whyAll = whyAllMatters(input, false);
    if ([...targets.classes].some((each) => terms.isBlank(each)))
      whyAll ??= 'Some of the classes below those that shapes target have no names.';
    return { lookUps: found().lookUps, gaps: [] };
  };
  const { gaps } = await fetchNeeded(store, classNeeds, signal, classes);
  const queryNeeds = async (known: TurtleDocument) => {
    const { input, evaluator, lookUps: found } = await observed(known);
    for (const { id, targets } of input.shapes.roots) {
      const nodes = evaluator.targets({ id, targets: targets.filter((each) => !isListed(each)) });
      named.set(id, new Set(nodes.map(termToNTriples)));
      if (nodes.some((node) => terms.isBlank(node)))
        whyAll ??= 'Some targets that shapes name or select by a query are blank nodes.';
    }
    const needed = found();
    whyAll ??= whyAllMatters(input, needed.asksForAll);
    return { lookUps: whyAll === undefined ? needed.lookUps : [], gaps: [] };
  };
  const queries = await fetchNeeded(store, queryNeeds, signal);
  return { patterns, lookUps, named, whyAll, classes: aboutClasses!, gaps: [...gaps, ...queries.gaps] };
}
