import { expect, test } from 'vitest';
import { describeShared } from '../../testing/shared.ts';
import { referenceCrossCheck } from './crossCheck.ts';
import { goldenLeaves } from './goldenChanges.testing.ts';

const { signal } = new AbortController();

describeShared('the running example', '../golden/paper-example.json', (file) => {
  test('rdf-validate-shacl agrees on every leaf, and notices each result that is lacking', async () => {
    const leaves = await goldenLeaves(file);
    const { baseline, notChecked, check } = await referenceCrossCheck(leaves[0]!.problem, signal);
    expect({ baseline, notChecked }).toEqual({ baseline: { kind: 'agrees' }, notChecked: [] });
    for (const { change, results } of leaves) {
      expect(await check(change, results, signal)).toEqual({ kind: 'agrees' });
      expect(await check(change, results.slice(1), signal)).toMatchObject({ kind: 'differs' });
    }
  });
});
