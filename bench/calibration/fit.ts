import type { Support } from '../../server/src/repair/repair.ts';
import { likelihoods } from '../../server/src/repair/scorecard/certainty.ts';
import { type Weights, weights } from '../../server/src/repair/scorecard/scorecard.ts';
import type { Choice } from './choices.ts';
import { rankedScores, supportOfBest } from './reliability.ts';

/** How little the prior at the weights of the program counts: its standard deviation. */
const spread = 3;
const [lowest, highest] = [-9, 6];
const precision = 0.01;
/**
 * That a text which names a node was written in its place, rather than added for no reason as in generated violations,
 * can't be seen from the data. What is strongly supported is therefore left at the score of the program.
 */
const fittedSupports: readonly Support[] = ['plausible', 'placeholder', 'removal', 'retargeting'];

/**
 * The scores of "none of them" with which the likelihoods of first repairs are most probable. The order of repairs is
 * left as it is. All data sets count alike, and in each of them all kinds of changes do, so that a data set with many
 * cases or violations that merely add a triple do not decide.
 */
export function fittedNone(choices: readonly Choice[]): Weights['none'] {
  const shares = sharesOf(choices);
  const fitted: Record<Support, number> = { ...weights.none };
  for (const support of fittedSupports) {
    const own = choices
      .filter((choice) => supportOfBest(choice) === support)
      .map((choice) => {
        const ranked = rankedScores(choice);
        return {
          scores: ranked.map(({ score }) => score),
          isMeant: ranked[0]!.option.isMeant,
          share: shares.get(choice)!,
        };
      });
    fitted[support] = highestPoint((none) => {
      const away = (none - weights.none[support]) / spread;
      return own.reduce(
        (sum, { scores, isMeant, share }) => {
          const likelihood = likelihoods(scores, none)[0]!;
          return sum + share * Math.log(Math.max(1e-9, isMeant ? likelihood : 1 - likelihood));
        },
        -(away ** 2) / 2,
      );
    });
  }
  return fitted;
}

/** How much each choice counts. On average it is 1. */
function sharesOf(choices: readonly Choice[]): ReadonlyMap<Choice, number> {
  const dataSets = groups(choices, ({ dataSet }) => dataSet);
  const shares = new Map<Choice, number>();
  for (const own of dataSets) {
    const kinds = groups(own, ({ kind }) => kind);
    for (const alike of kinds)
      for (const choice of alike)
        shares.set(choice, choices.length / (dataSets.length * kinds.length * alike.length));
  }
  return shares;
}

function groups(
  choices: readonly Choice[],
  nameOf: (choice: Choice) => string,
): readonly (readonly Choice[])[] {
  const names = [...new Set(choices.map(nameOf))];
  return names.map((name) => choices.filter((choice) => nameOf(choice) === name));
}

/** Where a function with one maximum has it, by ternary search. */
function highestPoint(height: (at: number) => number): number {
  let [from, to] = [lowest, highest] as readonly [number, number];
  while (to - from > precision) {
    const third = (to - from) / 3;
    if (height(from + third) < height(to - third)) from += third;
    else to -= third;
  }
  return (from + to) / 2;
}
