import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { triesAll } from '../../testing/runs.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import type { StoreAddress } from '../../workspace/project/storeLink.ts';
import { type Store, StoreError, type UpdatableStore } from '../../workspace/store/store.ts';
import type { UpdateIfInterrupted } from '../io.ts';

const files = block`
  #- /shapes.ttl
  [] a sh:ShapesGraph ; sh:declare [ sh:prefix "ex" ; sh:namespace "http://example.org/ns#" ] .
  ex:DuctShape a sh:NodeShape ; sh:targetClass ex:Duct ;
    sh:rule [ a sh:SPARQLRule ; sh:construct "CONSTRUCT { ?next ex:carries ?medium } WHERE { $this ex:carries ?medium ; ex:leadsTo ?next }" ] ,
      [ a sh:TripleRule ; sh:order 1 ; sh:subject [ sh:path ex:leadsTo ] ; sh:predicate ex:comesFrom ; sh:object sh:this ] ;
    sh:property [ sh:path ex:carries ; sh:minCount 1 ; sh:maxCount 1 ] .
  ex:EndShape a sh:NodeShape ; sh:targetSubjectsOf ex:comesFrom ; sh:property [ sh:path ex:comesFrom ; sh:maxCount 1 ] .`;
const stored = `@prefix ex: <http://example.org/ns#> .
ex:d1 a ex:Duct ; ex:carries ex:air ; ex:leadsTo ex:d2 . ex:d2 a ex:Duct ; ex:leadsTo ex:d3 . ex:d3 a ex:Duct .
ex:w1 a ex:Duct ; ex:carries ex:water ; ex:leadsTo ex:d3 . ex:lost a ex:Duct .`;
const data = 'http://example.org/data';
const scratch = 'http://example.org/scratch';
const list = `${scratch}#shacl-repair-runs`;
const command = [
  'validate',
  '--endpoint',
  `https://store.example/sparql FROM <${data}>`,
  '--shapes',
  'shapes.ttl',
  '--inference',
  'rules',
  '--scratch-graph',
  scratch,
];

function filled(turtle = stored): StoreInMemory {
  const store = new StoreInMemory('');
  store.addTo(data, turtle);
  return store;
}

const run = (store: StoreInMemory, args: readonly string[] = ['--yes'], setup = {}) =>
  runInMemory([...command, ...args], {
    files,
    store: ({ graphs }) => store.from(graphs),
    updates: store,
    ...setup,
  });

test('a store applies the rules itself, the results are those of a file, and nothing is left in the store', async () => {
  const store = filled();
  const before = store.dumpOf(data);
  const { code, out, err } = await run(store, ['--yes', '--format', 'json']);
  const local = await runInMemory('validate all.ttl --shapes shapes.ttl --inference rules --format json', {
    files,
    texts: { '/all.ttl': stored },
  });
  expect([code, withoutRun(err)]).toEqual([
    1,
    `The rules inferred 6 triples in 3 iterations, written to <${scratch}#shacl-repair-RUN>.\n`,
  ]);
  expect(resultsOf(out)).toEqual(resultsOf(local.out));
  expect(resultsOf(out)).toHaveLength(3);
  expect(store.graphs).toEqual([data]);
  expect(store.dumpOf(data)).toBe(before);
  // Nothing is fetched to infer from it here.
  expect(store.queries.filter((query) => query.includes('isBlank(?s) || isBlank(?o)'))).toEqual([]);
});

test('without consent, nothing is sent', async () => {
  const store = filled();
  const unasked = await run(store, []);
  expect([unasked.code, unasked.out]).toEqual([2, '']);
  expect(unasked.err).toContain(
    'nothing was sent. With --yes, what rules infer would be written to a graph of this run, whose name begins with <http://example.org/scratch>, in https://store.example/sparql, and deleted at the end.',
  );
  const refused = await run(store, [], { confirm: async () => false });
  expect([refused.code, store.graphs]).toEqual([2, [data]]);
  const agreed = await run(store, [], { confirm: async () => true });
  expect([agreed.code, store.graphs]).toEqual([1, [data]]);
});

test('triples of others under the given name, and in the list of runs, stay where they are', async () => {
  const store = filled();
  const others = [scratch, list, `${scratch}#other`];
  for (const graph of others)
    store.addTo(graph, `<urn:a> <urn:p> 1 . <${graph}> <urn:x-shacl-repair:scratchGraphOfRun> "other" .`);
  const before = others.map((graph) => store.dumpOf(graph));
  const { code } = await run(store);
  expect([code, store.graphs]).toEqual([1, [data, ...others].toSorted()]);
  expect(others.map((graph) => store.dumpOf(graph))).toEqual(before);
});

