import { expect, test } from 'vitest';
import { checkSecondReading, readAgain } from './secondReading.testing.ts';

test('a second reading of SHACL 1.2 agrees on 10,000 random units', async () => {
  const compared = await checkSecondReading(10_000);
  console.log([...compared].map(([kind, results]) => `${kind} ${results}`).join(', '));
  expect([...compared.keys()].toSorted()).toEqual(readAgain);
}, 6e7);
