import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryCase } from '../../testing/arbitraryShapes.ts';
import { runs } from '../../testing/runs.ts';
import { Tally } from './differential/tally.testing.ts';

/** What is compared, and the table of what is known, is in testing/differential. Many more pairs run in the long test. */
test('differs from rdf-validate-shacl only for known reasons', () => {
  const tally = new Tally();
  fc.assert(
    fc.property(arbitraryCase(), (shapesCase) => {
      expect(tally.add(shapesCase)).toEqual([]);
    }),
    { numRuns: runs(300), seed: 3 },
  );
});
