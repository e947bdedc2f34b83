import { expect, test } from 'vitest';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import { documentOf } from '../equalsLocal.testing.ts';
import { type Store, StoreError } from '../store.ts';
import { judgeStore, type WholeStoreOptions } from '../wholeStore.ts';

const shapes = documentOf('shapes', [
  'ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:nodeKind sh:IRI ; sh:minCount 1 ] .',
]);
/** One of 50 nodes has a literal. */
const stored = Array.from(
  { length: 300 },
  (_, i) => `<x:n${i}> a <${ns('C')}> ; <${ns('p')}> ${i % 50 === 7 ? '"text"' : '<x:v>'} .`,
).join('\n');
const failing = 6;
const onlySuspectsLookedAt = { results: failing, focusNodes: 300, looked: failing, gaps: [] };

function ns(name: string): string {
  return `http://example.org/ns#${name}`;
}

/** A store that reads some queries in another way. */
function misled(rewrite: (query: string) => string): {
  readonly store: Store;
  readonly queries: readonly string[];
} {
  const inner = new StoreInMemory(stored);
  const store: Store = { url: inner.url, select: (query, signal) => inner.select(rewrite(query), signal) };
  return { store, queries: inner.queries };
}

async function judged(
  { store }: { readonly store: Store },
  more: Partial<
    Pick<WholeStoreOptions, 'sampleSize' | 'after' | 'judgesAll' | 'clock' | 'nodesPerPage'>
  > = {},
) {
  const options = {
    inputWith: async ({ graph }: TurtleDocument) => ({
      dataGraph: graph,
      classGraph: graph,
      reportedGraph: graph,
      shapes: readShapes(shapes.graph),
    }),
    looksUpClasses: true,
    shard: { index: 1, of: 1 },
    after: undefined,
    forget() {},
    ...more,
  };
  const all = { results: 0, focusNodes: 0, looked: 0, gaps: [] as string[] };
  for await (const batch of judgeStore(store, options, new AbortController().signal)) {
    all.results += batch.violations.length;
    all.focusNodes += batch.focusNodes;
    all.looked += batch.judged.size;
    all.gaps.push(...batch.gaps);
  }
  return all;
}

/** Finds no literal where it is asked for one in a condition. */
function missesLiterals(query: string): string {
  return query.replaceAll('COALESCE(!isIRI(', 'COALESCE(false && !isIRI(');
}

test('only nodes that fulfil a condition are looked at, and all are counted', async () => {
  expect(await judged(misled((query) => query))).toEqual(onlySuspectsLookedAt);
});

test('a store that passes a node with a result is not trusted with any', async () => {
  expect(await judged(misled(missesLiterals))).toEqual({
    results: failing,
    focusNodes: 300,
    looked: 300,
    gaps: [],
  });
});

test('what it passed before an interruption is undecided then', async () => {
  const { gaps } = await judged(misled(missesLiterals), { after: `listed ${'0'.repeat(32)}` });
  expect(gaps).toEqual([
    expect.stringMatching(
      /^By conditions in SPARQL, it finds nothing wrong with <x:n\d+>, which has results/,
    ),
  ]);
});

test.each([
  [
    'counts of which one side is wrong',
    (query: string) => query.replaceAll('VALUES ?side { 1 }', 'VALUES ?side { 2 }'),
  ],
  ['errors', (query: string) => query.replaceAll('COALESCE(!isIRI(', 'ERROR(')],
  [
    'nodes that it does not list',
    (query: string) =>
      query.replace(/SELECT DISTINCT \?f \?k WHERE \{/g, '$& { VALUES (?f ?k) { (<x:else> 0) } } UNION '),
  ],
])('after %s, all nodes are looked at', async (_, rewrite) => {
  expect(await judged(misled(rewrite), { sampleSize: 0 })).toEqual({
    results: failing,
    focusNodes: 300,
    looked: 300,
    gaps: [],
  });
});

/** Whether a query asks which nodes fulfil a condition, and not how many. */
function asksForSuspects(query: string): boolean {
  return query.includes('COALESCE') && !query.includes('?side');
}

/** The ranges of hashes that the store was asked about, by their first digits, in their order. */
function askedRanges(queries: readonly string[]): readonly string[] {
  const texts = queries.filter(asksForSuspects).map((query) => {
    const bound = (relation: string) => query.match(`${relation} "([0-9a-f]{2})`)?.[1] ?? '';
    return `${bound('>=')}-${bound('<')}`;
  });
  return [...new Set(texts)];
}

test('a store is asked about more and more pages at once', async () => {
  const { store, queries } = misled((query) => query);
  expect(await judged({ store }, { nodesPerPage: 20 })).toEqual(onlySuspectsLookedAt);
  expect(askedRanges(queries)).toMatchInlineSnapshot(`
    [
      "-11",
      "11-33",
      "33-88",
      "88-",
    ]
  `);
});

test('a store that cannot tell about several pages at once is asked about as many as it can', async () => {
  const { store, queries } = misled((query) => query);
  const cutting: Store = {
    url: store.url,
    async select(query, signal) {
      const answer = await store.select(query, signal);
      const isCut = asksForSuspects(query) && JSON.parse(answer).results.bindings.length > 3;
      if (isCut) throw new StoreError('It was cut.', { isWorthSplitting: true });
      return answer;
    },
  };
  expect(await judged({ store: cutting }, { nodesPerPage: 20 })).toEqual(onlySuspectsLookedAt);
  expect(askedRanges(queries)).toMatchInlineSnapshot(`
    [
      "-11",
      "11-33",
      "33-88",
      "88-",
      "88-c4",
      "c4-",
      "c4-e2",
      "e2-",
    ]
  `);
});

test('all nodes are looked at on request, and the store is asked for no conditions', async () => {
  const { store, queries } = misled(missesLiterals);
  expect(await judged({ store }, { judgesAll: true })).toEqual({
    results: failing,
    focusNodes: 300,
    looked: 300,
    gaps: [],
  });
  expect(queries.filter((query) => query.includes('COALESCE'))).toEqual([]);
});

test('a store that takes longer for conditions than judging takes is not asked for more', async () => {
  const { store, queries } = misled((query) => query);
  let time = 0;
  const slow = (pause: (query: string) => number): Store => ({
    url: store.url,
    select(query, signal) {
      time += pause(query);
      return store.select(query, signal);
    },
  });
  const asked = async (pause: (query: string) => number) => {
    const before = queries.length;
    const found = await judged({ store: slow(pause) }, { clock: () => time, nodesPerPage: 100 });
    expect(found).toMatchObject({ results: failing, focusNodes: 300, gaps: [] });
    return queries.slice(before).filter((query) => query.includes('COALESCE')).length;
  };
  const isCondition = (query: string) => query.includes('COALESCE');
  const all = await asked(() => 0);
  expect(await asked((query) => (isCondition(query) ? 100_000 : 1_000))).toBeLessThan(all);
  expect(await asked((query) => (isCondition(query) ? 1_000 : 100_000))).toBe(all);
});
