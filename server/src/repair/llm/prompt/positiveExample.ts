import type { Graph } from '../../../rdf/graph.ts';
import { OrderedTripleSet } from '../../../rdf/orderedTripleSet.ts';
import type { TermId, Triple } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { RepairProblem } from '../../repair.ts';
import type { ShapesStrategy } from './strategy.ts';

/** A node that satisfies what the focus node violates, and the triples that show it. */
export interface PositiveExample {
  readonly node: TermId;
  readonly triples: readonly Triple[];
}

/**
 * Finds a node that satisfies the violated constraint or, if all shapes are shown, conforms to the whole shape. Other
 * targets of the root shape are tried first, then nodes of the same type, then all others. Among these, nodes with
 * values that the prompt does not show yet are preferred. A target or a node of the same type may also lack values,
 * if there is anything to show.
 *
 * @param shown what the prompt shows already.
 */
export function positiveExample(
  problem: RepairProblem,
  shapes: ShapesStrategy,
  shown: OrderedTripleSet,
  seed: number,
): PositiveExample | undefined {
  const { violation } = problem;
  const known = new Set(Array.from(shown, ({ subject }) => subject));
  for (const wanted of ['new', 'withValues', 'any'] as const) {
    for (const candidates of candidateNodes(problem, wanted !== 'any')) {
      for (const node of rotated(candidates, seed)) {
        if (node === violation.focusNode || node === violation.rootFocusNode) continue;
        if (wanted === 'new' && known.has(node)) continue;
        if (wanted !== 'any' && valuesOf(problem, node).length === 0) continue;
        if (!isRight(problem, shapes, node)) continue;
        const triples = whatShows(problem, shapes, node);
        if (triples.length > 0) return { node, triples };
      }
    }
  }
  return undefined;
}

/** Groups of candidates. A group is only used if no node of the groups before fits. */
function* candidateNodes(
  { recorded, violation }: RepairProblem,
  others: boolean,
): Iterable<readonly TermId[]> {
  const { evaluator, input } = recorded;
  const { focusNode, rootFocusNode, rootShape } = violation;
  const root = input.shapes.get(rootShape);
  if (root && focusNode === rootFocusNode) yield evaluator.targets(root);
  const graph = input.dataGraph;
  yield [...new Set(graph.objects(focusNode, rdf.type).flatMap((type) => graph.subjects(rdf.type, type)))];
  if (others) yield subjectsOf(input.reportedGraph);
}

function subjectsOf(graph: Graph): readonly TermId[] {
  const subjects = new Set<TermId>();
  for (const { subject } of graph.triples()) subjects.add(subject);
  return [...subjects];
}

function rotated<T>(items: readonly T[], seed: number): readonly T[] {
  const start = items.length === 0 ? 0 : Math.abs(Math.trunc(seed)) % items.length;
  return start === 0 ? items : [...items.slice(start), ...items.slice(0, start)];
}

function valuesOf({ recorded, violation }: RepairProblem, node: TermId): readonly TermId[] {
  return violation.path ? recorded.evaluator.values(node, violation.path) : [node];
}

function isRight(problem: RepairProblem, shapes: ShapesStrategy, node: TermId): boolean {
  const { evaluator } = problem.recorded;
  const { constraint, sourceShape } = problem.violation;
  if (shapes === 'M') return evaluator.conforms(node, sourceShape);
  const check = evaluator.check(constraint);
  if (check === undefined) return false;
  const values = valuesOf(problem, node);
  return check.kind === 'value'
    ? values.every((value) => check.accepts(value))
    : check.failures(node, values).length === 0;
}

function whatShows(
  { recorded, violation }: RepairProblem,
  shapes: ShapesStrategy,
  node: TermId,
): readonly Triple[] {
  const { evaluator, input } = recorded;
  const { rootShape, sourceShape, constraint } = violation;
  const list = new OrderedTripleSet();
  const root = input.shapes.get(rootShape);
  if (root && evaluator.isTarget(root, node)) list.addAll(evaluator.trace(node, rootShape).target);
  const trace = evaluator.trace(node, sourceShape, shapes === 'M' ? undefined : constraint);
  list.addAll(trace.triples);
  list.addAll(trace.subclasses);
  return [...list];
}
