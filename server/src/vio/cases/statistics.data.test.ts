import { expect, test } from 'vitest';
import { describeShared } from '../../testing/shared.ts';
import { goldenLeaves } from './goldenChanges.testing.ts';
import { caseStatistics } from './statistics.ts';

describeShared('the running example', '../golden/paper-example.json', (file) => {
  test('all leaves have the figures that brute force gives', async () => {
    for (const leaf of await goldenLeaves(file)) {
      const { problem } = leaf;
      const statistics = await caseStatistics(problem, { ...leaf, collateral: 0 });
      expect({ id: leaf.id, ...statistics }).toEqual({
        id: leaf.id,
        alpha: leaf.alpha,
        focusNodes: leaf.alpha,
        sourceConstraints: 1,
        collateral: 0,
        inverseSize: leaf.inverseSize,
        operations: leaf.inverseSize,
        minRepairSize: leaf.minRepairSize,
        recoverable: leaf.minRepairsThatRestoreG > 0,
        degenerateRepairExists: leaf.degenerateMinRepairs > 0,
      });
    }
  });
});
