import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { triesAll } from '../../testing/runs.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';

const data = 'http://example.org/data';
const stored = `@prefix ex: <http://example.org/ns#> .
ex:d1 a ex:Duct ; ex:carries ex:air ; ex:leadsTo ex:d2 , ex:d3 ; ex:width 2 .
ex:d2 a ex:Duct ; ex:leadsTo ex:d3 ; ex:width 3 , 5 . ex:d3 a ex:Duct ; ex:carries ex:water .
ex:end a ex:Valve ; ex:carries ex:air ; ex:leadsTo ex:d1 ; ex:width 7 .`;

const endpoint = [
  '--endpoint',
  `https://store.example/sparql FROM <${data}>`,
  '--scratch-graph',
  'http://example.org/scratch',
  '--yes',
];
const run = (args: readonly string[], target: string, rule: string, store?: StoreInMemory) =>
  runInMemory(['validate', ...args, '--shapes', 'shapes.ttl', '--inference', 'rules', '--format', 'json'], {
    files: block`
        #- /shapes.ttl
        [] a sh:ShapesGraph ; sh:declare [ sh:prefix "ex" ; sh:namespace "http://example.org/ns#" ] .
        ex:DuctShape a sh:NodeShape ; ${target} ; sh:rule [ a sh:SPARQLRule ; sh:construct """${rule}""" ] .
        ex:HasShape a sh:NodeShape ; sh:targetSubjectsOf ex:has ; sh:property [ sh:path ex:has ; sh:nodeKind sh:BlankNode ] .`,
    texts: { '/data.ttl': stored },
    ...(store && { store: ({ graphs }) => store.from(graphs), updates: store }),
  });

test.each([
  [
    'a sub-SELECT beside a triple',
    '$this a ex:Duct . { SELECT $this (COUNT(?y) AS ?x) WHERE { $this ex:leadsTo ?y } GROUP BY $this }',
    2,
  ],
  ['a sub-SELECT alone', '{ SELECT $this (SUM(?y) AS ?x) WHERE { $this ex:width ?y } GROUP BY $this }', 2],
  ['a sub-SELECT as the whole group', 'SELECT $this ?x WHERE { $this ex:leadsTo ?x }', 3],
  ['a sub-SELECT without $this as the whole group', 'SELECT ?x WHERE { ?y ex:carries ?x }', 6],
  [
    'a sub-SELECT in a sub-SELECT',
    '{ SELECT $this ?x WHERE { { SELECT $this (MAX(?y) AS ?x) WHERE { $this ex:width ?y } GROUP BY $this } } }',
    2,
  ],
  [
    'a sub-SELECT as the whole group of a sub-SELECT',
    '{ SELECT $this ?x WHERE { SELECT $this (MIN(?y) AS ?x) WHERE { $this ex:width ?y } GROUP BY $this } }',
    2,
  ],
  [
    'a sub-SELECT with a filter for $this',
    '{ SELECT $this ?x WHERE { ?x ex:leadsTo ?y FILTER(?y = $this) } }',
    4,
  ],
  [
    'a sub-SELECT that groups and filters',
    '{ SELECT $this (COUNT(?y) AS ?x) WHERE { $this ex:width ?y } GROUP BY $this HAVING(COUNT(?y) > 1) }',
    1,
  ],
  [
    'a sub-SELECT without $this',
    '$this ex:carries ?m . { SELECT ?m (COUNT(?y) AS ?x) WHERE { ?y ex:carries ?m } GROUP BY ?m }',
    2,
  ],
  ['UNION', '{ $this ex:carries ?x } UNION { ?x ex:leadsTo $this }', 6],
  [
    'UNION with a sub-SELECT',
    '{ SELECT $this ?x WHERE { $this ex:carries ?x } } UNION { SELECT $this ?x WHERE { ?x ex:leadsTo $this } }',
    6,
  ],
  [
    'UNION that compares $this',
    '{ ?x ex:carries ex:water FILTER(?x != $this) } UNION { $this ex:carries ?x }',
    4,
  ],
  ['OPTIONAL', '?x a ex:Duct . OPTIONAL { ?x ex:leadsTo ?y FILTER(?y = $this) } FILTER(BOUND(?y))', 3],
  [
    'OPTIONAL with a sub-SELECT',
    '?x a ex:Duct . OPTIONAL { SELECT $this ?y WHERE { $this ex:carries ?y } } FILTER(BOUND(?y) && ?x = $this)',
    2,
  ],
  ['FILTER NOT EXISTS', '?x a ex:Duct FILTER NOT EXISTS { $this ex:leadsTo ?x }', 6],
  [
    'FILTER EXISTS with a sub-SELECT',
    '$this ex:width ?x FILTER EXISTS { SELECT $this WHERE { $this ex:carries ?y } }',
    1,
  ],
  ['MINUS', '$this ex:leadsTo ?x MINUS { ?x ex:carries ?y }', 1],
  ['BIND', 'BIND($this AS ?x)', 3],
  ['BIND of a number', '$this ex:width ?y BIND(?y * 2 AS ?x)', 3],
  ['VALUES', '$this ex:carries ?x VALUES ?x { ex:air ex:oil }', 1],
  ['a sequence of properties', '$this ex:leadsTo/ex:leadsTo ?x', 1],
  ['a property path from $this or to itself', '$this ex:leadsTo* ?x', 6],
  ['an inverse property path', '$this (^ex:leadsTo)+ ?x', 6],
  [
    'alternatives and negations',
    '$this (ex:carries|!(ex:leadsTo|ex:width|<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>)) ?x',
    2,
  ],
])('a rule with %s infers in a store what it infers from a file', async (_, where, inferred) => {
  const rule = `CONSTRUCT { $this ex:has ?x } WHERE { ${where} }`;
  const targets = ['sh:targetClass ex:Duct', 'sh:targetNode ex:d1 , ex:d2 , ex:d3'];
  // One of them, for about half of the rules each.
  for (const target of triesAll ? targets : [targets[where.length % 2]!]) {
    const store = new StoreInMemory('');
    store.addTo(data, stored);
    const remote = await run(endpoint, target, rule, store);
    const local = await run(['data.ttl'], target, rule);
    expect(remote.err).toContain(`The rules inferred ${inferred} triple`);
    expect([remote.code, resultsOf(remote.out)]).toEqual([local.code, resultsOf(local.out)]);
    expect([resultsOf(local.out).length, store.graphs]).toEqual([inferred, [data]]);
  }
});

