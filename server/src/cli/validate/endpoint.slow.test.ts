import { expect, test } from 'vitest';
import { sampleText } from '../../shacl/firstLook.ts';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { someOf } from '../../testing/runs.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import type { Store } from '../../workspace/store/store.ts';

const files = block`
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Space ;
    sh:property [ sh:path ex:hasPart ; sh:class ex:Point ] ;
    sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:severity sh:Warning ] .`;
const rooms = Array.from(
  { length: 520 },
  (_, i) =>
    `ex:room${i} a ex:Office ; ex:hasPart ${i % 100 === 7 ? 'ex:desk' : 'ex:sensor'}${i % 50 === 3 ? ', [ a ex:Point ]' : ''} .`,
);
const stored = `
@prefix ex: <http://example.org/ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:Office rdfs:subClassOf ex:Space . ex:sensor a ex:Point . ex:desk a ex:Furniture .
${rooms.join('\n')}`;
const store = new StoreInMemory(stored);
const command = 'validate --endpoint https://store.example/sparql --shapes shapes.ttl';

interface Json {
  readonly results: readonly { readonly key: string; readonly focusNode: string }[];
  readonly verdict: string;
  readonly focusNodes: number;
}

test('all nodes of a store are judged, and the results are those of a file with its triples', async () => {
  const remote = await runInMemory(`${command} --format json`, { files, store });
  const local = await runInMemory('validate all.ttl --shapes shapes.ttl --format json', {
    files,
    texts: { '/all.ttl': stored },
  });
  expect(remote).toMatchObject({ code: 1, err: '' });
  const found = JSON.parse(remote.out) as Json;
  expect(found).toMatchObject({ verdict: 'violates', focusNodes: 520, conforms: false });
  expect(comparable(found)).toEqual(comparable(JSON.parse(local.out)));
  expect(found.results).toHaveLength(526);
});

test('with --judge-all, the store decides about none of them, and the results are the same', async () => {
  const counting = new StoreInMemory(stored);
  const judged = await runInMemory(`${command} --judge-all --format json`, { files, store: counting });
  expect(counting.queries.filter((query) => query.includes('EXISTS'))).toEqual([]);
  const pushed = await runInMemory(`${command} --format json`, { files, store: counting });
  expect(counting.queries.filter((query) => query.includes('EXISTS'))).not.toEqual([]);
  const found = JSON.parse(judged.out) as Json;
  expect(found).toMatchObject({ verdict: 'violates', focusNodes: 520 });
  expect(comparable(found)).toEqual(comparable(JSON.parse(pushed.out)));
});

test('--explain-plan says how each constraint was asked, and how many requests that took', async () => {
  const counting = new StoreInMemory(stored);
  const { code, progress } = await runInMemory(`${command} --explain-plan`, { files, store: counting });
  expect(code).toBe(1);
  const plan = progress.split('\n').filter((line) => line.startsWith('plan: '));
  expect(plan.pop()).toBe(`plan: ${counting.queries.length} requests altogether`);
  expect(plan.join('\n')).toMatchInlineSnapshot(`
    "plan: ex:RoomShape (ex:hasPart, ex:name): asked at once; 520 of 520 nodes may have results (22 requests)
    plan: 520 nodes of these fetched and judged (18 requests)
    plan: 288 of 520 nodes were judged here as well, with the same results (0 requests)
    plan: what it was asked about page by page was listed, fetched and judged (0 requests)"
  `);
});

