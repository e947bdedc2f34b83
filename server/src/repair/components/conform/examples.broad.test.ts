import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { suggestionsFor } from '../../../testing/checkRepair.ts';
import { exampleFiles } from '../../repairCatalogue.testing.ts';

const folder = fileURLToPath(new URL('../../../../../test-fixtures/repairs/', import.meta.url));
const files = readdirSync(folder);

test.each(files)('%s shows one result, and a repair of it that a person would make', async (file) => {
  expect(exampleFiles).toContain(file);
  const [first] = (await suggestionsFor(readFileSync(folder + file, 'utf8'))).repairs;
  expect(first?.verdict.degenerate).toBe(false);
});
