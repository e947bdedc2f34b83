import type { Rule } from './rule.ts';

/**
 * When rules fire. Layers run one after the other; in each, the rules that run once come first, and then iterations
 * follow until one infers nothing new. In an iteration, rules of the same order see the same triples: they fire in one
 * step. With RDFS, all of this is a round, and rounds follow until one infers nothing new.
 *
 * A step has a number. The same step of another run has the same number, and later steps have higher ones.
 */
export class RuleSchedule {
  /** In the order in which they run. */
  readonly layers: readonly Layer[];
  readonly #mostIterations: number;
  /** The largest number of steps in an iteration. */
  readonly #width: number;

  /** @param mostIterations of the rules of a layer that run repeatedly. */
  constructor(rules: readonly Rule[], mostIterations: number) {
    this.#mostIterations = mostIterations;
    this.layers = [...new Set(rules.map(({ layer }) => layer))].map((number) => {
      const layer = rules.filter((rule) => rule.layer === number);
      return {
        once: byOrder(layer.filter(({ runsOnce }) => runsOnce)),
        repeated: byOrder(layer.filter(({ runsOnce }) => !runsOnce)),
      };
    });
    this.#width = Math.max(1, ...this.layers.flatMap(({ once, repeated }) => [once.length, repeated.length]));
  }

  /** The round of a step, counted from 0. */
  roundOf(step: number): number {
    return Math.floor(step / this.#stepsOfRound);
  }

  /** The first step of a round. */
  startOf(round: number): number {
    return round * this.#stepsOfRound;
  }

  /** Runs the rules to the end, or until a step says that the run is over. */
  run(steps: RuleSteps): 'finished' | 'stopped' | 'tooManyIterations' {
    for (let round = 0; ; round++) {
      steps.startRound(round);
      const outcome = this.#runRound(round, steps);
      if (outcome !== 'finished') return outcome;
      const [start, end] = [this.startOf(round), this.startOf(round + 1)];
      if (!steps.endRound(round) || !steps.goesOn(start, end, Number.POSITIVE_INFINITY)) return 'finished';
    }
  }

  #runRound(round: number, steps: RuleSteps): ReturnType<RuleSchedule['run']> {
    for (const [i, { once, repeated }] of this.layers.entries()) {
      const start = this.startOf(round) + i * this.#stepsOfLayer;
      if (!runIteration(once, start, steps)) return 'stopped';
      for (let iteration = 1; ; iteration++) {
        if (iteration > this.#mostIterations) return 'tooManyIterations';
        const from = start + iteration * this.#width;
        if (!runIteration(repeated, from, steps)) return 'stopped';
        if (!steps.goesOn(from, from + this.#width, start + this.#stepsOfLayer)) break;
      }
    }
    return 'finished';
  }

  get #stepsOfLayer(): number {
    return (this.#mostIterations + 1) * this.#width;
  }

  get #stepsOfRound(): number {
    return this.layers.length * this.#stepsOfLayer;
  }
}

/** What is done in the steps of a run. */
export interface RuleSteps {
  startRound(round: number): void;
  /** Fires rules that see the same triples. False when the run is over. */
  fire(rules: readonly Rule[], step: number): boolean;
  /**
   * Whether another iteration or round has to follow the one of the steps from `start` to before `end`.
   *
   * @param until the step that comes after all such iterations or rounds.
   */
  goesOn(start: number, end: number, until: number): boolean;
  /** False when there are no other rounds. */
  endRound(round: number): boolean;
}

/** Rules whose steps follow one another, until an iteration of those that run repeatedly infers nothing new. */
export interface Layer {
  /** Those that run once, in groups of the same order. */
  readonly once: readonly (readonly Rule[])[];
  readonly repeated: readonly (readonly Rule[])[];
}

function runIteration(groups: readonly (readonly Rule[])[], start: number, steps: RuleSteps): boolean {
  return groups.every((rules, i) => steps.fire(rules, start + i));
}

function byOrder(rules: readonly Rule[]): readonly (readonly Rule[])[] {
  const orders = new Set(rules.map(({ order }) => order));
  return [...orders].map((order) => rules.filter((rule) => rule.order === order));
}
