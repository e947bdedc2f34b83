/** How often completion has what was meant at the top, on files that it is tuned on. */
import { describe, expect, test } from 'vitest';
import { analysedFolder } from '../../../testing/analysedFolder.ts';
import { qualityTable, ranksIn, shareAmongFirst } from './completionQuality.testing.ts';

describe.each([
  { name: 'demo', folder: 'demo', data: ['catalogue.ttl', 'units.ttl'] },
  {
    name: 'HVAC',
    folder: 'hvac',
    data: ['multi-zone-ahu.ttl', 'fan-powered-box.ttl', 'hot-water-plant.ttl'],
  },
  { name: 'university', folder: 'university', data: ['university.ttl'] },
  { name: 'library', folder: 'heldout', data: ['library.ttl'] },
])('$name', ({ name, folder, data }) => {
  test('what was taken away comes first in 60 %, among the first five in 85 %', async () => {
    const ranks = ranksIn(await Promise.all(data.map((path) => analysedFolder(folder, path))));
    console.info(qualityTable(name, ranks));
    expect(shareAmongFirst(ranks, 1)).toBeGreaterThanOrEqual(0.6);
    expect(shareAmongFirst(ranks, 5)).toBeGreaterThanOrEqual(0.85);
  });
});
