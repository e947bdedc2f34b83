import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import type { StoreAddress } from '../../workspace/project/storeLink.ts';
import { type Store, StoreError, type UpdatableStore } from '../../workspace/store/store.ts';

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
  expect([code, err]).toEqual([
    1,
    `The rules inferred 6 triples in 3 iterations, written to <${scratch}>.\n`,
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
    'nothing was sent. With --yes, what rules infer would be written to <http://example.org/scratch>',
  );
  const refused = await run(store, [], { confirm: async () => false });
  expect([refused.code, store.graphs]).toEqual([2, [data]]);
  const agreed = await run(store, [], { confirm: async () => true });
  expect([agreed.code, store.graphs]).toEqual([1, [data]]);
});

test('a graph with triples of others is refused, and stays as it is', async () => {
  const store = filled();
  store.addTo(scratch, '<urn:a> <urn:p> 1 .');
  const { code, err } = await run(store);
  expect(code).toBe(2);
  expect(err).toContain('has 1 triples that no run of this command wrote, and they are never deleted');
  expect(err).toContain(`DROP GRAPH <${scratch}>`);
  expect(store.dumpOf(scratch)).toContain('<urn:a>');
});

test('what a killed run left is deleted by the next one', async () => {
  const store = filled();
  let left = 3;
  const killed: UpdatableStore = {
    url: store.url,
    update: (text, signal) => {
      if (left-- > 0) return store.update(text, signal);
      // As when the process ends: nothing else is carried out.
      return Promise.reject(new StoreError('It is gone.'));
    },
  };
  const first = await run(store, ['--yes'], { updates: killed });
  expect(first.code).toBe(2);
  expect(first.err).toContain(`<${scratch}> could not be cleared.`);
  expect(first.err).toContain('The next run with the same --scratch-graph deletes what is left there.');
  expect(store.graphs).toEqual([data, scratch, `${scratch}#shacl-repair-run`]);
  const second = await run(store);
  expect([second.code, store.graphs]).toEqual([1, [data]]);
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
    'has 14 triples that no run',
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
  let hasWritten = false;
  const disturbed = (inner: Store): Store => ({
    url: inner.url,
    async select(query, signal) {
      // The first question that is about results.
      if (!hasWritten && query.includes('MD5') && query.includes('carries')) {
        hasWritten = true;
        store.addTo(scratch, '<urn:a> <urn:p> 1 .');
      }
      return inner.select(query, signal);
    },
  });
  const { code, out, err } = await run(store, ['--yes'], {
    store: ({ graphs }: StoreAddress) => disturbed(store.from(graphs)),
  });
  expect(hasWritten).toBe(true);
  expect([code, out]).toEqual([
    3,
    expect.stringContaining('Somebody else wrote to <http://example.org/scratch> meanwhile'),
  ]);
  expect(err).toContain('was not cleared');
  expect(store.dumpOf(scratch)).toContain('<urn:a>');
});

const endless =
  '[ a sh:SPARQLRule ; sh:construct "CONSTRUCT { $this ex:n ?m } WHERE { $this ex:n ?n BIND(?n + 1 AS ?m) }" ]';

test('a rule that never ends is stopped, and leaves the verdict open', async () => {
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
