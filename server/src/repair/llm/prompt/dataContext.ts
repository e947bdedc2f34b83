import { shortestWay } from '../../../base/breadthFirst.ts';
import { type Graph, hasTriple } from '../../../rdf/graph.ts';
import { OrderedTripleSet } from '../../../rdf/orderedTripleSet.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { traceOf } from '../../../shacl/incremental/trace.ts';
import type { RepairProblem } from '../../repair.ts';
import type { DataStrategy, ShapesStrategy } from './strategy.ts';

/** The part of the data that a prompt shows for a violation. */
export interface DataContext {
  /** Each triple once; those that the verdict depends on come first. */
  readonly triples: readonly Triple[];
  /** A positive example was asked for, but there is none. */
  readonly noPositiveExample: boolean;
  /** The minimum number of nodes that conform to a qualified value shape and are not shown. */
  readonly conformingLeftOut: number;
}

export interface DataContextOptions {
  /** How many nodes that conform to a qualified value shape are shown besides the values, nearest first. */
  readonly maxConforming: number;
  /** Chooses among equally good examples. */
  readonly seed: number;
}

export const defaultDataOptions: DataContextOptions = { maxConforming: 20, seed: 0 };

/**
 * The triples that the verdict depends on (spec/vio.md 16): those that make the root focus node a target, the path to the
 * focus node and its values, and what the violated constraint looks at. If all shapes are shown, also what every other
 * shape that has the root focus node as a target looks at. For sh:qualifiedMinCount, also nodes that could be counted.
 * These rest on ontologies, too, and are shown with what they rest on. G is all of the data, and the data alone.
 */
export function dataContext(
  problem: RepairProblem,
  shapes: ShapesStrategy,
  data: DataStrategy,
  { maxConforming, seed }: DataContextOptions,
): DataContext {
  const list = new OrderedTripleSet();
  addVerdict(problem, shapes, list);
  const conformingLeftOut = addConforming(problem, list, maxConforming);
  const example = data === 'F+' ? positiveExample(problem, shapes, list, seed) : undefined;
  list.addAll(example?.triples ?? []);
  if (data === 'G') {
    const { reportedGraph } = problem.recorded.input;
    const first = [...list].filter((triple) => hasTriple(reportedGraph, triple));
    const all = new OrderedTripleSet();
    all.addAll(first);
    all.addAll(reportedGraph.triples());
    return { triples: [...all], noPositiveExample: false, conformingLeftOut: 0 };
  }
  return {
    triples: [...list],
    noPositiveExample: data === 'F+' && example === undefined,
    conformingLeftOut,
  };
}

function addVerdict(
  { recorded, violation }: RepairProblem,
  shapes: ShapesStrategy,
  list: OrderedTripleSet,
): void {
  const { evaluator, input } = recorded;
  const { focusNode, rootFocusNode, rootShape, sourceShape, constraint } = violation;
  const whole = traceOf(evaluator.traced, rootFocusNode, rootShape);
  list.addAll(whole.target);
  if (focusNode !== rootFocusNode) list.addAll(wayBetween(whole.triples, rootFocusNode, focusNode));
  const own = traceOf(evaluator.traced, focusNode, sourceShape, constraint);
  list.addAll(own.triples);
  list.addAll(own.subclasses);
  if (shapes !== 'M') return;
  for (const root of input.shapes.roots) {
    if (!evaluator.isTarget(root, rootFocusNode)) continue;
    const trace = traceOf(evaluator.traced, rootFocusNode, root.id);
    list.addAll(trace.target);
    list.addAll(trace.triples);
    list.addAll(trace.subclasses);
  }
}

/** The first shortest path between two nodes along the given triples in either direction; empty when there is none. */
function wayBetween(triples: readonly Triple[], from: TermId, to: TermId): readonly Triple[] {
  const usable = triples.filter(({ predicate }) => predicate !== rdf.type);
  const stepsFrom = (node: TermId) =>
    usable.flatMap((triple) => {
      if (triple.subject === node) return [{ to: triple.object, triple }];
      return triple.object === node ? [{ to: triple.subject, triple }] : [];
    });
  return (shortestWay(from, to, stepsFrom) ?? []).map(({ triple }) => triple);
}

/**
 * Adds nodes that conform to the shape of a qualified count.
 *
 * @returns how many were left out: an exact number if it is at most `maxConforming`.
 */
function addConforming(
  { recorded, violation }: RepairProblem,
  list: OrderedTripleSet,
  maxConforming: number,
): number {
  const { constraint, focusNode, path } = violation;
  if (constraint.kind !== 'qualifiedMinCount') return 0;
  const { evaluator, input } = recorded;
  const values = new Set(path ? evaluator.values(focusNode, path) : []);
  let found = 0;
  for (const node of nodesNear(input.dataGraph, focusNode)) {
    if (values.has(node) || node === focusNode || !isDescribed(input.dataGraph, node)) continue;
    if (!evaluator.conforms(node, constraint.shapeRef)) continue;
    found++;
    if (found > 2 * maxConforming) break;
    if (found > maxConforming) continue;
    const trace = traceOf(evaluator.traced, node, constraint.shapeRef);
    list.addAll(trace.triples);
    list.addAll(trace.subclasses);
  }
  return Math.max(0, found - maxConforming);
}

/** Nodes without statements are useless as examples. */
function isDescribed(graph: Graph, node: TermId): boolean {
  return !terms.isLiteral(node) && graph.outgoing(node).length > 0;
}

/**
 * The nodes of a graph, nearest first: those connected by triples in either direction, by distance, then all other
 * subjects in the order of the graph. Sharing a type does not connect nodes.
 */
function* nodesNear(graph: Graph, start: TermId): Iterable<TermId> {
  const seen = new Set([start]);
  for (const node of seen) {
    yield node;
    if (terms.isLiteral(node)) continue;
    for (const { predicate, object } of graph.outgoing(node)) {
      if (predicate !== rdf.type && !terms.isLiteral(object)) seen.add(object);
    }
    for (const { predicate, subject } of graph.incoming(node)) if (predicate !== rdf.type) seen.add(subject);
  }
  for (const { subject } of graph.triples()) {
    if (seen.has(subject)) continue;
    seen.add(subject);
    yield subject;
  }
}

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
 * @param shown the triples that the prompt already shows.
 */
function positiveExample(
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
  if (root && evaluator.isTarget(root, node)) list.addAll(traceOf(evaluator.traced, node, rootShape).target);
  const trace = traceOf(evaluator.traced, node, sourceShape, shapes === 'M' ? undefined : constraint);
  list.addAll(trace.triples);
  list.addAll(trace.subclasses);
  return [...list];
}
