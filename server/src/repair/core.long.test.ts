import { expect, test } from 'vitest';
import { allComponents } from '../shacl/components/index.ts';
import { checkRepairLawsUntil } from '../testing/checkRepairLaws.ts';

test('what is offered over very many random shapes holds in two engines, and in the texts', async () => {
  // Results of sh:property itself are those of the shapes inside; one more is left for what nothing repairs.
  const wanted = allComponents.filter(({ isDraft }) => !isDraft).length - 2;
  const seen = await checkRepairLawsUntil(wanted, { runs: 600, mostDraws: 10 });
  expect(seen.repaired).toBeGreaterThan(0.4 * seen.results);
  expect(seen.confirmed).toBeGreaterThan(40);
  expect(seen.components.size).toBeGreaterThanOrEqual(wanted);
}, 1_800_000);
