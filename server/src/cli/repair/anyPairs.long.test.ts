import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryCase } from '../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { runs } from '../../testing/runs.ts';
import { sharedData } from '../../testing/shared.ts';

/** Small files that people wrote, as data and as shapes for one another. */
function publishedFiles(): readonly string[] {
  const folders = ['cube-link', 'w3c-shacl-tests/tests/core/property', 'w3c-shacl-tests/tests/core/node'];
  return folders.flatMap((folder) => {
    const found = sharedData(folder);
    if (found === undefined) return [];
    const names = readdirSync(found).filter((name) => name.endsWith('.ttl'));
    return names.map((name) => readFileSync(`${found}/${name}`, 'utf8')).filter((text) => text.length < 8000);
  });
}

test('repair ends with what it promises, whatever shapes meet whatever data', async () => {
  const published = publishedFiles();
  const text = (statements: readonly string[]) => `${suppliedPrefixes}${statements.join('\n')}`;
  const anyText = (made: fc.Arbitrary<string>) =>
    published.length === 0 ? made : fc.oneof(made, fc.constantFrom(...published));
  const data = anyText(arbitraryCase().map((each) => text(each.data)));
  const shapes = anyText(arbitraryCase().map((each) => text(each.shapes)));
  const ended = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(data, shapes, async (first, second) => {
      const texts = { '/data.ttl': first, '/shapes.ttl': second };
      const { code, err } = await runInMemory('repair data.ttl --shapes shapes.ttl', { files: '', texts });
      expect(err).not.toContain('internal error');
      expect([0, 1, 2, 3]).toContain(code);
      ended.set(code, (ended.get(code) ?? 0) + 1);
    }),
    { numRuns: runs(Number(process.env.PAIRS ?? 300)) },
  );
  // Most pairs have something to judge.
  expect(ended.get(1) ?? 0).toBeGreaterThan(0);
  if (process.env.PAIRS) console.log('ended with', Object.fromEntries(ended));
}, 600_000);
