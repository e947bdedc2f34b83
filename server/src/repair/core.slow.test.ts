import { expect, test } from 'vitest';
import { checkRepairLaws } from '../testing/checkRepairLaws.ts';
import { candidatesByComponent } from './candidates/index.ts';

test('what is offered over very many random shapes holds in two engines, and in the texts', async () => {
  const seen = await checkRepairLaws(600);
  expect(seen.repaired).toBeGreaterThan(0.4 * seen.results);
  expect(seen.confirmed).toBeGreaterThan(40);
  expect(seen.components.size).toBeGreaterThan(candidatesByComponent.size - 3);
}, 600_000);
