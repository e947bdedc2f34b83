import { pairKey } from '../rdf/termKeys.ts';
import type { TermId } from '../rdf/terms.ts';

/** The state of computing the fixpoint of one cycle of shapes. */
interface Round {
  readonly cycle: number;
  readonly visited: Map<number, Pair>;
  readonly refuted: Set<number>;
  /** The pairs to evaluate; the last one comes first. */
  readonly waiting: Pair[];
}

interface Pair {
  readonly node: TermId;
  readonly shape: TermId;
}

/** Thrown before following references would exhaust the call stack. The outermost call catches it. */
class TooDeep {
  readonly node: TermId;
  readonly shape: TermId;

  constructor(node: TermId, shape: TermId) {
    this.node = node;
    this.shape = shape;
  }
}

const maxDepth = 100;

/**
 * The depth in a cycle of shapes; the rest is for the shapes that these refer to: when one of them is too deep, the round
 * is lost.
 */
const maxDepthInRound = 80;

/**
 * From here on, verdicts are kept: where each node has many values, the number of paths to a node grows with the depth, and
 * a node at the end of many of them is only judged once.
 */
const branchedDepth = 3;

/**
 * Decides whether nodes conform to shapes when shapes refer to other shapes.
 *
 * Shapes that refer back to themselves get the greatest fixpoint: a node conforms unless something refutes it. The fixpoint
 * is computed in rounds. A round evaluates every pair of node and shape that it reaches once; a pair that it meets again
 * counts as conforming unless it was refuted. When a round refutes nothing new, all its verdicts are final. The next round
 * starts with the pairs that were reached last, because refutations propagate backwards. When one cycle refers to another,
 * the other one is settled first, so negation between cycles is exact.
 *
 * References are followed by recursion to a depth of 100, in a cycle of 80. Below that, a pair of the current cycle waits
 * for the end of the round. Any other pair is settled separately; then the evaluation that needs it starts again.
 */
export class Verdicts {
  readonly #evaluate: (node: TermId, shape: TermId) => boolean;
  readonly #cycleOf: (shape: TermId) => number | undefined;
  readonly #settled = new Map<number, boolean>();
  readonly #remembered = new Set<TermId>();
  #round: Round | undefined;
  #depth = 0;

  /**
   * @param evaluate judges a node by the constraints of a shape, and calls `conforms` of this object for references.
   */
  constructor(
    evaluate: (node: TermId, shape: TermId) => boolean,
    cycleOf: (shape: TermId) => number | undefined,
  ) {
    this.#evaluate = evaluate;
    this.#cycleOf = cycleOf;
  }

  /** Makes these shapes judge each node only once, because many nodes have the same values. */
  remember(shapes: readonly TermId[]): void {
    for (const shape of shapes) this.#remembered.add(shape);
  }

  isRemembered(shape: TermId): boolean {
    return this.#remembered.has(shape);
  }

  conforms(node: TermId, shape: TermId): boolean {
    if (this.#depth > 0) return this.#follow(node, shape);
    try {
      return this.#follow(node, shape);
    } catch (thrown) {
      return this.#inSteps(node, shape, this.#tooDeep(thrown));
    }
  }

  /** Settles each pair that is too deep separately, the deepest first, until the verdict can be computed. */
  #inSteps(node: TermId, shape: TermId, first: Pair): boolean {
    const waiting = [first];
    for (;;) {
      const next = waiting.at(-1);
      try {
        if (next === undefined) return this.#follow(node, shape);
        this.#settle(next.node, next.shape);
        waiting.pop();
      } catch (thrown) {
        waiting.push(this.#tooDeep(thrown));
      }
    }
  }

  #tooDeep(thrown: unknown): Pair {
    this.#depth = 0;
    if (thrown instanceof TooDeep) return thrown;
    throw thrown;
  }

  #follow(node: TermId, shape: TermId): boolean {
    const cycle = this.#cycleOf(shape);
    if (cycle !== undefined && cycle === this.#round?.cycle) return this.#inRound(this.#round, node, shape);
    const tooDeep = this.#depth >= (cycle === undefined ? maxDepth : maxDepth / 2);
    if (cycle !== undefined || this.#depth >= branchedDepth || this.#remembered.has(shape)) {
      const settled = this.#settled.get(pairKey(shape, node));
      if (settled !== undefined) return settled;
      if (tooDeep) throw new TooDeep(node, shape);
      return this.#settle(node, shape);
    }
    return this.#deeper(node, shape);
  }

  #deeper(node: TermId, shape: TermId): boolean {
    this.#depth++;
    const verdict = this.#evaluate(node, shape);
    this.#depth--;
    return verdict;
  }

  /** Computes a verdict that is final and can be reused. */
  #settle(node: TermId, shape: TermId): boolean {
    const cycle = this.#cycleOf(shape);
    if (cycle !== undefined) return this.#fixpoint(cycle, node, shape);
    const conforms = this.#deeper(node, shape);
    this.#settled.set(pairKey(shape, node), conforms);
    return conforms;
  }

  #fixpoint(cycle: number, node: TermId, shape: TermId): boolean {
    const outer = this.#round;
    const refuted = new Set<number>();
    let waiting: Pair[] = [{ node, shape }];
    try {
      for (;;) {
        const before = refuted.size;
        const round: Round = { cycle, visited: new Map(), refuted, waiting };
        this.#round = round;
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          this.#inRound(round, next.node, next.shape);
        }
        if (refuted.size === before) {
          for (const key of round.visited.keys()) {
            this.#settled.set(key, !refuted.has(key));
          }
          return !refuted.has(pairKey(shape, node));
        }
        waiting = [...round.visited.values()];
      }
    } finally {
      this.#round = outer;
    }
  }

  #inRound(round: Round, node: TermId, shape: TermId): boolean {
    const key = pairKey(shape, node);
    if (round.refuted.has(key)) {
      round.visited.set(key, { node, shape });
      return false;
    }
    if (round.visited.has(key)) return true;
    const settled = this.#settled.get(key);
    if (settled !== undefined) return settled;
    if (this.#depth >= maxDepthInRound) {
      round.waiting.push({ node, shape });
      return true;
    }
    round.visited.set(key, { node, shape });
    const conforms = this.#deeper(node, shape);
    if (!conforms) round.refuted.add(key);
    return conforms;
  }
}
