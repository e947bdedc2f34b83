/**
 * How often completion has what was meant at the top, on files that it was never tuned on: chosen before the tuning, looked at
 * for their figures only.
 */
import { describe, expect, test } from 'vitest';
import { analysedWith } from '../../../testing/analysedFolder.ts';
import { describeShared, sharedData } from '../../../testing/shared.ts';
import { qualityTable, ranksIn, shareAmongFirst } from './completionQuality.testing.ts';

/** Each place costs what a keystroke does. */
const mostPlaces = 500;

describe.each([
  { path: 'brick-buildingmotif/smallOffice_brick.ttl', linked: 'brick-buildingmotif/Brick.ttl' },
  { path: '223p/models/pnnl-bdg1-2.ttl', linked: '223p/223p.ttl' },
  { path: '223p/models/guideline36-2021-A-2.ttl', linked: '223p/223p.ttl' },
  {
    path: 'qudt-v2.1.43-merged/qudt-10013.ttl',
    linked: 'qudt-v2.1.43-merged/SCHEMA_QUDT_NoOWL-v2.1.ttl',
  },
])('held out', ({ path, linked }) => {
  describeShared(path, path, (found) => {
    test('what was taken away comes first in 60 %, among the first five in 80 %', async () => {
      const ranks = ranksIn([await analysedWith(found, [sharedData(linked)!])], mostPlaces);
      console.info(qualityTable(path, ranks));
      expect(shareAmongFirst(ranks, 1)).toBeGreaterThanOrEqual(0.6);
      expect(shareAmongFirst(ranks, 5)).toBeGreaterThanOrEqual(0.8);
    });
  });
});
