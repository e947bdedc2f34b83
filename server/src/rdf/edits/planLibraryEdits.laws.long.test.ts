/** As `planLibraryEdits.laws.test.ts`, with the 5,000 inputs that docs/status.md tells of. */
import { expect, test } from 'vitest';
import { checkLibraryEdits } from './libraryEdits.testing.ts';

test.each(['JSON-LD', 'RDF/XML'] as const)(
  '%s',
  async (format) => {
    const refused = await checkLibraryEdits(format, 5000);
    console.log(`${format}: ${(100 * refused).toFixed(2)} % of the changes are refused`);
    expect(refused).toBeLessThan(0.1);
  },
  600_000,
);
