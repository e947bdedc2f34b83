import { expect, test } from 'vitest';
import { termToNTriples } from '../../../rdf/nTriples.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import { documentOf } from '../equalsLocal.testing.ts';
import { type Store, StoreError } from '../store.ts';
import { plantedViolations } from '../wholeStore.testing.ts';
import { judgeStore, type WholeStoreOptions } from '../wholeStore.ts';
import type { QuestionCost } from './askAtOnce.ts';

const shapesText =
  'ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:nodeKind sh:IRI ; sh:minCount 1 ] .';
const shapes = documentOf('shapes', [shapesText]);
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

const never = new AbortController().signal;

function options(more: Partial<WholeStoreOptions>, shapesDocument: TurtleDocument): WholeStoreOptions {
  return {
    inputWith: async ({ graph }: TurtleDocument) => ({
      dataGraph: graph,
      classGraph: graph,
      reportedGraph: graph,
      shapes: readShapes(shapesDocument.graph),
    }),
    looksUpClasses: true,
    shard: { index: 1, of: 1 },
    after: undefined,
    forget() {},
    ...more,
  };
}

async function judged(
  { store }: { readonly store: Store },
  more: Partial<
    Pick<
      WholeStoreOptions,
      'sampleSize' | 'after' | 'judgesAll' | 'clock' | 'nodesPerPage' | 'explain' | 'costs'
    >
  > = {},
  shapesDocument = shapes,
  violating = new Set<string>(),
  notes: string[] = [],
) {
  const all = { results: 0, focusNodes: 0, looked: 0, gaps: [] as string[] };
  for await (const batch of judgeStore(store, options(more, shapesDocument), never)) {
    all.results += batch.violations.length;
    all.focusNodes += batch.focusNodes;
    all.looked += batch.judged.size;
    all.gaps.push(...batch.gaps);
    notes.push(...(batch.notes ?? []));
    for (const { rootFocusNode } of batch.violations) violating.add(termToNTriples(rootFocusNode));
  }
  return all;
}

test.each([
  ['at once', (store: Store) => store],
  ['page by page', answeringByPages],
])('wrong answers to questions that are asked %s are said, with their condition', async (_, answering) => {
  const notes: string[] = [];
  const { store } = misled(missesLiterals);
  const found = await judged({ store: answering(store) }, { nodesPerPage: 150 }, shapes, new Set(), notes);
  expect(found).toMatchObject({ results: failing, looked: 300, gaps: [] });
  expect(notes).toEqual([
    expect.stringMatching(
      /^By its answers to the conditions of S \(p\), <x:n\d+> conforms, but it has a result of sh:nodeKind at p when it is judged here. So its answers count for nothing: all nodes are judged here, and no verdict rests on them.$/,
    ),
  ]);
});

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
      /^By its answers to the conditions of S \(p\), <x:n\d+> conforms, but it has a result of sh:nodeKind at p when it is judged here. So other nodes that passed before may have results.$/,
    ),
  ]);
});

