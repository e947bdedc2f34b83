import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryCase } from '../../../testing/arbitraryShapes.ts';
import { hostOf } from '../../../testing/check.ts';
import { parseFixture } from '../../../testing/fixture.ts';
import { runs } from '../../../testing/runs.ts';
import '../../../testing/seed.ts';
import { menuTitles, mostOfTitle } from './menuTitles.ts';

function expectReadable(titles: readonly string[]): void {
  const shown = menuTitles(titles);
  expect(shown).toHaveLength(titles.length);
  expect(shown.filter(({ length }) => length > mostOfTitle)).toEqual([]);
  expect(new Set(shown).size).toBe(shown.length);
  const isUnique = (title: string) => titles.indexOf(title) === titles.lastIndexOf(title);
  if (titles.every(({ length }) => length <= mostOfTitle))
    expect(shown.filter((_, i) => isUnique(titles[i]!))).toEqual(titles.filter(isUnique));
}

test('menus over random units are read in 60 characters, and no two entries alike', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryCase(), async ({ data, context, shapes }) => {
      const files = ['#- /data.ttl shapes:/shapes.ttl context:/context.ttl', ...data];
      const fixture = parseFixture(
        [...files, '#- /context.ttl', ...context, '#- /shapes.ttl', ...shapes].join('\n'),
      );
      const { uri, text } = fixture.files[0]!;
      const actions = await hostOf(fixture).codeActions(
        uri,
        { start: 0, end: text.length },
        new AbortController().signal,
      );
      expectReadable(actions.map(({ title }) => title));
    }),
    { numRuns: runs(60) },
  );
});

test('so are sentences of long names that differ anywhere', () => {
  const part = fc.constantFrom('Air', 'Zone', 'ZN_1', 'Flow', 'Unit', 'x', 'Temperature', '😀', '"a b"', '');
  const name = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => `ex:${parts.join('-')}`);
  const sentence = fc.oneof(
    fc.tuple(name, name, name).map(([a, b, c]) => `Add ${a} as ${b} of ${c}`),
    fc.tuple(name, name).map(([a, b]) => `No repair found that keeps ${a} in the target of ${b}: it is so`),
    fc.array(name, { minLength: 2, maxLength: 6 }).map((names) => `Choose: ${names.join(', ')}`),
    fc.string({ maxLength: 150 }),
  );
  fc.assert(fc.property(fc.array(sentence, { maxLength: 12 }), expectReadable), { numRuns: runs(400) });
});
