import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryCase } from '../../testing/arbitraryShapes.ts';
import { someOf, triesAll } from '../../testing/runs.ts';
import { seedsWith } from '../../testing/seed.ts';
import { sidesWithUs } from './differential/arbiter.testing.ts';
import { Tally } from './differential/tally.testing.ts';

const perBatch = 1000;
const seeds = someOf(seedsWith(11, 12, 13, 14, 15, 16, 17, 18, 19, 20));

describe('over thousands of pairs of shapes and data', () => {
  const tally = new Tally();

  test.each(seeds)(
    'differs from rdf-validate-shacl only for known reasons (seed %i)',
    (seed) => {
      fc.assert(
        fc.property(arbitraryCase(), (shapesCase) => {
          expect(tally.add(shapesCase)).toEqual([]);
        }),
        { numRuns: perBatch, seed },
      );
    },
    600_000,
  );

  test.runIf(triesAll)(
    'has met every known difference, and every component both held and violated',
    async () => {
      console.log(tally.report(await thirdOpinions(tally)));
      expect({ unseen: tally.unseen, notExercised: tally.notExercised }).toEqual({
        unseen: [],
        notExercised: [],
      });
    },
  );
});

/** With how many of the disputed results shacl-engine sides with us, and at how many it stops. */
async function thirdOpinions({ disputes }: Tally): Promise<ReadonlyMap<string, string>> {
  const opinions = new Map<string, string>();
  for (const [id, some] of disputes) {
    const answers: (boolean | undefined)[] = [];
    for (const dispute of some) answers.push(await sidesWithUs(dispute));
    const count = (answer: boolean | undefined) => answers.filter((other) => other === answer).length;
    const stopped = count(undefined) > 0 ? `, stops at ${count(undefined)}` : '';
    if (answers.length > 0) opinions.set(id, `${count(true)} of ${answers.length}${stopped}`);
  }
  return opinions;
}
