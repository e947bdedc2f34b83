import { pairKey } from '../../rdf/termKeys.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { ValueCount } from '../model/component.ts';
import { invert, type Path } from '../model/path.ts';
import { automatonOf, type PathAutomaton } from './pathAutomaton.ts';
import { type Links, neighbours } from './route.ts';

/**
 * The nodes that a path reaches from a growing set of start nodes. Each reached node is expanded only once, even when
 * many start nodes lead to it.
 */
export class PathReach {
  readonly #graph: Links;
  readonly #states: ReturnType<typeof automatonOf>['states'];
  readonly #seen = new Set<number>();
  readonly #values = new Set<TermId>();

  constructor(graph: Links, path: Path) {
    this.#graph = graph;
    this.#states = automatonOf(path).states;
  }

  /** Adds a start node and returns the values that it reaches and that were not reached before, nearest first. */
  from(node: TermId): readonly TermId[] {
    const fresh: TermId[] = [];
    const nodes: TermId[] = [];
    const states: number[] = [];
    const arrive = (reached: TermId, state: number) => {
      const key = pairKey(state, reached);
      if (this.#seen.has(key)) return;
      this.#seen.add(key);
      nodes.push(reached);
      states.push(state);
      if (!this.#states[state]!.accepts || this.#values.has(reached)) return;
      this.#values.add(reached);
      fresh.push(reached);
    };
    arrive(node, 0);
    for (let i = 0; i < nodes.length; i++) {
      for (const { predicate, inverse, state } of this.#states[states[i]!]!.moves) {
        for (const next of neighbours(this.#graph, nodes[i]!, predicate, inverse)) arrive(next, state);
      }
    }
    return fresh;
  }
}

/**
 * Counts the values that nodes have on a path with closures without visiting all values of each node. Nodes that lead to
 * each other have the same values. A node that leads to only one other node has its own values and those of that node.
 */
export class ReachCounts {
  readonly #graph: Links;
  readonly #states: PathAutomaton['states'];
  readonly #most: number;
  readonly #few: number;
  /** Cycles by pair of node and state; undefined while the pair is being explored. */
  readonly #circles = new Map<number, Circle | undefined>();

  /**
   * @param most counting stops here.
   * @param few up to this many values are stored with a cycle, so that the cycles behind it need not be visited
   *   again.
   */
  constructor(graph: Links, { states }: PathAutomaton, most: number, few = 32) {
    this.#graph = graph;
    this.#states = states;
    this.#most = most;
    this.#few = few;
  }

  /** The number of values of a node, counted up to `most`. */
  of(node: TermId): ValueCount {
    const key = pairKey(0, node);
    if (!this.#circles.has(key)) this.#explore(node);
    const { count } = this.#circles.get(key)!;
    return count > this.#most ? { found: this.#most, isMore: true } : { found: count, isMore: false };
  }

  /** Finds the reachable cycles with Tarjan's algorithm: a cycle is found after all cycles that it leads to. */
  #explore(start: TermId): void {
    /** `way` has the pairs on the current path from the start; `open` has the pairs that may be in a cycle with them. */
    const way: Frame[] = [];
    const open: Frame[] = [];
    const openByKey = new Map<number, Frame>();
    let order = 0;
    const enter = (node: TermId, state: number) => {
      const key = pairKey(state, node);
      const position = {
        move: 0,
        reached: undefined,
        neighbour: 0,
        order,
        low: order,
        leadsTo: new Set<Circle>(),
      };
      const frame: Frame = { key, node, ...this.#states[state]!, ...position };
      order++;
      way.push(frame);
      open.push(frame);
      openByKey.set(key, frame);
      this.#circles.set(key, undefined);
    };
    enter(start, 0);
    for (let frame = way.at(-1); frame; frame = way.at(-1)) {
      const move = frame.moves[frame.move];
      if (move === undefined) {
        way.pop();
        const parent = way.at(-1);
        if (frame.low === frame.order) {
          const circle = this.#close(frame, open, openByKey);
          if (circle !== undefined) parent?.leadsTo.add(circle);
        } else if (parent) parent.low = Math.min(parent.low, frame.low);
        continue;
      }
      frame.reached ??= neighbours(this.#graph, frame.node, move.predicate, move.inverse);
      const node = frame.reached[frame.neighbour++];
      if (node === undefined) {
        frame.move++;
        frame.reached = undefined;
        frame.neighbour = 0;
        continue;
      }
      const key = pairKey(move.state, node);
      const other = openByKey.get(key);
      if (other) frame.low = Math.min(frame.low, other.order);
      else if (!this.#circles.has(key)) enter(node, move.state);
      else {
        const circle = this.#circles.get(key);
        if (circle && circle !== nothing) frame.leadsTo.add(circle);
      }
    }
  }

  /**
   * Closes the cycle that ends with a pair.
   *
   * @returns undefined when neither the cycle nor anything that it leads to has values.
   */
  #close(last: Frame, open: Frame[], openByKey: Map<number, Frame>): Circle | undefined {
    const own = new Set<TermId>();
    const leadsTo = new Set<Circle>();
    const members: Frame[] = [];
    for (;;) {
      const frame = open.pop()!;
      openByKey.delete(frame.key);
      members.push(frame);
      if (frame.accepts) own.add(frame.node);
      for (const circle of frame.leadsTo) leadsTo.add(circle);
      if (frame === last) break;
    }
    const circle = this.#circleOf([...own], [...leadsTo]);
    for (const { key } of members) this.#circles.set(key, circle);
    return circle === nothing ? undefined : circle;
  }

  #circleOf(own: readonly TermId[], leadsTo: readonly Circle[]): Circle {
    if (own.length === 0 && leadsTo.length <= 1) return leadsTo[0] ?? nothing;
    const few = union(own, leadsTo, this.#few);
    if (few) return { own: few, leadsTo: [], count: few.length };
    return { own, leadsTo, count: this.#count(own, leadsTo) };
  }

  #count(own: readonly TermId[], leadsTo: readonly Circle[]): number {
    const enough = this.#most + 1;
    if (own.length >= enough || leadsTo.some(({ count }) => count >= enough)) return enough;
    const [first] = leadsTo;
    const isApart = this.#states.filter(({ accepts }) => accepts).length === 1;
    if (leadsTo.length === 1 && isApart) return Math.min(own.length + first!.count, enough);
    return union(own, leadsTo, this.#most)?.length ?? enough;
  }
}

/** A strongly connected component: pairs of node and state that all lead to each other, or a single pair. */
interface Circle {
  /** The values in this cycle, or all reachable values when they are few. */
  readonly own: readonly TermId[];
  /** The cycles that this one leads to and that have values. */
  readonly leadsTo: readonly Circle[];
  /** The number of reachable values, counted up to a limit. */
  readonly count: number;
}

interface Frame {
  readonly key: number;
  readonly node: TermId;
  readonly accepts: boolean;
  readonly moves: PathAutomaton['states'][number]['moves'];
  move: number;
  /** What the current move leads to. */
  reached: readonly TermId[] | undefined;
  neighbour: number;
  readonly order: number;
  low: number;
  readonly leadsTo: Set<Circle>;
}

const nothing: Circle = { own: [], leadsTo: [], count: 0 };

/** The values of a cycle and of everything that it leads to; undefined when there are more than `most`. */
function union(
  own: readonly TermId[],
  leadsTo: readonly Circle[],
  most: number,
): readonly TermId[] | undefined {
  const values = new Set(own);
  const seen = new Set<Circle>(leadsTo);
  const open = [...leadsTo];
  for (let circle = open.pop(); circle !== undefined && values.size <= most; circle = open.pop()) {
    for (const value of circle.own) values.add(value);
    for (const further of circle.leadsTo) {
      if (seen.has(further)) continue;
      seen.add(further);
      open.push(further);
    }
  }
  return values.size > most ? undefined : [...values];
}

/** A predicate in a path, and how the path leads through it. */
export interface PathLink {
  readonly predicate: TermId;
  /** True when the path goes from the object of a triple to its subject. */
  readonly isInverse: boolean;
  /** What is walked from the path's start to this link, and from there to its end. */
  readonly before: readonly Path[];
  readonly after: readonly Path[];
}

/** The predicates in a path, each with the paths to it. */
export function linksOf(path: Path): readonly PathLink[] {
  switch (path.kind) {
    case 'predicate':
      return [{ predicate: path.predicate, isInverse: false, before: [], after: [] }];
    case 'inverse':
      return linksOf(path.path).map(({ predicate, isInverse, before, after }) => ({
        predicate,
        isInverse: !isInverse,
        before: after.map(invert).reverse(),
        after: before.map(invert).reverse(),
      }));
    case 'sequence':
      return path.paths.flatMap((part, i) =>
        linksOf(part).map((link) => ({
          ...link,
          before: [...path.paths.slice(0, i), ...link.before],
          after: [...link.after, ...path.paths.slice(i + 1)],
        })),
      );
    case 'alternative':
      return path.paths.flatMap(linksOf);
    case 'zeroOrOne':
      return linksOf(path.path);
    case 'zeroOrMore':
    case 'oneOrMore': {
      const more: Path = { kind: 'zeroOrMore', path: path.path };
      return linksOf(path.path).map((link) => ({
        ...link,
        before: [more, ...link.before],
        after: [...link.after, more],
      }));
    }
  }
}

/** Some paths, one after the other; undefined for none. */
export function joinedPath(paths: readonly Path[]): Path | undefined {
  return paths.length > 1 ? { kind: 'sequence', paths } : paths[0];
}

/** The reverse of some consecutive paths; undefined for none. */
export function wayBack(paths: readonly Path[]): Path | undefined {
  return joinedPath(paths.map(invert).reverse());
}
