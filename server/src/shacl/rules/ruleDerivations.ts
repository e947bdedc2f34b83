import { type Graph, hasTriple } from '../../rdf/graph.ts';
import type { Triple } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import type { EntailmentStep } from '../entailment/entailment.ts';
import type { InferenceOrigin } from './inferenceLog.ts';
import { isBefore } from './inferences.ts';
import { premisesOf } from './premises.ts';
import { graphBefore, type RuleRun } from './ruleRun.ts';
import { type RuleState, ruleState } from './ruleState.ts';

/**
 * Says why inferred triples hold. A rule is asked again about the state in which it fired, so nothing is recorded but
 * which rule inferred what, and no triple is explained by itself.
 */
export class RuleDerivations {
  readonly #run: RuleRun;
  /** By step. */
  readonly #states = new Map<number, RuleState>();
  readonly #premises = new Map<string, readonly Triple[]>();

  constructor(run: RuleRun) {
    this.#run = run;
  }

  /** The steps that lead from triples of the origin to a triple; undefined when it does not follow from these. */
  of(triple: Triple, origin: Pick<Graph, 'has'>): readonly EntailmentStep[] | undefined {
    if (hasTriple(origin, triple)) return undefined;
    const steps: EntailmentStep[] = [];
    if (!this.#derive(triple, origin, Number.POSITIVE_INFINITY, { steps, done: new Set() })) return undefined;
    // A premise from which it follows by RDFS may have been derived by way of the triple itself.
    const key = tripleKey(triple);
    return steps.slice(0, steps.findIndex(({ conclusion }) => tripleKey(conclusion) === key) + 1);
  }

  #derive(
    triple: Triple,
    origin: Pick<Graph, 'has'>,
    before: number,
    found: { readonly steps: EntailmentStep[]; readonly done: Set<string> },
  ): boolean {
    const key = tripleKey(triple);
    if (found.done.has(key) || hasTriple(origin, triple)) return true;
    const inferred = this.#run.inferences.origin(triple);
    if (inferred === undefined || inferred.step >= before) {
      return this.#deriveBySchema(triple, origin, before, found);
    }
    const { rule, focusNode, step } = inferred;
    const premises = this.#premisesOf(inferred, triple);
    if (!premises.every((premise) => this.#derive(premise, origin, step, found))) return false;
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
      has: (subject, predicate, object) =>
        origin.has(subject, predicate, object) ||
        isBefore(this.#run.inferences.origin({ subject, predicate, object }), before),
    };
    const steps = this.#run.schemas.at(-1)?.derivation(triple, known);
    if (steps === undefined || !this.#derive(steps[0]!.premise, origin, before, found)) return false;
    for (const step of steps) {
      if (found.done.has(tripleKey(step.conclusion))) continue;
      found.done.add(tripleKey(step.conclusion));
      found.steps.push(step);
    }
    return true;
  }

  #premisesOf(origin: InferenceOrigin, triple: Triple): readonly Triple[] {
    const key = tripleKey(triple);
    let premises = this.#premises.get(key);
    if (premises === undefined) {
      premises = premisesOf(origin, triple, this.#stateBefore(origin.step), this.#run.input.asserted);
      this.#premises.set(key, premises);
    }
    return premises;
  }

  #stateBefore(step: number): RuleState {
    let state = this.#states.get(step);
    if (state === undefined) {
      if (this.#states.size >= keptStates) this.#states.clear();
      state = ruleState(graphBefore(this.#run, step), this.#run.context);
      this.#states.set(step, state);
    }
    return state;
  }
}

/** A state has an index of what was inferred before, so only a few are kept. */
const keptStates = 4;
