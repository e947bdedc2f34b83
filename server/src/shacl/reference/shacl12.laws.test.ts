import { expect, test } from 'vitest';
import { runs, triesAll } from '../../testing/runs.ts';
import { checkSecondReading, readAgain } from './secondReading.testing.ts';

test('the components of SHACL 1.2 have the results that a second reading of the specification has', async () => {
  const compared = await checkSecondReading(runs(100));
  if (triesAll) expect([...compared.keys()].toSorted()).toEqual(readAgain);
});
