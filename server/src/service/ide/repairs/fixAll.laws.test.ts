import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestRepair, certainRepair } from '../../../repair/search/repairChoice.ts';
import { violationKey } from '../../../shacl/model/violation.ts';
import { arbitraryCase } from '../../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../../testing/fixture.ts';
import { analyser, linked, repairEverything, type UnitTexts } from '../../../testing/repairEverything.ts';
import { runs, triesAll } from '../../../testing/runs.ts';
import { resultNames, surplus } from './resultNames.testing.ts';

/** Two data files, so that edits go into both; each statement with a comment. */
const units: fc.Arbitrary<UnitTexts> = arbitraryCase().map(({ data, context, shapes }) => {
  const half = Math.ceil(data.length / 2);
  const file = (name: string, statements: readonly string[]) =>
    [
      `file:///${name}.ttl`,
      suppliedPrefixes + statements.map((each, i) => `${each} # ${name} ${i}\n`).join(''),
    ] as const;
  return {
    data: ['file:///data.ttl', 'file:///more.ttl'],
    context: ['file:///context.ttl'],
    shapes: ['file:///shapes.ttl'],
    texts: new Map([
      file('data', data.slice(0, half)),
      file('more', data.slice(half)),
      file('context', context),
      file('shapes', shapes),
    ]),
  };
});

test('what is repaired at once is repaired, breaks nothing, keeps comments, and is all that there was to do', async () => {
  let repaired = 0;
  await fc.assert(
    fc.asyncProperty(
      units,
      fc.constantFrom(certainRepair, bestRepair({ acceptPlaceholders: true })),
      async (unit, choose) => {
        const analyse = analyser();
        const before = await analyse(linked(unit));
        const fixed = await repairEverything(unit, choose);
        repaired += fixed.repaired.length;

        const texts = new Map(unit.texts);
        for (const [uri, { text }] of fixed.texts) {
          expect(comments(text)).toEqual(comments(texts.get(uri)!));
          texts.set(uri, text);
        }
        // As a new start finds it.
        const after = await analyser()(linked({ ...unit, texts }));
        expect(surplus(resultNames(after), resultNames(before))).toEqual([]);
        expect(after.placed).toHaveLength(fixed.after.placed.length);
        const keys = new Set(fixed.after.result.violations.map(violationKey));
        for (const { placed } of fixed.repaired) expect(keys).not.toContain(placed.key);

        const again = await repairEverything({ ...unit, texts }, choose);
        expect(again.repaired).toEqual([]);
      },
    ),
    { numRuns: runs(Number(process.env.FIX_RUNS ?? 15)) },
  );
  if (triesAll) expect(repaired).toBeGreaterThan(3);
});

function comments(text: string): readonly string[] {
  return [...text.matchAll(/# (?:data|more) \d+/g)]
    .map(([comment]) => comment)
    .sort((a, b) => (a < b ? -1 : 1));
}