test('what a killed run left, and what others wrote there, is told by later runs, and never deleted', async () => {
  const store = filled();
  const first = await run(store, ['--yes'], { updates: dyingAfter(4, store) });
  expect(first.code).toBe(2);
  expect(withoutRun(first.err)).toContain(
    `<${scratch}#shacl-repair-RUN> could not be cleared. It is gone. When the store answers again, delete what is left: DROP SILENT GRAPH <${scratch}#shacl-repair-RUN> ;`,
  );
  const [, left] = store.graphs;
  expect(store.graphs).toEqual([data, left, list]);
  store.addTo(left!, '<urn:a> <urn:p> 1 .');
  const before = store.dumpOf(left!);
  for (let i = 0; i < 2; i++) {
    const { code, err } = await run(store);
    expect(code).toBe(1);
    expect(err).toContain(`in <${left}>, or left them when it was killed.`);
    expect(err).toContain(`delete them: DROP SILENT GRAPH <${left}> ; DROP SILENT GRAPH <${left}-step>.`);
    expect(store.dumpOf(left!)).toBe(before);
  }
  await store.update(`DROP GRAPH <${left}>`, new AbortController().signal);
  const { err } = await run(store);
  expect([err.split('\n').length, store.graphs]).toEqual([2, [data]]);
});

test('runs that are at work at once have the results of each alone', async () => {
  const store = filled();
  const runs = await Promise.all([run(store), run(store), run(store)]);
  expect(runs.map(({ code, out }) => [code, linesOf(out)])).toEqual(
    Array(3).fill([1, linesOf((await run(filled())).out)]),
  );
  expect(store.graphs).toEqual([data]);
});

