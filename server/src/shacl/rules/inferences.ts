import { memoized } from '../../base/memoized.ts';
import { type Graph, IndexedGraph } from '../../rdf/graph.ts';
import { OrderedTripleSet } from '../../rdf/orderedTripleSet.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
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

/** A triple that has another origin than in an earlier version; undefined when it is not inferred. */
export interface MovedTriple {
  readonly triple: Triple;
  readonly origin: InferenceOrigin | undefined;
}

type Moved = MovedTriple & { readonly logged: InferenceOrigin | undefined };

/**
 * What rules infer from one version of the data, each triple with its origin. Immutable. Versions share the log of an early
 * run and record the differences; when there are too many, they get their own log.
 */
export class Inferences {
  readonly #log: InferenceLog;
  readonly #moved: ReadonlyMap<string, Moved>;

  constructor(log: InferenceLog, moved: ReadonlyMap<string, Moved> = new Map()) {
    this.#log = log;
    this.#moved = moved;
  }

  get size(): number {
    let { size } = this.#log.triples;
    for (const { origin, logged } of this.#moved.values()) size += Number(!!origin) - Number(!!logged);
    return size;
  }

  /** Undefined for a triple that is not inferred. */
  origin(triple: Triple): InferenceOrigin | undefined {
    const moved = this.#moved.size === 0 ? undefined : this.#moved.get(tripleKey(triple));
    return moved === undefined ? this.#logged(triple) : moved.origin;
  }

  /** The triples that were inferred before a step. */
  before(step: number): Graph {
    const index = this.#log.first(this.#log.countBefore(step));
    const added: Triple[] = [];
    const removed: Triple[] = [];
    for (const { triple, origin, logged } of this.#moved.values()) {
      const isNow = isBefore(origin, step);
      if (isNow !== isBefore(logged, step)) (isNow ? added : removed).push(triple);
    }
    return added.length + removed.length === 0 ? index : new OverlayGraph(index, { added, removed });
  }

  /** The triples that were inferred from one step to before another. */
  *between(
    start: number,
    end: number,
  ): Iterable<{ readonly triple: Triple; readonly origin: InferenceOrigin }> {
    const until = this.#log.countBefore(end);
    for (let number = this.#log.countBefore(start); number < until; number++) {
      const triple = this.#log.triples.at(number);
      if (this.#moved.size > 0 && this.#moved.has(tripleKey(triple))) continue;
      yield { triple, origin: this.#log.origin(number) };
    }
    for (const { triple, origin } of this.#moved.values()) {
      if (origin && origin.step >= start && origin.step < end) yield { triple, origin };
    }
  }

  /** The triples that a rule inferred first in a step, for some of its focus nodes. */
  *inferredBy(rule: Rule, focusNodes: ReadonlySet<TermId> | 'all', step: number): Iterable<Triple> {
    const byFocusNode = numbersByFocusNode(this.#log)(step).get(rule);
    if (byFocusNode !== undefined) {
      const nodes = focusNodes === 'all' ? byFocusNode.keys() : focusNodes;
      for (const node of nodes) {
        for (const number of byFocusNode.get(node) ?? []) {
          const triple = this.#log.triples.at(number);
          if (this.#moved.size === 0 || !this.#moved.has(tripleKey(triple))) yield triple;
        }
      }
    }
    for (const { triple, origin } of this.#moved.values()) {
      if (origin?.step !== step || origin.rule !== rule) continue;
      if (focusNodes === 'all' || focusNodes.has(origin.focusNode!)) yield triple;
    }
  }

  all(): Iterable<{ readonly triple: Triple; readonly origin: InferenceOrigin }> {
    return this.between(0, Number.POSITIVE_INFINITY);
  }

  /** A version in which some triples have another origin. */
  with(changes: Iterable<MovedTriple>): Inferences {
    const moved = new Map(this.#moved);
    for (const { triple, origin } of changes) {
      const logged = this.#logged(triple);
      if (isSameOrigin(origin, logged)) moved.delete(tripleKey(triple));
      else moved.set(tripleKey(triple), { triple, origin, logged });
    }
    const next = new Inferences(this.#log, moved);
    return moved.size > mostMoved ? next.#withOwnLog() : next;
  }

  #withOwnLog(): Inferences {
    const log = new InferenceLog();
    const all = [...this.all()].sort((a, b) => a.origin.step - b.origin.step);
    for (const { triple, origin } of all) log.add(triple, origin);
    return new Inferences(log);
  }

  #logged(triple: Triple): InferenceOrigin | undefined {
    const number = this.#log.triples.numberOf(triple);
    return number === undefined ? undefined : this.#log.origin(number);
  }
}

/** By step, rule and focus node, the numbers of the triples in the log of a run that is over. */
const numbersByFocusNode = memoized((log: InferenceLog) => {
  const known = new Map<number, ReadonlyMap<Rule, ReadonlyMap<TermId | undefined, readonly number[]>>>();
  return (step: number) => {
    let numbers = known.get(step);
    if (numbers === undefined) {
      numbers = findNumbers(log, step);
      known.set(step, numbers);
    }
    return numbers;
  };
});

function findNumbers(
  log: InferenceLog,
  step: number,
): ReadonlyMap<Rule, ReadonlyMap<TermId | undefined, readonly number[]>> {
  const byRule = new Map<Rule, Map<TermId | undefined, number[]>>();
  const end = log.countBefore(step + 1);
  for (let number = log.countBefore(step); number < end; number++) {
    const { rule, focusNode } = log.origin(number);
    const byNode = byRule.get(rule) ?? new Map<TermId | undefined, number[]>();
    byRule.set(rule, byNode);
    const numbers = byNode.get(focusNode);
    if (numbers) numbers.push(number);
    else byNode.set(focusNode, [number]);
  }
  return byRule;
}

/** Every look-up in inferences examines all moved triples, so their number is kept small. */
const mostMoved = 400;

export function isBefore(origin: InferenceOrigin | undefined, step: number): boolean {
  return origin !== undefined && origin.step < step;
}

export function isSameOrigin(one: InferenceOrigin | undefined, other: InferenceOrigin | undefined): boolean {
  return one?.step === other?.step && one?.rule === other?.rule && one?.focusNode === other?.focusNode;
}
