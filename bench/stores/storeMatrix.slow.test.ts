import { expect, test } from 'vitest';
import { StoreInMemory } from '../../server/src/testing/storeInMemory.ts';
import type { Store } from '../../server/src/workspace/store/store.ts';
import { rowText, storeRow } from './storeMatrix.ts';

const never = new AbortController().signal;
const stored = Array.from(
  { length: 30 },
  (_, i) =>
    `<http://example.org/n${i}> a <http://example.org/C> ; <http://example.org/p> ${i % 5 === 0 ? '"text", "other"' : '<http://example.org/v>'} .`,
).join('\n');

/** The cells of a row without the numbers that take long to find. */
async function cellsOf(store: Store) {
  const { cells, defects } = await storeRow(store, never);
  return { ...Object.fromEntries(cells), defects };
}

test('the row of a store that answers everything rightly', async () => {
  expect(await cellsOf(new StoreInMemory(stored))).toMatchInlineSnapshot(`
    {
      "EXISTS": "yes",
      "MD5": "yes",
      "VALUES": "10000 or more",
      "characters": "100000 or more",
      "conditions": "327 of 327",
      "defects": [],
      "forms kept": "26 of 30",
      "judged both ways": "equal, 30 nodes, 18 results",
      "rows": "40000 or more",
      "store": "https://store.example/sparql",
      "triples": "66",
    }
  `);
});

test('an empty store has a row as well', async () => {
  const { cells, defects } = await storeRow(new StoreInMemory(''), never);
  expect(Object.fromEntries(cells)).toMatchObject({ triples: '0', 'judged both ways': 'no instances' });
  expect(rowText({ cells, defects })).toMatch(
    /^\| store \|.*\n\| --- \|.*\n\| https:\/\/store\.example\/sparql \| 0 \|/,
  );
});

test('what a store cuts, refuses and computes wrongly is named', async () => {
  const inner = new StoreInMemory(stored);
  const store: Store = {
    url: inner.url,
    async select(query, signal) {
      const text = await inner.select(query.replaceAll('!REGEX', '!COALESCE(true, false) && REGEX'), signal);
      const answer = JSON.parse(text);
      answer.results.bindings.splice(5000);
      return JSON.stringify(answer);
    },
  };
  const { defects, ...cells } = await cellsOf(store);
  expect(cells).toMatchObject({ VALUES: '2000', rows: '1000' });
  expect(defects).toContain('VALUES of 10000: it answers with other rows');
  expect(defects.some((each) => /^conditions: .* passes that of S\d+ \(sh:pattern\)/.test(each))).toBe(true);
});