test('a run that begins while another one has no triples yet does not hide what that one leaves', async () => {
  const store = filled();
  const dying = dyingAfter(4, store);
  let updates = 0;
  const interleaved: UpdatableStore = {
    url: store.url,
    async update(text, signal) {
      if (updates++ === 2) {
        expect((await run(store)).code).toBe(1);
        // Nothing is listed any more.
        expect(store.graphs).toEqual([data]);
      }
      return dying.update(text, signal);
    },
  };
  await run(store, ['--yes'], { updates: interleaved });
  const [, left] = store.graphs;
  expect(left).toMatch(/^http:\/\/example\.org\/scratch#shacl-repair-/);
  expect((await run(store)).err).toContain(`in <${left}>, or left them when it was killed.`);
});

test.each([
  ['before anything was written', 0],
  ['before the rules', 2],
  ['while the graph is filled', 4],
  ['after the rules', 5],
])('a run that is interrupted %s undoes what it wrote, and nothing else', async (_, updates) => {
  const store = filled();
  let undo: UpdateIfInterrupted | undefined;
  const sendIfInterrupted = (update: UpdateIfInterrupted | undefined) => {
    undo = update ?? undo;
  };
  await run(store, ['--yes'], { updates: dyingAfter(updates, store), sendIfInterrupted });
  store.addTo(scratch, '<urn:a> <urn:p> 1 .');
  await store.update(undo!.text, new AbortController().signal);
  expect([undo!.address, store.graphs]).toEqual(['https://store.example/sparql', [data, scratch]]);
});

test('a run that is interrupted after the rules deletes nothing where somebody else wrote', async () => {
  const store = filled();
  let undo: UpdateIfInterrupted | undefined;
  const updates = dyingAfter(Number.POSITIVE_INFINITY, store, (text) => text.startsWith('DELETE'));
  await run(store, ['--yes'], {
    updates,
    sendIfInterrupted: (update: UpdateIfInterrupted | undefined) => (undo = update ?? undo),
  });
  const [, graph] = store.graphs;
  store.addTo(graph!, '<urn:a> <urn:p> 1 .');
  const before = store.dumpOf(graph!);
  await store.update(undo!.text, new AbortController().signal);
  expect([store.graphs, store.dumpOf(graph!)]).toEqual([[data, graph, list], before]);
});

test.each<readonly [string, Partial<UpdatableStore>, string]>([
  [
    'refuses updates',
    { update: () => Promise.reject(new StoreError('It refuses updates (403).')) },
    'does not take updates, which --scratch-graph needs. It refuses updates (403).',
  ],
  ['is another one', { update: async () => {} }, 'does not show what it wrote'],
])('a store for updates that %s is told, and nothing is validated', async (_, updates, message) => {
  const store = filled();
  const { code, out, err } = await run(store, ['--yes'], {
    updates: { url: 'https://store.example/update', ...updates },
  });
  expect([code, out, store.graphs]).toEqual([2, '', [data]]);
  expect(err).toContain(message);
});

test.each<readonly [string, (text: string, answer: string) => string, string]>([
  [
    'always counts the same triples',
    (text, answer) =>
      text.startsWith('SELECT (COUNT(*)') && text.includes('?s ?p ?o') ? counting(answer, '7') : answer,
    'in the parts of it',
  ],
  [
    'never counts more than 3',
    (text, answer) => (text.startsWith('SELECT (COUNT(*)') ? counting(answer, '3', true) : answer),
    'in the parts of it',
  ],
])('a store that %s infers nothing that is relied on', async (_, changed, message) => {
  const store = filled();
  const lying = (inner: Store): Store => ({
    url: inner.url,
    select: async (query, signal) => changed(query, await inner.select(query, signal)),
  });
  const { code, err } = await run(store, ['--yes'], {
    store: ({ graphs }: StoreAddress) => lying(store.from(graphs)),
  });
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test('somebody else who writes to the graph meanwhile leaves the verdict open, and keeps what was written', async () => {
  const store = filled();
  const disturbed = disturbing(store, '<urn:a> <urn:p> 1 .');
  const { code, out, err } = await run(store, ['--yes'], { store: disturbed.from });
  const { graph } = disturbed;
  expect([code, out]).toEqual([
    3,
    expect.stringContaining(`Somebody else wrote to <${graph}> meanwhile: it has 7 triples instead of 6.`),
  ]);
  expect(err).toContain(
    `<${graph}> was not cleared: it has 7 triples instead of the 6 that were inferred, so somebody else writes to it. If nobody needs them, delete them: DROP SILENT GRAPH <${graph}>`,
  );
  expect(store.dumpOf(graph!)).toContain('<urn:a>');
});

test('what was found while somebody else wrote to the graph is asked again by a run that goes on', async () => {
  const store = filled();
  const hiding = '<http://example.org/ns#lost> <http://example.org/ns#carries> 1 .';
  const args = ['--yes', '--resume', 'kept'];
  const first = await run(store, args, { store: disturbing(store, hiding).from });
  expect([first.code, first.out.includes('ex:lost')]).toEqual([3, false]);
  const texts = Object.fromEntries([...first.files].filter(([name]) => name.startsWith('/kept/')));
  expect(texts['/kept/batches.jsonl']).toBeDefined();
  const second = await run(store, args, { texts });
  expect([second.code, linesOf(second.out)]).toEqual([1, linesOf((await run(filled())).out)]);
});

test('a folder of --resume that is a file is refused before anything is written to the store', async () => {
  const store = filled();
  const { code, err } = await run(store, ['--yes', '--resume', 'shapes.ttl']);
  expect([code, store.graphs]).toEqual([2, [data]]);
  expect(err).not.toContain('The rules inferred');
});

test('the plan counts all queries that the store was asked', async () => {
  const store = filled();
  const { progress } = await run(store, ['--yes', '--explain-plan']);
  expect(progress).toContain('plan: the store applied the rules of the shapes (');
  expect(progress).toContain(`plan: ${store.queries.length} requests altogether`);
});

const endless =
  '[ a sh:SPARQLRule ; sh:construct "CONSTRUCT { $this ex:n ?m } WHERE { $this ex:n ?n BIND(?n + 1 AS ?m) }" ]';

test.runIf(triesAll)('a rule that never ends is stopped, and leaves the verdict open', async () => {
  const store = filled(`${stored} ex:d1 ex:n 1 .`);
  const { code, out, err } = await run(store, ['--yes'], {
    files: files.replace('sh:rule [', `sh:rule ${endless} , [`),
  });
  expect([code, store.graphs]).toEqual([3, [data]]);
  expect(out).toContain('The rules were stopped before they had inferred everything: after 200 iterations');
  expect(err).toContain('in 200 iterations');
});

test.each([
  ['makes blank nodes', 'CONSTRUCT { $this ex:has [] } WHERE { }', 'It makes blank nodes'],
  ['calls a function', 'CONSTRUCT { $this ex:has ?x } WHERE { BIND(ex:f($this) AS ?x) }', 'The function'],
  [
    'It groups or limits its solutions',
    'CONSTRUCT { $this ex:has ?x } WHERE { $this ex:leadsTo ?x } LIMIT 1',
    'It groups or limits its solutions',
  ],
  [
    'asks for another value each time',
    'CONSTRUCT { $this ex:has ?x } WHERE { BIND(RAND() AS ?x) }',
    'It calls RAND',
  ],
  [
    'joins what an OPTIONAL may leave unbound',
    'CONSTRUCT { $this ex:has ?y } WHERE { $this ex:carries ?x OPTIONAL { ?x ex:part ?z } ?z ex:width ?y }',
    'It joins ?z behind an OPTIONAL that may leave it unbound, and some stores find nothing then.',
  ],
  [
    'joins what an OPTIONAL in a group may leave unbound',
    'CONSTRUCT { $this ex:has ?y } WHERE { { $this ex:carries ?x OPTIONAL { ?x ex:part ?z } } ?z ex:width ?y }',
    'It joins ?z behind an OPTIONAL',
  ],
  [
    'joins what an OPTIONAL may leave unbound and MINUS only excludes',
    'CONSTRUCT { $this ex:has ?y } WHERE { $this ex:carries ?x MINUS { ?z ex:a ?x } OPTIONAL { ?x ex:part ?z } ?z ex:width ?y }',
    'It joins ?z behind an OPTIONAL',
  ],
])('where a rule %s, the graph is not used, and the user is told why', async (_, rule, why) => {
  const store = filled();
  const { err } = await run(store, ['--yes'], {
    files: files.replace('sh:rule [', `sh:rule [ a sh:SPARQLRule ; sh:construct "${rule}" ] , [`),
  });
  expect(err).toContain(
    `<${scratch}> is not used. A rule of ex:DuctShape can't be asked as an update. ${why}`,
  );
  expect(store.graphs).toEqual([data]);
});

test.each([
  [['--scratch-graph', 'scratch'], "--scratch-graph can't be 'scratch': give an IRI"],
  [['--scratch-graph', data], `<${data}> holds data, so it can't be the scratch graph.`],
  [['--endpoint', 'https://store.example/sparql'], '--scratch-graph needs the graphs that hold the data'],
  [['--shard', '1/2'], "--scratch-graph can't be used with --shard"],
  [['--inference', 'none'], 'give --inference rules'],
])('%s is refused', async (args, message) => {
  const store = filled();
  const { code, err } = await run(store, ['--yes', ...args]);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(store.graphs).toEqual([data]);
});

/** A store in which somebody else writes to the graph of a run once the first question about results is asked. */
function disturbing(store: StoreInMemory, turtle: string) {
  const disturbed = {
    graph: undefined as string | undefined,
    from: ({ graphs }: StoreAddress): Store => ({
      url: store.from(graphs).url,
      select(query, signal) {
        if (disturbed.graph === undefined && query.includes('MD5') && query.includes('carries')) {
          disturbed.graph = store.graphs.find((graph) => graph.startsWith(scratch) && graph !== list);
          store.addTo(disturbed.graph!, turtle);
        }
        return store.from(graphs).select(query, signal);
      },
    }),
  };
  return disturbed;
}

/** A store for updates that carries out some, and then none, as when a process or the store ends. */
function dyingAfter(updates: number, store: StoreInMemory, refuses = (_: string) => false): UpdatableStore {
  let left = updates;
  return {
    url: store.url,
    update: (text, signal) =>
      left-- > 0 && !refuses(text)
        ? store.update(text, signal)
        : Promise.reject(new StoreError('It is gone.')),
  };
}

/** A text in which each UUID is the same. */
function withoutRun(text: string): string {
  return text.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'RUN');
}

function linesOf(out: string): readonly string[] {
  return out
    .replaceAll(/in \d+ ms/g, '')
    .split('\n')
    .toSorted();
}

/** The answer to a question for a number, with another number. */
function counting(answer: string, value: string, isLimit = false): string {
  const { results } = JSON.parse(answer) as {
    readonly results: { readonly bindings: readonly Record<string, { readonly value: string }>[] };
  };
  const bindings = results.bindings.map((row) =>
    isLimit && Number(row.n!.value) <= Number(value) ? row : { ...row, n: { type: 'literal', value } },
  );
  return JSON.stringify({ results: { bindings } });
}

function resultsOf(json: string): readonly string[] {
  const { results } = JSON.parse(json) as { readonly results: readonly Record<string, unknown>[] };
  return results
    .map(({ focusNode, component, path, value }) => JSON.stringify([focusNode, component, path, value]))
    .toSorted();
}
