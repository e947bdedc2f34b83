import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryHistory, edited } from '../../testing/arbitraryShapes.ts';
import { block, suppliedPrefixes } from '../../testing/fixture.ts';
import { queryShapes } from '../../testing/queryShapes.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { runs } from '../../testing/runs.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { isLoadable } from '../../workspace/store/equalsLocal.testing.ts';
import { type Store, StoreError } from '../../workspace/store/store.ts';

const command = 'validate --endpoint https://store.example/sparql --shapes shapes.ttl';

interface Json {
  readonly results: readonly { readonly key: string }[];
  readonly verdict: string;
  readonly focusNodes: number;
  readonly notChecked: readonly object[];
}

interface Run {
  readonly code: number;
  readonly err: string;
  /** What the folder has. */
  readonly kept: Readonly<Record<string, string>>;
  readonly found: Json;
}

async function since(kept: Run['kept'], files: string, store: Store, more = ''): Promise<Run> {
  const {
    code,
    out,
    err,
    files: after,
  } = await runInMemory(`${command} --format json --since found ${more}`, { files, store, texts: kept });
  return {
    code,
    err,
    kept: Object.fromEntries([...after].filter(([path]) => path.startsWith('/found/'))),
    found: out === '' ? { results: [], verdict: '', focusNodes: 0, notChecked: [] } : JSON.parse(out),
  };
}

/** What reports of the same store have in common, whatever was asked in which order. */
function comparable({ results, verdict, focusNodes }: Json) {
  return { results: results.map(({ key }) => key).sort(), verdict, focusNodes };
}

async function whole(files: string, store: Store) {
  const { code, out } = await runInMemory(`${command} --format json`, { files, store });
  return { code, ...comparable(JSON.parse(out)) };
}

test('after random changes, what has changed is asked again, and the report is that of a whole run', async () => {
  let narrowed = 0;
  let changes = 0;
  await fc.assert(
    fc.asyncProperty(
      arbitraryHistory(3, { shacl12: true, reifiers: false }),
      fc.subarray([...queryShapes], { maxLength: 1 }),
      fc.boolean(),
      async ({ start, edits }, queries, hasBlanks) => {
        const isKept = (statement: string) =>
          isLoadable(statement) && (hasBlanks || !/_:|\[|\(/.test(statement));
        const storeOf = ({ data, context }: typeof start) =>
          new StoreInMemory(suppliedPrefixes + [...data, ...context].filter(isKept).join('\n'));
        const shapes = [...start.shapes, ...(hasBlanks ? queries : [])];
        const files = block`
          #- /shapes.ttl
          ${shapes.join('\n')}`;
        let version = start;
        let run = await since({}, files, storeOf(version));
        for (const edit of edits.filter(({ file }) => file !== 'shapes')) {
          version = edited(version, edit);
          const store = storeOf(version);
          run = await since(run.kept, files, store);
          const { code, ...expected } = await whole(files, store);
          expect({ code: run.code, ...comparable(run.found) }).toEqual({ code, ...expected });
          changes++;
          const [, again, all] = /^(\d+) of (\d+) shape/.exec(run.err) ?? [];
          if (Number(again) < Number(all)) narrowed++;
        }
      },
    ),
    { numRuns: runs(60) },
  );
  expect(narrowed).toBeGreaterThan(changes / 10);
});

const files = block`
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:name ; sh:minCount 1 ] ; sh:property [ sh:path ex:hasPart ; sh:class ex:Point ] .
  ex:DoorShape a sh:NodeShape ; sh:targetClass ex:Door ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;
const rooms = Array.from(
  { length: 30 },
  (_, i) => `ex:r${i} a ex:Room ; ex:hasPart ex:s${i % 3} ${i % 10 === 0 ? '' : `; ex:name "${i}"`} .`,
);
const stored = `@prefix ex: <http://example.org/ns#> .
  ex:s0 a ex:Point . ex:s1 a ex:Point . ex:s2 a ex:Point . ex:d a ex:Door ; ex:name "d" . ${rooms.join('\n')}`;

test('only shapes that read what has changed are asked about', async () => {
  const store = new StoreInMemory(stored);
  const first = await since({}, files, store);
  expect([first.code, first.err, first.found.results.length]).toEqual([1, '', 3]);
  const asked = store.queries.length;
  const same = await since(first.kept, files, store);
  expect(same.err).toMatch(/^0 of 2 shapes with targets read what has changed since the last run/);
  expect(comparable(same.found)).toEqual(comparable(first.found));
  expect(store.queries.length - asked).toBeLessThan(asked / 2);
  // A door that has no name concerns no room.
  store.add('@prefix ex: <http://example.org/ns#> . ex:e a ex:Door .');
  const doors = await since(same.kept, files, store);
  expect(doors.err).toMatch(/^1 of 2 shapes/);
  expect([doors.found.results.length, doors.found.focusNodes]).toEqual([4, 32]);
  // The same number of triples, with another value.
  await store.update(
    'PREFIX ex: <http://example.org/ns#> DELETE DATA { ex:s2 a ex:Point } ; INSERT DATA { ex:s2 a ex:Chair }',
    new AbortController().signal,
  );
  const parts = await since(doors.kept, files, store);
  expect(parts.err).toMatch(/^1 of 2 shapes/);
  expect(parts.found.results.length).toBe(14);
});

test('a run that does not end leaves what the last one kept as it was', async () => {
  const store = new StoreInMemory(stored);
  const { kept } = await since({}, files, store);
  store.add('@prefix ex: <http://example.org/ns#> . ex:e a ex:Door .');
  let left = 6;
  const failing: Store = {
    url: store.url,
    select: (query, signal) =>
      left-- > 0 ? store.select(query, signal) : Promise.reject(new Error('killed')),
  };
  const killed = await since(kept, files, failing);
  expect(killed.code).toBe(2);
  expect(killed.kept['/found/since.jsonl']).toBe(kept['/found/since.jsonl']);
  const again = await since(killed.kept, files, store);
  expect({ code: again.code, ...comparable(again.found) }).toEqual(await whole(files, store));
});

test.each([
  ['since', [2, 1, 2]],
  // What was left out is tried again by the next run, but not by one that goes on.
  ['resume', [2, 1, 1]],
])('a question without an answer is left to pages when --%s asks again', async (option, counts) => {
  const store = new StoreInMemory(stored);
  let asked = 0;
  const limited: Store = {
    url: store.url,
    select(query, signal) {
      if (!query.includes('?side')) return store.select(query, signal);
      asked++;
      return Promise.reject(new StoreError('Too long.', { isWorthSplitting: true, isTimeOut: true }));
    },
  };
  let kept: Readonly<Record<string, string>> = {};
  const lines: string[] = [];
  const found: number[] = [];
  for (const change of ['', 'ex:e a ex:Door . ex:r90 a ex:Room .', 'ex:f a ex:Door . ex:r91 a ex:Room .']) {
    store.add(`@prefix ex: <http://example.org/ns#> . ${change}`);
    const before = asked;
    const {
      code,
      progress,
      files: after,
    } = await runInMemory(`${command} --explain-plan --${option} found`, {
      files,
      store: limited,
      texts: kept,
    });
    expect(code).toBe(1);
    found.push(asked - before);
    lines.push(/^plan: .*Shape.*$/m.exec(progress)![0].replaceAll(/\d+ (?=ms|request)/g, 'N '));
    // As if it had been interrupted before the first batch.
    kept = Object.fromEntries(
      [...after].filter(([path]) => path.startsWith('/found/') && !path.endsWith('batches.jsonl')),
    );
  }
  expect(found).toEqual(counts);
  const shapes = 'plan: ex:RoomShape (ex:name, ex:hasPart); ex:DoorShape (ex:name): asked page by page';
  expect(lines.slice(0, 2)).toEqual([
    `${shapes}. Too long. (N requests)`,
    `${shapes}, as it had no answer last time after N ms (N requests)`,
  ]);
});

