import { expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { seedsWith } from '../../testing/seed.ts';
import { checkReferenceChanges } from './checkReferenceChanges.testing.ts';

test.each(seedsWith(1))(
  'the focus nodes that a change can affect tell the same as validating both graphs in full (seed %i)',
  async (seed) => {
    const { checked, telling } = await checkReferenceChanges({ numRuns: runs(60), seed });
    console.log(`${checked} changes checked, ${telling} of them brought results`);
    expect(telling / checked).toBeGreaterThan(0.1);
  },
  600_000,
);
