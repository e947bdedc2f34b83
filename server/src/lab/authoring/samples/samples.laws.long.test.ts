import { expect, test } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { checkSampleLaws } from './checkSampleLaws.testing.ts';

test('samples bring no result and change nothing that is there, or there is a reason', async () => {
  const { asked, made, confirmed } = await checkSampleLaws(runs(200));
  console.log(`${asked} asked, ${made} made, ${confirmed} confirmed by the reference engine`);
  expect(made).toBeGreaterThan(asked / 2);
  expect(confirmed).toBeGreaterThan(asked / 50);
});
