import type { TermId } from '../rdf/terms.ts';
import type { NotChecked, Violation } from '../shacl/results/violation.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import { observedEvaluator, type UnitLookUps } from './lookUpsOfUnit.ts';

/** The verdicts about some nodes, and what they rest on: the same evaluation on a graph that answers the same has the same results. */
export interface ObservedVerdicts extends UnitLookUps {
  /** The results of shapes whose targets the nodes are, also those at other nodes that `sh:property` leads to. */
  readonly violations: readonly Violation[];
  readonly notChecked: readonly NotChecked[];
  /** The nodes that are targets of some shape. */
  readonly targets: ReadonlySet<TermId>;
}

/**
 * Judges nodes by the shapes whose targets they are.
 *
 * @param looksUpClasses whether the look-ups of rdfs:subClassOf count.
 */
export async function observedVerdicts(
  input: ValidationInput,
  nodes: readonly TermId[],
  options: { readonly looksUpClasses: boolean },
): Promise<ObservedVerdicts> {
  const { evaluator, lookUps } = await observedEvaluator(input, options);
  const targets = new Set<TermId>();
  const violations = input.shapes.roots.flatMap((shape) => {
    const focusNodes = nodes.filter((node) => evaluator.isTarget(shape, node));
    for (const node of focusNodes) targets.add(node);
    evaluator.askQueries(shape.id, focusNodes);
    return focusNodes.flatMap((node) => evaluator.validateNode(node, shape.id));
  });
  return { violations, notChecked: evaluator.notChecked, targets, ...lookUps() };
}