test('a run that goes on behind wrong answers judges the other nodes, too, and leaves nothing open', async () => {
  const whole = await judged(misled(missesLiterals));
  const after = `listed ${'8'.padEnd(32, '0')} refuted`;
  const rest = await judged(misled(missesLiterals), { after });
  expect(rest.gaps).toEqual([]);
  expect(rest.looked).toBe(rest.focusNodes);
  expect(rest.looked).toBeLessThan(whole.looked);
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

/** A store that does not tell about all nodes at once. */
function answeringByPages(store: Store): Store {
  return {
    url: store.url,
    async select(query, signal) {
      if (asksForSuspects(query) && !/MD5\(STR\(\?f\)\) [<>]/.test(query)) throw new StoreError('Too long.');
      return store.select(query, signal);
    },
  };
}

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

test('a store is asked once about all nodes', async () => {
  const { store, queries } = misled((query) => query);
  const lines: string[] = [];
  const explain = (line: string) => lines.push(line);
  expect(await judged({ store }, { nodesPerPage: 20, explain })).toEqual(onlySuspectsLookedAt);
  expect(askedRanges(queries)).toEqual(['-']);
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "S (p): asked at once; 6 of 300 nodes may have results
    6 nodes of these fetched and judged
    300 of 300 nodes were judged here as well, with the same results"
  `);
});

/** Two questions, of which the second one finds more nodes than the first. */
const twoQuestions = documentOf('two', [
  shapesText,
  `ex:S sh:property [ sh:path ex:q ; sh:minCount 1 ; sh:in ( ${Array.from({ length: 40 }, (_, i) => `"other${i}-${'x'.repeat(30)}"`).join(' ')} ) ] .`,
]);

test('what a question finds is judged before the next one is asked', async () => {
  const { store, queries } = misled((query) => query);
  const shapesDocument = twoQuestions;
  const asked: number[] = [];
  const found: string[] = [];
  for await (const { violations, left } of judgeStore(store, options({}, shapesDocument), never)) {
    // Of those that are left, most will not be judged.
    expect(left).toBe(undefined);
    asked.push(new Set(queries.filter(asksForSuspects)).size);
    found.push(...violations.map(({ rootFocusNode }) => termToNTriples(rootFocusNode)));
  }
  expect(asked[0]).toBeLessThan(asked.at(-1)!);
  expect(new Set(found).size).toBe(300);
  expect(found).toHaveLength(300 + failing);
});

test('a run that goes on behind answers that have changed says so, and finds nothing out', async () => {
  const { store } = misled((query) => query);
  const places: string[] = [];
  for await (const { to } of judgeStore(store, options({}, twoQuestions), never)) places.push(to);
  const after = places.find((place) => place.startsWith('asked '))!;
  expect(await judged({ store }, { after }, twoQuestions)).toMatchObject({ gaps: [] });
  const changed = new StoreInMemory(stored.replace('"text"', '<x:v>'));
  const { gaps, focusNodes } = await judged({ store: changed }, { after }, twoQuestions);
  expect({ gaps, focusNodes }).toEqual({
    gaps: [expect.stringMatching(/^It answers differently than before the run was interrupted/)],
    focusNodes: 0,
  });
});

test('a store that does not tell about all nodes is asked about more and more pages', async () => {
  const { store, queries } = misled((query) => query);
  const refusing = answeringByPages(store);
  const lines: string[] = [];
  const explain = (line: string) => lines.push(line);
  expect(await judged({ store: refusing }, { nodesPerPage: 20, explain })).toEqual(onlySuspectsLookedAt);
  expect(askedRanges(queries)).toMatchInlineSnapshot(`
    [
      "-11",
      "11-33",
      "33-88",
      "88-",
    ]
  `);
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "S (p): asked page by page. Too long.
    300 of 300 nodes were judged here as well, with the same results"
  `);
});

test('a store that cannot tell about all nodes at once is asked in parts', async () => {
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
      "-",
      "-80",
      "80-",
      "80-c0",
      "c0-",
      "c0-e0",
      "e0-",
    ]
  `);
});

/** Judges a store with what the last run knows of its questions. The plan, the time of each query, and what is known then. */
async function judgedAgain(
  known: ReadonlyMap<string, QuestionCost>,
  answering: (
    query: string,
    answer: Promise<string>,
  ) => { readonly ms: number; readonly answer: Promise<string> },
) {
  const { store } = misled((query) => query);
  let time = 0;
  const timed: Store = {
    url: store.url,
    select(query, signal) {
      const { ms, answer } = answering(query, store.select(query, signal));
      time += ms;
      return answer;
    },
  };
  const added = new Map<string, QuestionCost>();
  const costs = {
    known,
    areOrdering: true,
    add: async (cost: QuestionCost) => void added.set(cost.question, cost),
  };
  const lines: string[] = [];
  const explain = (line: string) => void lines.push(line);
  const found = await judged({ store: timed }, { costs, clock: () => time, explain }, twoQuestions);
  expect(found).toMatchObject({ results: 300 + failing, focusNodes: 300, gaps: [] });
  return { plan: lines.filter((line) => line.includes('asked')), added };
}

test('what was cheap in the last run is asked first', async () => {
  const isFirst = (query: string) => query.includes('COALESCE(!isIRI(');
  const answering = (query: string, answer: Promise<string>) => ({ ms: isFirst(query) ? 500 : 1, answer });
  const first = await judgedAgain(new Map(), answering);
  const next = await judgedAgain(first.added, answering);
  expect([...first.plan, '', ...next.plan].join('\n')).toMatchInlineSnapshot(`
    "S (p): asked at once; 6 of 300 nodes may have results
    S (q): asked at once; 300 of 300 nodes may have results

    S (q): asked at once; 300 of 300 nodes may have results in 5 ms (last time 300 nodes in 5 ms)
    S (p): asked at once; 6 of 300 nodes may have results in 1000 ms (last time 6 nodes in 1000 ms)"
  `);
  expect([...next.added.values()].reverse()).toEqual([...first.added.values()]);
});

test('a question that had no answer in time in the last run is asked page by page at once', async () => {
  const isFirst = (query: string) => query.includes('COALESCE(!isIRI(');
  let asked = 0;
  const answering = (query: string, answer: Promise<string>) => {
    if (!isFirst(query) || /MD5\(STR\(\?f\)\) [<>]/.test(query)) return { ms: 1, answer };
    asked++;
    const error = new StoreError('Too long.', { isWorthSplitting: true, isTimeOut: true });
    return { ms: 60_000, answer: answer.then(() => Promise.reject(error)) };
  };
  const first = await judgedAgain(new Map(), answering);
  const before = asked;
  const next = await judgedAgain(first.added, answering);
  expect([...first.plan, '', ...next.plan].join('\n')).toMatchInlineSnapshot(`
    "S (p): asked page by page. Too long.

    S (p): asked page by page, as it had no answer last time after 60000 ms
    S (q): asked at once; 300 of 300 nodes may have results"
  `);
  expect(before).toBeGreaterThan(0);
});

test('a question whose answer was cut in the last run is asked in parts at once', async () => {
  let cut = 0;
  const answering = (query: string, answer: Promise<string>) => {
    const limited = answer.then((text) => {
      if (!asksForSuspects(query) || JSON.parse(text).results.bindings.length <= 100) return text;
      cut++;
      throw new StoreError('It was cut.', { isWorthSplitting: true });
    });
    return { ms: 1, answer: limited };
  };
  const first = await judgedAgain(new Map(), answering);
  const before = cut;
  const next = await judgedAgain(first.added, answering);
  expect(cut - before).toBeLessThan(before);
  expect([...first.plan, '', ...next.plan].join('\n')).toMatchInlineSnapshot(`
    "S (p): asked at once; 6 of 300 nodes may have results
    S (q): asked at once; 300 of 300 nodes may have results

    S (p): asked at once; 6 of 300 nodes may have results in 2 ms (last time 6 nodes in 2 ms)
    S (q): asked at once; 300 of 300 nodes may have results in 9 ms (last time 300 nodes in 14 ms)"
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
  const others = Array.from({ length: 20 }, (_, i) => `"other${i}-${'x'.repeat(30)}"`).join(' ');
  const more = `ex:S sh:property [ sh:path ex:q ; sh:in ( ${others} ) ] .`;
  const longer = documentOf('longer', [shapesText, more]);
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
    const found = await judged({ store: slow(pause) }, { clock: () => time }, longer);
    expect(found).toMatchObject({ results: failing, focusNodes: 300, gaps: [] });
    return queries.slice(before).filter((query) => query.includes('COALESCE')).length;
  };
  const isCondition = (query: string) => query.includes('COALESCE');
  const all = await asked(() => 0);
  expect(await asked((query) => (isCondition(query) ? 100_000 : 1_000))).toBeLessThan(all);
  expect(await asked((query) => (isCondition(query) ? 1_000 : 100_000))).toBe(all);
});

test('violations planted at every component are found, and no others', async () => {
  const { constraints, data, broken } = plantedViolations(12, 6);
  const store = new StoreInMemory(data);
  const more = { sampleSize: 0 };
  const found = new Set<string>();
  const { gaps, focusNodes, looked } = await judged({ store }, more, documentOf('all', constraints), found);
  expect(found).toEqual(broken);
  expect({ gaps, focusNodes, looked }).toMatchInlineSnapshot(`
    {
      "focusNodes": 456,
      "gaps": [],
      "looked": 312,
    }
  `);
});
