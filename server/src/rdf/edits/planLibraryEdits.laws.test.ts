/** Edits of JSON-LD and RDF/XML state the changed graph, or there is a reason. */
import { expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { checkLibraryEdits } from './libraryEdits.testing.ts';

test.each(['JSON-LD', 'RDF/XML'] as const)('%s', async (format) => {
  expect(await checkLibraryEdits(format, runs(500))).toBeLessThan(0.1);
});
