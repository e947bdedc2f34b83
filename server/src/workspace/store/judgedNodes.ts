import { termToNTriples } from '../../rdf/nTriples.ts';
import type { TermId } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { Evaluator } from '../../shacl/evaluator.ts';
import type { Shape } from '../../shacl/model/shape.ts';
import type { NotChecked, Violation } from '../../shacl/model/violation.ts';
import { splitResults } from '../../shacl/results/reported.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';

/** The results of some nodes of a store. */
export interface ResultsOfNodes {
  /** What they were judged on. */
  readonly input: ValidationInput;
  /** Node by node, in the order of the shapes. */
  readonly violations: readonly Violation[];
  /** How many of the nodes are focus nodes. */
  readonly focusNodes: number;
  /** The names of these in N-Triples. */
  readonly judged: ReadonlySet<string>;
  readonly notChecked: readonly NotChecked[];
}

/** @param isFocus whether a node is to be judged by a root shape. */
export function judgeNodes(
  evaluator: Evaluator,
  input: ValidationInput,
  nodes: readonly TermId[],
  isFocus: (shape: Shape, node: TermId) => boolean,
): ResultsOfNodes {
  const results = new Map<TermId, Violation[]>();
  for (const shape of input.shapes.roots) {
    const focusNodes = nodes.filter((node) => isFocus(shape, node));
    evaluator.askQueries(shape.id, focusNodes);
    for (const node of focusNodes) {
      const found = results.get(node) ?? [];
      found.push(...evaluator.validateNode(node, shape.id));
      results.set(node, found);
    }
  }
  const violations = nodes.flatMap((node) => results.get(node) ?? []);
  return {
    input,
    violations: splitResults(violations, input).reported,
    focusNodes: results.size,
    judged: new Set([...results.keys()].map(termToNTriples)),
    notChecked: evaluator.notChecked,
  };
}

/** The ids of terms in N-Triples, in their order. None may be a blank node. */
export function idsOf(names: readonly string[]): readonly TermId[] {
  const text = names.map((name) => `<x:s> <x:p> ${name} .`).join('\n');
  const { graph } = new TurtleDocument('x:names', 0, text);
  const ids = new Map(Array.from(graph.triples(), ({ object }) => [termToNTriples(object), object]));
  return names.flatMap((name) => ids.get(name) ?? []);
}
