import { IndexedGraph } from '../../rdf/graph.ts';
import { OrderedTripleSet } from '../../rdf/orderedTripleSet.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import type { Rule } from './rule.ts';

/** When, by which rule and for which focus node a triple was inferred first. */
export interface InferenceOrigin {
  readonly rule: Rule;
  /** Undefined for rules without a focus node. */
  readonly focusNode: TermId | undefined;
  /** The step in which the rule fired (RuleSchedule). It saw what had been inferred in earlier steps. */
  readonly step: number;
}

/** What a run infers, step by step. Grows as long as the run lasts. */
export class InferenceLog {
  readonly triples = new OrderedTripleSet();
  /** The rule and the focus node of each triple, in the order of the triples. */
  readonly #rules: Rule[] = [];
  readonly #focusNodes: (TermId | undefined)[] = [];
  /** The steps in which something was inferred, in ascending order. */
  readonly #steps: number[] = [];
  /** For each of the steps, how many triples had been inferred before. */
  readonly #starts: number[] = [];
  readonly #indexes = new Map<number, IndexedGraph>();

  /** True when the triple had not been inferred before. The steps come in ascending order. */
  add({ subject, predicate, object }: Triple, { rule, focusNode, step }: InferenceOrigin): boolean {
    const before = this.triples.size;
    if (!this.triples.add(subject, predicate, object)) return false;
    this.#rules.push(rule);
    this.#focusNodes.push(focusNode);
    if (this.#steps.at(-1) !== step) {
      this.#steps.push(step);
      this.#starts.push(before);
    }
    return true;
  }

  /** The origin of a triple by its number. */
  origin(number: number): InferenceOrigin {
    const step = this.#steps[lastAtMost(this.#starts, number)]!;
    return { rule: this.#rules[number]!, focusNode: this.#focusNodes[number], step };
  }

  /** How many triples were inferred before a step. */
  countBefore(step: number): number {
    return this.#starts[lastAtMost(this.#steps, step - 1) + 1] ?? this.triples.size;
  }

  /** The first triples that were inferred; the same graph for the same number. */
  first(count: number): IndexedGraph {
    let index = this.#indexes.get(count);
    if (index === undefined) {
      index = new IndexedGraph(this.triples.toArray().subarray(0, 3 * count));
      this.#indexes.set(count, index);
    }
    return index;
  }
}

/** The position of the last number that is not larger than the limit; -1 when there is none. Numbers ascend. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
