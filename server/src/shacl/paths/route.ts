import type { Graph } from '../../rdf/graph.ts';
import { pairKey } from '../../rdf/termKeys.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import type { Path } from '../model/path.ts';
import { automatonOf, type PathAutomaton } from './pathAutomaton.ts';

/** One triple on the path from a focus node to a value. `inverse` is true when it is walked from object to subject. */
export interface RouteStep {
  readonly triple: Triple;
  readonly inverse: boolean;
}

/** The routes from one focus node to the values of a path. */
export interface Routes {
  /**
   * A shortest route to a value, in order; empty when the path reaches the value without a triple, undefined when it does
   * not reach it.
   */
  to(value: TermId): readonly RouteStep[] | undefined;
  /** The last step of that route; undefined when there is no route or it has no steps. */
  lastStepTo(value: TermId): RouteStep | undefined;
  /** The nearest values, nearest first: up to `count`, or fewer when they are far away. */
  nearest(count: number): readonly TermId[];
}

/**
 * A shortest route by which a path leads from a focus node to a value.
 *
 * @returns the steps in order; empty when the path reaches the value without a triple, undefined when it does not
 *   reach it.
 */
export function routeTo(
  graph: Graph,
  focusNode: TermId,
  path: Path,
  value: TermId,
): readonly RouteStep[] | undefined {
  return routesFrom(graph, focusNode, path).to(value);
}

/** The routes from a focus node. One search answers all calls, and it goes only as far as they need. */
export function routesFrom(graph: Graph, focusNode: TermId, path: Path): Routes {
  const inverse = path.kind === 'inverse';
  const step = inverse ? path.path : path;
  // Nearly all paths are single steps, and a node may have many values, so single steps need no search.
  return step.kind === 'predicate'
    ? new SingleSteps(graph, focusNode, step.predicate, inverse)
    : new RouteSearch(graph, focusNode, automatonOf(path));
}

class SingleSteps implements Routes {
  readonly #graph: Graph;
  readonly #focusNode: TermId;
  readonly #predicate: TermId;
  readonly #inverse: boolean;

  constructor(graph: Graph, focusNode: TermId, predicate: TermId, inverse: boolean) {
    this.#graph = graph;
    this.#focusNode = focusNode;
    this.#predicate = predicate;
    this.#inverse = inverse;
  }

  to(value: TermId): readonly RouteStep[] | undefined {
    const step = this.lastStepTo(value);
    return step && [step];
  }

  lastStepTo(value: TermId): RouteStep | undefined {
    const triple = tripleOf(this.#focusNode, this.#predicate, value, this.#inverse);
    return this.#graph.has(triple.subject, triple.predicate, triple.object)
      ? { triple, inverse: this.#inverse }
      : undefined;
  }

  nearest(count: number): readonly TermId[] {
    return neighbours(this.#graph, this.#focusNode, this.#predicate, this.#inverse).slice(0, count);
  }
}

/** `nearest` stops after this many triples, because results at all nodes may have the same values. */
const nearby = 1000;

/** A breadth-first search for values, continued on demand. */
class RouteSearch implements Routes {
  readonly #graph: Graph;
  readonly #states: PathAutomaton['states'];
  readonly #seen = new Set<number>();
  /** The arrivals in order: the node, its state, the arrival before it, and the move that was taken from there. */
  readonly #nodes: TermId[] = [];
  readonly #stateOf: number[] = [];
  readonly #before: number[] = [];
  readonly #moveOf: number[] = [];
  /** The first arrival at each value. */
  readonly #values = new Map<TermId, number>();
  /** The next arrival to expand. */
  #next = 0;
  #triples = 0;

  constructor(graph: Graph, focusNode: TermId, { states }: PathAutomaton) {
    this.#graph = graph;
    this.#states = states;
    this.#arrive(focusNode, 0, -1, -1);
  }

  to(value: TermId): readonly RouteStep[] | undefined {
    let arrival = this.#find(value);
    if (arrival === undefined) return undefined;
    const steps: RouteStep[] = [];
    for (; this.#before[arrival]! >= 0; arrival = this.#before[arrival]!) steps.push(this.#stepTo(arrival));
    return steps.reverse();
  }

  lastStepTo(value: TermId): RouteStep | undefined {
    const arrival = this.#find(value);
    return arrival === undefined || this.#before[arrival]! < 0 ? undefined : this.#stepTo(arrival);
  }

  nearest(count: number): readonly TermId[] {
    while (this.#values.size < count && this.#triples < nearby && this.#goOn());
    return [...this.#values.keys()].slice(0, count);
  }

  #find(value: TermId): number | undefined {
    while (!this.#values.has(value) && this.#goOn());
    return this.#values.get(value);
  }

  /** Expands the next arrival; false when there is none. */
  #goOn(): boolean {
    const arrival = this.#next;
    if (arrival === this.#nodes.length) return false;
    this.#next++;
    const node = this.#nodes[arrival]!;
    for (const [i, { predicate, inverse, state }] of this.#states[this.#stateOf[arrival]!]!.moves.entries()) {
      const reached = neighbours(this.#graph, node, predicate, inverse);
      this.#triples += reached.length;
      for (const value of reached) this.#arrive(value, state, arrival, i);
    }
    return true;
  }

  #arrive(node: TermId, state: number, before: number, move: number): void {
    const key = pairKey(state, node);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const arrival = this.#nodes.push(node) - 1;
    this.#stateOf.push(state);
    this.#before.push(before);
    this.#moveOf.push(move);
    if (this.#states[state]!.accepts && !this.#values.has(node)) this.#values.set(node, arrival);
  }

  #stepTo(arrival: number): RouteStep {
    const before = this.#before[arrival]!;
    const { predicate, inverse } = this.#states[this.#stateOf[before]!]!.moves[this.#moveOf[arrival]!]!;
    return { triple: tripleOf(this.#nodes[before]!, predicate, this.#nodes[arrival]!, inverse), inverse };
  }
}

/** What paths look up in a graph. */
export type Links = Pick<Graph, 'objects' | 'subjects'>;

/** The nodes that one step leads to from a node. */
export function neighbours(
  graph: Links,
  node: TermId,
  predicate: TermId,
  inverse: boolean,
): readonly TermId[] {
  return inverse ? graph.subjects(predicate, node) : graph.objects(node, predicate);
}

function tripleOf(from: TermId, predicate: TermId, to: TermId, inverse: boolean): Triple {
  return inverse ? { subject: to, predicate, object: from } : { subject: from, predicate, object: to };
}
