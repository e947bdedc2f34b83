import { expect, test } from 'vitest';
import { repairCatalogue } from './repairCatalogue.testing.ts';

test('docs/repairs.md says what is offered today', async () => {
  await expect(await repairCatalogue()).toMatchFileSnapshot('../../../docs/repairs.md');
});
