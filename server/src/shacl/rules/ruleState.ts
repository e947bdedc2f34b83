import type { Graph } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { ClassHierarchy } from '../classHierarchy.ts';
import { createEvaluator, type Evaluator, type EvaluatorOptions } from '../evaluator.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { budgetUnder, unwatchedQueryBudget } from '../sparql/queryEngine.ts';
import type { Watch } from '../watch.ts';
import type { Rule } from './rule.ts';

/** What a rule looks at when it fires. */
export interface RuleState {
  readonly graph: Graph;
  readonly shapes: ShapesGraph;
  readonly evaluator: Evaluator;
  readonly classes: ClassHierarchy;
}

/** Receives a triple that a rule infers; without a focus node for rules that no shape has. */
export type ConcludeFor = (
  focusNode: TermId | undefined,
  subject: TermId,
  predicate: TermId,
  object: TermId,
) => void;

/** The common part of all states of a run. */
export interface RuleShapes {
  readonly shapes: ShapesGraph;
  readonly classGraph: Graph;
  readonly classes: ClassHierarchy;
}

/** @param options of the evaluator that judges by the conditions of rules. */
export function ruleState(
  graph: Graph,
  { shapes, classGraph, classes }: RuleShapes,
  options: EvaluatorOptions = {},
): RuleState {
  const evaluator = createEvaluator(shapes, graph, classGraph, { ...options, classes });
  return { graph, shapes, classes, evaluator };
}

/** How conditions are judged, by all of whose steps something else is limited. */
export function judgingOf(watch: Watch, walked: (steps: number) => void): EvaluatorOptions {
  const ignored = () => 0;
  return {
    ...(watch.deadline && { deadline: watch.deadline }),
    queryBudget: { ...budgetUnder(watch, unwatchedQueryBudget), walked },
    probe: { numberOf: ignored, numberOfWork: ignored, enter: ignored, leave: ignored, walked },
  };
}

/** The focus nodes of a rule: those of its shapes that conform to all conditions. */
export function focusNodesOf(rule: Rule, { shapes, evaluator }: RuleState): readonly TermId[] {
  const nodes = new Set<TermId>();
  for (const id of rule.shapes) {
    const shape = shapes.get(id);
    if (shape) for (const node of evaluator.targets(shape)) nodes.add(node);
  }
  return [...nodes].filter((node) => rule.conditions.every((shape) => evaluator.conforms(node, shape)));
}

export function isFocusNode(
  { shapes: owners, conditions }: Rule,
  node: TermId,
  { shapes, evaluator }: RuleState,
): boolean {
  const isTarget = owners.some((id) => {
    const shape = shapes.get(id);
    return shape !== undefined && evaluator.isTarget(shape, node);
  });
  return isTarget && conditions.every((shape) => evaluator.conforms(node, shape));
}