test.each(someOf(['text', 'json']))(
  'a store that computes a condition wrongly is named in %s, with the condition',
  async (format) => {
    const lying: Store = {
      url: store.url,
      select: (query, signal) => store.select(query.replaceAll('!(EXISTS', '(false && EXISTS'), signal),
    };
    const { code, out } = await runInMemory(`${command} --format ${format} --max-results 1`, {
      files,
      store: lying,
    });
    expect(code).toBe(1);
    const note =
      /By its answers to the conditions of ex:RoomShape \(ex:hasPart, ex:name\), <http:\/\/example\.org\/ns#room\d+> conforms, but it has a result of sh:\w+ at ex:\w+ when it is judged here\. So its answers count for nothing: all nodes are judged here, and no verdict rests on them\./;
    if (format === 'text') expect(out).toMatch(new RegExp(`^warning: ${note.source}$`, 'm'));
    else expect(JSON.parse(out).notes).toEqual([expect.stringMatching(note)]);
    expect(out).toContain('520');
  },
);

test.each(someOf(['text', 'json']))(
  '--by-severity prints the gravest results first in %s',
  async (format) => {
    const severities = (out: string) =>
      format === 'json'
        ? JSON.parse(out).results.map(({ severity }: { readonly severity: string }) =>
            severity.replace(/.*#/, ''),
          )
        : out.split('\n').flatMap((line) => /^(violation|warning)\[/.exec(line)?.[1] ?? []);
    const usual = await runInMemory(`${command} --format ${format}`, { files, store });
    const { code, out } = await runInMemory(`${command} --format ${format} --by-severity`, { files, store });
    const found = severities(out);
    expect([code, found.length]).toEqual([1, 526]);
    expect(found).toEqual(severities(usual.out).sort());
    expect(found).not.toEqual(severities(usual.out));
  },
);

test('--fail-fast ends at the first result, and a run that goes on behind it has all', async () => {
  const resuming = `${command} --fail-on violation --resume found --format json`;
  const first = await runInMemory(`${resuming} --fail-fast`, { files, store });
  const { results, verdict, notChecked, focusNodes } = JSON.parse(first.out);
  expect([first.code, verdict]).toEqual([1, 'violates']);
  const severities = results.map(({ severity }: { readonly severity: string }) => severity);
  expect(severities.findIndex((each: string) => each.includes('Violation'))).toBe(results.length - 1);
  expect(notChecked).toEqual([
    { reason: expect.stringContaining('ended at the first result'), shape: null, component: null },
  ]);
  expect(focusNodes).toBeLessThan(520);
  const kept = Object.fromEntries([...first.files].filter(([path]) => path.startsWith('/found/')));
  const again = await runInMemory(`${resuming} --fail-fast`, { files, store, texts: kept });
  expect(withoutTime(again.out)).toBe(withoutTime(first.out));
  const rest = await runInMemory(resuming, { files, store, texts: kept });
  const whole = await runInMemory(`${command} --fail-on violation --format json`, { files, store });
  expect(withoutTime(rest.out)).toBe(withoutTime(whole.out));
  const { out } = await runInMemory(`${command} --fail-fast`, { files, store });
  expect(out).toMatch(/^not checked: The run ended at the first result that counts/m);
});

test('--sample judges so many nodes, and leaves the others undecided', async () => {
  const named = files.replace('sh:targetClass', 'sh:targetNode ex:room7, ex:other ; sh:targetClass');
  const { code, out } = await runInMemory(`${command} --sample 100 --format json --fail-on violation`, {
    files: named,
    store,
  });
  const { results, notChecked, focusNodes, conforms } = JSON.parse(out);
  const failed = new Set(
    results
      .filter(({ severity }: { readonly severity: string }) => severity.includes('Violation'))
      .map(({ focusNode }: { readonly focusNode: string }) => focusNode),
  ).size;
  expect({ code, focusNodes, conforms }).toEqual({
    code: failed > 0 ? 1 : 3,
    focusNodes: 100,
    conforms: false,
  });
  expect(notChecked.at(-1).reason).toBe(sampleText({ judged: 100, failed, others: 421 }));
  const whole = await runInMemory(`${command} --sample 5000 --format json`, { files, store });
  expect(JSON.parse(whole.out)).toMatchObject({ focusNodes: 520, notChecked: [] });
});

test('the union of named graphs is validated in place of the default graph', async () => {
  const [head, ...rest] = stored.trim().split('\n');
  const named = new StoreInMemory('@prefix ex: <http://example.org/ns#> . ex:lost a ex:Space .');
  named.addTo('http://example.org/classes', `${head}\n${rest[0]}`);
  named.addTo('http://example.org/rooms', `${head}\n${rest.slice(1).join('\n')}`);
  const given =
    'https://store.example/sparql FROM <http://example.org/classes> FROM <http://example.org/rooms>';
  const { code, out } = await runInMemory(
    ['validate', '--endpoint', given, '--shapes', 'shapes.ttl', '--format', 'json'],
    { files, store: ({ graphs }) => named.from(graphs) },
  );
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ verdict: 'violates', focusNodes: 520 });
});

