import { expect, test } from 'vitest';
import { checkRepairLaws } from '../testing/checkRepairLaws.ts';
import { runs, triesAll } from '../testing/runs.ts';

test('what is offered over random shapes of all kinds holds in two engines, and in the texts', async () => {
  const seen = await checkRepairLaws(runs(40));
  if (!triesAll) return;
  expect(seen.repaired).toBeGreaterThan(0);
  expect(seen.components.size).toBeGreaterThan(2);
});