test('what is no triple is left out by the query, since some stores refuse the whole update otherwise', async () => {
  const updates: string[] = [];
  const store = new StoreInMemory('');
  store.addTo(data, stored);
  const update = store.update.bind(store);
  store.update = (text, signal) => {
    updates.push(text);
    return update(text, signal);
  };
  const rule =
    'CONSTRUCT { $this ex:has ?x . ?x ex:has $this . ?x ?y ex:air . ex:air ex:has ?x } WHERE { SELECT $this ?x ?y WHERE { $this ex:carries|ex:width ?x , ?y } }';
  const remote = await run(endpoint, 'sh:targetClass ex:Duct', rule, store);
  const local = await run(['data.ttl'], 'sh:targetClass ex:Duct', rule);
  expect([remote.code, resultsOf(remote.out)]).toEqual([local.code, resultsOf(local.out)]);
  const inserts = updates.flatMap((text) => text.split('INSERT')).filter((text) => text.includes('carries'));
  const asked = inserts.map((text) => [
    /-step> \{([^}]*?)\. *}/.exec(text)?.[1],
    ...(text.match(/FILTER.*/g) ?? []),
  ]);
  expect(asked.slice(0, 4)).toMatchInlineSnapshot(`
    [
      [
        " ?this <http://example.org/ns#has> ?x",
        "FILTER(!(ISLITERAL(?this)))",
      ],
      [
        " ?x <http://example.org/ns#has> ?this",
        "FILTER(!(ISLITERAL(?x)))",
      ],
      [
        " ?x ?y <http://example.org/ns#air>",
        "FILTER(!(ISLITERAL(?x)))",
        "FILTER(ISIRI(?y))",
      ],
      [
        " <http://example.org/ns#air> <http://example.org/ns#has> ?x",
      ],
    ]
  `);
});

test('a rule with more levels of brackets than are read is left out before anything is written', async () => {
  const levels = 62;
  const rule = `CONSTRUCT { $this ex:has ?x } WHERE { ${'{ '.repeat(levels)} SELECT $this ?x WHERE { $this ex:carries ?x } ${'} '.repeat(levels)} }`;
  const store = new StoreInMemory('');
  store.addTo(data, stored);
  const { err } = await run(endpoint, 'sh:targetClass ex:Duct', rule, store);
  expect(err).toContain("is not used. A rule of ex:DuctShape can't be asked as an update.");
  expect(store.graphs).toEqual([data]);
});

function resultsOf(json: string): readonly string[] {
  const { results } = JSON.parse(json) as { readonly results: readonly Record<string, unknown>[] };
  return results.map(({ focusNode, value }) => JSON.stringify([focusNode, value])).toSorted();
}
