import type { Graph } from '../../rdf/graph.ts';
import { pairKey } from '../../rdf/pairKey.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Path } from '../model/path.ts';
import { automatonOf } from './pathAutomaton.ts';
import { neighbours } from './route.ts';

/**
 * The nodes that a path reaches from a growing set of start nodes. Each reached node is expanded only once, even when
 * many start nodes lead to it.
 */
export class PathReach {
  readonly #graph: Graph;
  readonly #states: ReturnType<typeof automatonOf>['states'];
  readonly #seen = new Set<number>();
  readonly #values = new Set<TermId>();

  constructor(graph: Graph, path: Path) {
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