test('the text names each result while it is found, and ends with the verdict', async () => {
  const { code, out } = await runInMemory(`${command} --max-results 1`, { files, store });
  expect(code).toBe(1);
  expect(out.replace(/room\d+|\[[0-9a-f]{12}\]|\d+ ms/g, '…')).toMatchInlineSnapshot(`
    "warning[sh:minCount]: ex:… has no value of ex:name, but needs at least 1
      --> ex:…, path ex:name …

    … and 525 more results; --max-results 0 shows all.

    526 results (6 violations, 520 warnings) in https://store.example/sparql, 520 focus nodes checked in …
    "
  `);
});

test('severities that do not count let a store conform', async () => {
  const shapes = files.replace('ex:Point ]', 'ex:Point ; sh:severity sh:Info ]');
  const { code } = await runInMemory(`${command} --fail-on violation`, { files: shapes, store });
  expect(code).toBe(0);
});

test('a store without triples where it is asked says in which graphs there are some', async () => {
  const empty = new StoreInMemory('');
  empty.addTo('http://example.org/rooms', '<http://example.org/x> a <http://example.org/Y> .');
  const { code, out } = await runInMemory(command, { files, store: empty });
  expect(out).toContain(
    'Name those that count, such as: https://store.example/sparql FROM <http://example.org/rooms>',
  );
  expect(code).toBe(3);
});

test('shards are disjoint and complete', async () => {
  const whole = JSON.parse((await runInMemory(`${command} --format json`, { files, store })).out) as Json;
  const shards: Json[] = [];
  for (const shard of ['1/3', '2/3', '3/3']) {
    const { out } = await runInMemory(`${command} --format json --shard ${shard}`, { files, store });
    shards.push(JSON.parse(out));
  }
  expect(comparable({ results: shards.flatMap(({ results }) => results) })).toEqual(comparable(whole));
  for (const { focusNodes } of shards) expect(focusNodes).toBeGreaterThan(100);
});

test('a run that is killed goes on where it was, and prints what an uninterrupted one does', async () => {
  const before = store.queries.length;
  const whole = await runInMemory(`${command} --format json`, { files, store });
  const queries = store.queries.length - before;
  const resuming = `${command} --format json --resume found`;
  const killed = await runInMemory(resuming, { files, store: killedAfter(queries - 3) });
  expect(killed.code).toBe(2);
  const kept = Object.fromEntries([...killed.files].filter(([path]) => path.startsWith('/found/')));
  expect(kept['/found/batches.jsonl']?.split('\n').length).toBeGreaterThan(1);
  const again = await runInMemory(resuming, { files, store, texts: kept });
  expect(withoutTime(again.out)).toBe(withoutTime(whole.out));
  expect(again.code).toBe(whole.code);
  const finished = Object.fromEntries([...again.files].filter(([path]) => path.startsWith('/found/')));
  const asked = store.queries.length;
  const third = await runInMemory(resuming, { files, store, texts: finished });
  expect(withoutTime(third.out)).toBe(withoutTime(whole.out));
  expect(store.queries.length - asked).toBeLessThan(queries - 5);
  const other = await runInMemory(`${resuming} --shard 1/2`, { files, store, texts: finished });
  expect(other).toMatchObject({ code: 2 });
  expect(other.err).toContain('another store, shard, version or other shapes');
});

