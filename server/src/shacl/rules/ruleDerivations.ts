import { type Graph, hasTriple } from '../../rdf/graph.ts';
import type { Triple } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import type { EntailmentStep } from '../entailment/entailment.ts';
import { premisesOf } from './premises.ts';
import type { RuleRun } from './ruleRun.ts';
import type { RuleState } from './ruleState.ts';

/**
 * Says why inferred triples hold. A rule is asked again about the state in which it fired, so nothing is recorded but
 * which rule inferred what, and no triple is explained by itself.
 */
export class RuleDerivations {
  readonly #run: RuleRun;
  readonly #asserted: Graph;
  #numbers: ReadonlyMap<string, number> | undefined;
  readonly #states = new Map<number, RuleState>();
  readonly #premises = new Map<number, readonly Triple[]>();

  constructor(run: RuleRun, asserted: Graph) {
    this.#run = run;
    this.#asserted = asserted;
  }

  /** The steps that lead from triples of the origin to a triple; undefined when it does not follow from these. */
  of(triple: Triple, origin: Pick<Graph, 'has'>): readonly EntailmentStep[] | undefined {
    if (hasTriple(origin, triple)) return undefined;
    const steps: EntailmentStep[] = [];
    return this.#derive(triple, origin, Number.POSITIVE_INFINITY, { steps, done: new Set() })
      ? steps
      : undefined;
  }

  #derive(
    triple: Triple,
    origin: Pick<Graph, 'has'>,
    before: number,
    found: { readonly steps: EntailmentStep[]; readonly done: Set<string> },
  ): boolean {
    const key = tripleKey(triple);
    if (found.done.has(key) || hasTriple(origin, triple)) return true;
    const number = this.#numberOf(triple);
    if (number === undefined || number >= before) return this.#deriveBySchema(triple, origin, before, found);
    const { rule, focusNode, inferredBefore } = this.#run.origin(number);
    const premises = this.#premisesOf(number, triple);
    if (!premises.every((premise) => this.#derive(premise, origin, inferredBefore, found))) return false;
    found.done.add(key);
    found.steps.push({ kind: 'rule', rule: rule.id, focusNode, premises, conclusion: triple });
    return true;
  }

  #deriveBySchema(
    triple: Triple,
    origin: Pick<Graph, 'has'>,
    before: number,
    found: { readonly steps: EntailmentStep[]; readonly done: Set<string> },
  ): boolean {
    const known: Pick<Graph, 'has'> = {
      has: (subject, predicate, object) => {
        if (origin.has(subject, predicate, object)) return true;
        const number = this.#numberOf({ subject, predicate, object });
        return number !== undefined && number < before;
      },
    };
    const steps = this.#run.schema?.derivation(triple, known);
    if (steps === undefined || !this.#derive(steps[0]!.premise, origin, before, found)) return false;
    for (const step of steps) {
      if (found.done.has(tripleKey(step.conclusion))) continue;
      found.done.add(tripleKey(step.conclusion));
      found.steps.push(step);
    }
    return true;
  }

  #premisesOf(number: number, triple: Triple): readonly Triple[] {
    let premises = this.#premises.get(number);
    if (premises === undefined) {
      const origin = this.#run.origin(number);
      premises = premisesOf(origin, triple, this.#stateAt(origin.inferredBefore), this.#asserted);
      this.#premises.set(number, premises);
    }
    return premises;
  }

  #stateAt(inferredBefore: number): RuleState {
    let state = this.#states.get(inferredBefore);
    if (state === undefined) {
      if (this.#states.size >= keptStates) this.#states.clear();
      // The run may have been on other stated triples, from which the same is inferred.
      state = this.#run.stateAt(inferredBefore, this.#run.schema ? undefined : this.#asserted);
      this.#states.set(inferredBefore, state);
    }
    return state;
  }

  #numberOf(triple: Triple): number | undefined {
    if (this.#numbers === undefined) {
      const numbers = new Map<string, number>();
      for (const inferred of this.#run.inferred) numbers.set(tripleKey(inferred), numbers.size);
      this.#numbers = numbers;
    }
    return this.#numbers.get(tripleKey(triple));
  }
}

/** A state has an index of what was inferred before, so only a few are kept. */
const keptStates = 4;
