import { expect, test } from 'vitest';
import { checkSampleLaws } from '../../testing/checkSampleLaws.ts';

test('samples bring no result and change nothing that is there, or there is a reason', async () => {
  const { made } = await checkSampleLaws(12);
  expect(made).toBeGreaterThan(3);
});
