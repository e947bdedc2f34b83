import type { Graph } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { SpentBudget } from './budget.ts';
import type { ClosureRelation, Relation, Step } from './plan.ts';

type Values = ReadonlySet<TermId>;

/** About this many nodes are searched for one whose values are known. */
const mostNear = 64;

/** The nodes that repeated paths reach in one graph. Cached for each node, because many rows lead to the same nodes. */
export class ClosureMemo {
  readonly #graph: Graph;
  readonly #spending: SpentBudget;
  readonly #values = new Map<
    ClosureRelation,
    { readonly ahead: Map<TermId, Values>; readonly back: Map<TermId, Values> }
  >();

  readonly #isNode = new Map<TermId, boolean>();
  #nodes: Set<TermId> | undefined;

  constructor(graph: Graph, spending: SpentBudget) {
    this.#graph = graph;
    this.#spending = spending;
  }

  /** The nodes that a node is related to; with `back`, those that are related to it. */
  values(relation: ClosureRelation, node: TermId, back: boolean): Values {
    let memo = this.#values.get(relation);
    if (memo === undefined) {
      memo = { ahead: new Map(), back: new Map() };
      this.#values.set(relation, memo);
    }
    const known = back ? memo.back : memo.ahead;
    let values = known.get(node);
    if (values === undefined) {
      values = this.#valuesOnCycle(relation, node, back, known);
      if (values === undefined) {
        values = this.#closure(relation, [node], back);
        this.#spending.rows(values.size);
      }
      known.set(node, values);
    }
    return values;
  }

  /** Nodes that lead to one another reach the same. Undefined where none of those near the node is known. */
  #valuesOnCycle(
    { step, repeats }: ClosureRelation,
    node: TermId,
    back: boolean,
    known: ReadonlyMap<TermId, Values>,
  ): Values | undefined {
    if (!repeats || known.size === 0) return undefined;
    const near = new Set(this.#next(step, [node], back));
    for (const reached of near) {
      const values = known.get(reached);
      if (values?.has(node)) return values;
      if (near.size > mostNear) continue;
      for (const next of this.#next(step, [reached], back)) near.add(next);
    }
    return undefined;
  }

  /** True for a subject or object of the graph. */
  isNode(term: TermId): boolean {
    let isNode = this.#isNode.get(term);
    if (isNode === undefined) {
      isNode = this.#graph.outgoing(term).length > 0 || this.#graph.incoming(term).length > 0;
      this.#isNode.set(term, isNode);
    }
    return isNode;
  }

  /** All subjects and objects, which a repeated path without ends relates. */
  nodes(): ReadonlySet<TermId> {
    if (this.#nodes === undefined) {
      this.#nodes = new Set();
      for (const { subject, object } of this.#graph.triples()) {
        this.#spending.steps(1);
        this.#nodes.add(subject);
        this.#nodes.add(object);
      }
    }
    return this.#nodes;
  }

  #closure({ step, fromZero, repeats }: ClosureRelation, start: Iterable<TermId>, back: boolean): Values {
    const found = new Set<TermId>(fromZero ? start : this.#next(step, start, back));
    if (!repeats) {
      for (const value of this.#next(step, start, back)) found.add(value);
      return found;
    }
    // A set visits what is added while it is visited.
    for (const node of found) for (const value of this.#next(step, [node], back)) found.add(value);
    return found;
  }

  /** The nodes one step away from any of some nodes, possibly with repeats. */
  #next(step: Step, nodes: Iterable<TermId>, back: boolean): Iterable<TermId> {
    switch (step.kind) {
      case 'closure':
        return this.#closure(step, nodes, back);
      case 'alternative':
        return new Set(step.steps.flatMap((each) => [...this.#next(each, nodes, back)]));
      case 'sequence': {
        let reached: Iterable<TermId> = nodes;
        for (const each of back ? step.steps.toReversed() : step.steps)
          reached = new Set(this.#next(each, reached, back));
        return reached;
      }
      default: {
        const reached: TermId[] = [];
        for (const node of nodes)
          forEachNeighbour(this.#graph, step, node, back, (value) => reached.push(value));
        this.#spending.steps(1 + reached.length);
        return reached;
      }
    }
  }
}

/** Visits the nodes that single triples relate a node to, once for each triple. */
export function forEachNeighbour(
  graph: Graph,
  relation: Exclude<Relation, ClosureRelation>,
  node: TermId,
  back: boolean,
  visit: (value: TermId) => void,
): void {
  if (relation.kind === 'links') {
    for (const { predicate, inverse } of relation.links) {
      const values = inverse === back ? graph.objects(node, predicate) : graph.subjects(predicate, node);
      for (let i = 0; i < values.length; i++) visit(values[i]!);
    }
    return;
  }
  const [outwards, inwards] = back
    ? [relation.backward, relation.forward]
    : [relation.forward, relation.backward];
  if (outwards) {
    graph.forEachOutgoing(node, (predicate, object) => {
      if (!outwards.has(predicate)) visit(object);
    });
  }
  if (inwards) {
    for (const { subject, predicate } of graph.incoming(node)) if (!inwards.has(predicate)) visit(subject);
  }
}