test('a store that once says that none of its nodes is a target is asked about all of them again', async () => {
  const store = new StoreInMemory(stored);
  const { kept } = await since({}, files, store);
  store.add('@prefix ex: <http://example.org/ns#> . ex:e a ex:Door . ex:r0 ex:name "0" .');
  // What the classes have is told, and which nodes are in them is not.
  const hiding: Store = {
    url: store.url,
    select: (query, signal) =>
      store.select(
        query.includes('SUM(?h)') ? query : query.replaceAll(/ns#(Room|Door)>/g, 'ns#No$1>'),
        signal,
      ),
  };
  const hidden = await since(kept, files, hiding);
  expect([hidden.code, hidden.found.verdict, hidden.found.focusNodes]).toEqual([3, 'nothingToCheck', 0]);
  const again = await since(hidden.kept, files, store);
  expect({ code: again.code, ...comparable(again.found) }).toEqual(await whole(files, store));
});

test.each([
  ['--shard 1/2', "can't be used with --since"],
  ['--resume other', "can't be used with --since"],
  ['--fail-fast', "can't be used with --since"],
])('%s is refused beside it', async (option, message) => {
  const { code, err } = await since({}, files, new StoreInMemory(stored), option);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

test('a folder of other shapes, and a store that does not tell what it has, are told', async () => {
  const store = new StoreInMemory(stored);
  const { kept } = await since({}, files, store);
  const other = await since(kept, files.replace('sh:minCount 1', 'sh:minCount 2'), store);
  expect([other.code, other.err]).toEqual([2, expect.stringContaining('other shapes')]);
  const silent: Store = {
    url: store.url,
    select: (query, signal) => store.select(query.replaceAll('SUM(?h)', 'SUM(?h, ?h)'), signal),
  };
  const refused = await since({}, files, silent);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Leave --since out')]);
});