test.each(someOf(['--format json --resume found', '', '--format json', '--max-results 3']))(
  'a run that is repeated goes on behind its last stage with %s',
  async (options) => {
    const given = `${command} ${options}`;
    const before = store.queries.length;
    const whole = await runInMemory(given, { files, store });
    const queries = store.queries.length - before;
    const ended: string[] = [];
    const stages = (before: string | undefined) => ({
      before,
      async end(state: string) {
        ended.push(state);
      },
      async endForReader() {},
      complete() {},
    });
    const first = await runInMemory(given, {
      files,
      store: killedAfter(queries - 3),
      stages: stages(undefined),
    });
    expect(first.code).toBe(2);
    const texts = Object.fromEntries([...first.files].filter(([path]) => path.startsWith('/found/')));
    const second = await runInMemory(given, { files, store, texts, stages: stages(ended.at(-1)) });
    expect(second.code).toBe(whole.code);
    expect(withoutTime(first.out + second.out)).toBe(withoutTime(whole.out));
  },
);

test('what a store does not tell leaves the verdict open, and is asked again', async () => {
  const bare = files.replace('ex:Space', 'ex:None');
  const failing: Store = {
    url: store.url,
    select: (query, signal) =>
      query.includes('?h ')
        ? store.select('SELECT ?f ?h ?n {} LIMIT 0', signal)
        : store.select(query, signal),
  };
  const { code, out } = await runInMemory(`${command} --resume found`, { files, store: failing });
  expect(code).toBe(3);
  expect(out).toContain('Not all nodes that are targets could be listed.');
  expect(out).toContain('undecided');
  const nothing = await runInMemory(command, { files: bare, store });
  expect(nothing.code).toBe(3);
  expect(nothing.out).toContain('No node of the store is a target of a shape');
});

test.each([
  ['validate --endpoint shapes.ttl --shapes shapes.ttl', 'give an address'],
  ['validate --endpoint https://store.example/', '--endpoint needs --shapes'],
  [`${command} data.ttl`, 'instead of files'],
  [`${command} --context https://store.example/`, "--context can't be used"],
  [`${command} --format sarif`, 'text or json, not sarif'],
  [`${command} --sample 5 --resume found`, "--sample can't be used with --resume"],
  [`${command} --shard 3/2`, '--shard'],
  ['validate data.ttl --resume found', '--resume is for --endpoint'],
  ['validate data.ttl --judge-all', '--judge-all is for --endpoint'],
])('%s is refused', async (given, message) => {
  const { code, err } = await runInMemory(given, { files, store });
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test('shapes with a syntax error validate nothing', async () => {
  const { code, err } = await runInMemory(command, { files: `${files}\nex:broken sh:path`, store });
  expect(code).toBe(2);
  expect(err).toContain('shapes.ttl, line');
});

/** The same store, which fails for good after some queries, as when the process is killed. */
function killedAfter(queries: number): Store {
  let left = queries;
  return {
    url: store.url,
    select(query, signal) {
      if (left-- === 0) throw new Error('killed');
      return store.select(query, signal);
    },
  };
}

/** Results without places and common causes, which only files have. */
function comparable({ results }: Pick<Json, 'results'>): readonly string[] {
  return results
    .map((result) => ({
      ...result,
      key: result.key.replace(/-\d+$/, ''),
      location: null,
      restsOn: undefined,
    }))
    .map((result) => JSON.stringify(result))
    .map((text) => text.replace(/_:\w+/g, '_:b'))
    .toSorted();
}

function withoutTime(json: string): string {
  return json.replace(/"ms": \d+|in \d+ ms/, '');
}
