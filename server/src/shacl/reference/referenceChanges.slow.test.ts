import { test } from 'vitest';
import { checkReferenceChanges } from './checkReferenceChanges.testing.ts';

/** Many more run in the long test. */
test('the focus nodes that a change can affect tell the same as validating both graphs in full', () =>
  checkReferenceChanges({ numRuns: 3, seed: 8 }));
