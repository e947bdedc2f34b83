import { describe, expect, test } from 'vitest';
import type { ValidationJson } from '../../service/report/validationJson.ts';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { countingTo, StoreInMemory } from '../../testing/storeInMemory.ts';
import { type Store, StoreError } from '../../workspace/store/store.ts';

const files = block`
  #- /data.ttl
  ex:room ex:hasPart ex:sensor ; ex:served ex:ahu .
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Space ;
    sh:property [ sh:path ex:hasPart ; sh:class ex:Point ] ;
    sh:property [ sh:path ( ex:served ex:name ) ; sh:minCount 1 ] .`;
const stored = `
@prefix ex: <http://example.org/ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:room a ex:Office . ex:Office rdfs:subClassOf ex:Space . ex:sensor a ex:Sensor . ex:ahu ex:name "AHU" .
ex:other a ex:Office ; ex:hasPart ex:ahu . ex:secret ex:p ex:q .
`;
const command = 'validate data.ttl --shapes shapes.ttl --context https://store.example/sparql';

test('what a store knows about the nodes of a file counts, and nothing else is asked for', async () => {
  const store = new StoreInMemory(stored);
  const { code, out } = await runInMemory(command, { files, store });
  expect(out).toContain('ex:sensor');
  expect(out).toContain('sh:class');
  expect(out).not.toContain('sh:minCount');
  expect(code).toBe(1);
  expect(store.queries.join()).not.toContain('secret');
  expect(store.queries.length).toBeLessThan(6);
});

test('the same file conforms when the store knows better', async () => {
  const store = new StoreInMemory(`${stored} ex:Sensor rdfs:subClassOf ex:Point .`);
  const { code, err } = await runInMemory(command, { files, store });
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

test('a store that writes a literal in another way than it finds it leaves the verdict open', async () => {
  const behind = new StoreInMemory(`${stored}
    ex:ahu ex:interval "P12M"^^ex:duration . ex:catalogue ex:lists "P12M"^^ex:duration .`);
  const listed = block`
    #- /data.ttl
    ex:room ex:served ex:ahu .
    #- /shapes.ttl
    ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Space ; sh:property [ sh:path ( ex:served ex:interval ) ; sh:node ex:Listed ] .
    ex:Listed a sh:NodeShape ; sh:property [ sh:path [ sh:inversePath ex:lists ] ; sh:minCount 1 ] .`;
  const run = (store: Store) => runInMemory(command, { files: listed, store });
  expect(await run(behind)).toMatchObject({ code: 0 });
  // Virtuoso does this to durations.
  const select: Store['select'] = async (query, signal) =>
    (await behind.select(query, signal)).replaceAll('P12M', '12');
  const { code, out } = await run({ url: behind.url, select });
  expect(code).toBe(3);
  expect(out).toContain('"12"^^<http://example.org/ns#duration> . but does not find it.');
});

test('a store without triples where it is asked leaves the verdict open, and says in which graphs there are some', async () => {
  const store = new StoreInMemory('');
  const nothing = await runInMemory(command, { files, store });
  expect(nothing.out).toContain(
    'It has no triples there. Look whether its address and its graphs are named right.',
  );
  expect(nothing.code).toBe(3);
  store.addTo('http://example.org/rooms', stored);
  const elsewhere = await runInMemory(command, { files, store });
  expect(elsewhere.out).toContain(
    'Not everything that https://store.example/sparql knows was taken into account. Its default graph has no triples, but it has named graphs. Name those that count, such as: https://store.example/sparql FROM <http://example.org/rooms>',
  );
  expect(elsewhere.code).toBe(3);
});

test('a store that has triples, and none about the nodes of a file, is believed', async () => {
  const store = new StoreInMemory('<http://example.org/x> a <http://example.org/Y> .');
  const { code, out } = await runInMemory(`${command} --allow no-targets`, { files, store });
  expect(out).not.toContain('It has no triples');
  expect(code).toBe(0);
});

test('JSON names the triples that a result rests on and that only a store states', async () => {
  const store = new StoreInMemory(stored);
  const { out } = await runInMemory(`${command} --format json`, { files, store });
  const { results } = JSON.parse(out) as ValidationJson;
  const ns = 'http://example.org/ns#';
  const a = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
  expect(results.map(({ value, statedBy }) => ({ value, statedBy }))).toEqual([
    {
      value: `<${ns}sensor>`,
      statedBy: [
        {
          store: 'https://store.example/sparql',
          triples: [`<${ns}room> ${a} <${ns}Office> .`, `<${ns}sensor> ${a} <${ns}Sensor> .`],
        },
      ],
    },
  ]);
});

test('a store that does not answer leaves the verdict open and is named with the reason', async () => {
  const store = {
    url: 'https://store.example/sparql',
    select: () => Promise.reject(new StoreError('It is being repaired.')),
  };
  const { code, out, err } = await runInMemory(command, { files, store });
  expect(code).toBe(3);
  expect(out + err).toContain('https://store.example/sparql');
  expect(out + err).toContain('It is being repaired.');
});

test('a path may lead from one store into another one and back, whatever their order', async () => {
  const said: Record<string, string> = {
    one: 'ex:room a ex:Office . ex:Office rdfs:subClassOf ex:Space . ex:ahu ex:name "AHU" .',
    other: 'ex:room ex:served ex:ahu . ex:sensor a ex:Sensor . ex:Sensor rdfs:subClassOf ex:Part .',
    third: 'ex:Part rdfs:subClassOf ex:Point .',
  };
  const twoParts = block`
    #- /data.ttl
    ex:room ex:hasPart ex:sensor .
    ${files.slice(files.indexOf('#- /shapes.ttl'))}`;
  const prefixes = stored.split('\n')[1]!;
  const validateWith = (names: readonly string[]) => {
    const stores = names.map((name) => `--context https://${name}.example/sparql`).join(' ');
    return runInMemory(`validate data.ttl --shapes shapes.ttl ${stores}`, {
      files: twoParts,
      store: ({ url }) => new StoreInMemory(prefixes + said[new URL(url).host.split('.')[0]!]),
    });
  };
  for (const names of [
    ['one', 'other', 'third'],
    ['third', 'other', 'one'],
  ])
    expect(await validateWith(names)).toMatchObject({ code: 0, err: '' });
  expect((await validateWith(['one', 'other'])).out).toContain('sh:class');
  expect((await validateWith(['one', 'third'])).out).toContain('sh:minCount');
});

test('what follows from the triples of a small store counts, and so do queries that look at all of them', async () => {
  const schema = 'ex:served rdfs:range ex:Point . ex:hasPart rdfs:range ex:Point .';
  const inferred = new StoreInMemory(`${stored} ${schema}`);
  const { code, err } = await runInMemory(`${command} --inference rdfs`, { files, store: inferred });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const query = `${files}
ex:RoomShape sh:sparql [ sh:select "SELECT $this ?value { ?value ?any <http://example.org/ns#q> }" ] .`;
  const all = await runInMemory(`${command} --inference none`, { files: query, store: inferred });
  expect(all.out).toContain('ex:secret');
  expect(all.code).toBe(1);
});

test('what follows from a store leaves the verdict open when it is too large to fetch', async () => {
  const store = countingTo(500_001, new StoreInMemory(stored));
  const { code, out, err } = await runInMemory(`${command} --inference rdfs`, {
    files: files.replace('sh:class ex:Point', 'sh:class ex:Sensor'),
    store,
  });
  expect(out + err).toContain('inference depends on all of its triples. It has 500001 triples');
  expect(code).toBe(3);
});

test('a store that cuts its answers is asked for less, until they are whole', async () => {
  const whole = new StoreInMemory(`${stored} ex:Sensor rdfs:subClassOf ex:Point .`);
  let cut = 0;
  const store = {
    url: whole.url,
    async select(query: string, signal: AbortSignal) {
      const answer = JSON.parse(await whole.select(query, signal));
      const { bindings } = answer.results;
      if (bindings.length > 3) cut++;
      return JSON.stringify({ ...answer, results: { bindings: bindings.slice(0, 3) } });
    },
  };
  const { code, err } = await runInMemory(command, { files, store });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(cut).toBeGreaterThan(0);
});

test('a store that does not say to which part of a question a value belongs leaves the verdict open', async () => {
  const whole = new StoreInMemory(stored);
  const store = {
    url: whole.url,
    async select(query: string, signal: AbortSignal) {
      const answer = JSON.parse(await whole.select(query, signal));
      for (const row of answer.results.bindings) if (row.o?.type === 'literal') delete row.k;
      return JSON.stringify(answer);
    },
  };
  const { out } = await runInMemory(`${command} --format json`, { files, store });
  const { notChecked } = JSON.parse(out) as { readonly notChecked: readonly { readonly reason: string }[] };
  const reasons = notChecked.map(({ reason }) => reason).join('\n');
  expect(reasons).toContain(
    'It answers with a triple that was not asked for: <http://example.org/ns#ahu> <http://example.org/ns#name> "AHU"',
  );
});

test.each(['--watch', '--engine both'])('%s refuses a store', async (option) => {
  const { code, err } = await runInMemory(`${command} ${option}`, { files });
  expect(code).toBe(2);
  expect(err).toContain('address of a store');
});

describe('a store that a file links', () => {
  const linked = (context: string) => block`
    #- /data.ttl
    # shapes: shapes.ttl
    # context: ${context}
    ex:room ex:hasPart ex:sensor ; ex:served ex:ahu .
    #- /shapes.ttl${files.split('#- /shapes.ttl')[1]!}`;
  const header = '<https://store.example/sparql>';
  const conforming = `${stored} ex:Sensor rdfs:subClassOf ex:Point .`;

  test('is not asked by itself: the verdict stays open, with the remedy', async () => {
    const { code, out, err } = await runInMemory('validate data.ttl', { files: linked(header) });
    expect(code).toBe(3);
    expect(out + err).toContain(
      "What https://store.example/sparql knows was not taken into account. Allow its host first: on the command line by the option '--allow-store HOST' of validate and repair",
    );
  });

  test.each([
    ['an option', 'validate data.ttl --allow-store STORE.example', {}],
    ['the environment', 'validate data.ttl', { SHACL_REPAIR_ALLOW_STORE: 'a.example, store.example' }],
  ])('is asked when %s allows its host', async (_, command, env) => {
    const store = new StoreInMemory(conforming);
    const { code, err } = await runInMemory(command, { files: linked(header), store, env });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(store.queries.length).toBeGreaterThan(0);
  });

  test('is not asked when another host is allowed', async () => {
    const store = new StoreInMemory(conforming);
    const { code } = await runInMemory('validate data.ttl --allow-store example', {
      files: linked(header),
      store,
    });
    expect({ code, queries: store.queries }).toEqual({ code: 3, queries: [] });
  });

  test('may be named by the project file, with graphs', async () => {
    const store = new StoreInMemory(conforming);
    const project = JSON.stringify({
      links: [
        {
          data: '*.ttl',
          shapes: 'shapes.ttl',
          context: { store: 'https://store.example/sparql', graphs: ['http://example.org/a'] },
        },
      ],
    });
    const setup = { files, texts: { '/shacl-repair.jsonc': project }, store };
    const { code } = await runInMemory('validate data.ttl --allow-store store.example', setup);
    expect(code).toBe(0);
    const { out, err } = await runInMemory('validate data.ttl', setup);
    expect(out + err).toContain(
      'What https://store.example/sparql?default-graph-uri=http%3A%2F%2Fexample.org%2Fa knows was not',
    );
  });

  test('an IRI that a file declares as an ontology means this file', async () => {
    const { code, out, err } = await runInMemory('validate data.ttl', {
      files: block`
        ${linked('<http://example.org/types>')}
        #- /types.ttl
        <http://example.org/types> a owl:Ontology .
        ex:room a ex:Space . ex:sensor a ex:Point . ex:ahu ex:name "AHU" .`,
    });
    expect({ code, out, err }).toMatchObject({ code: 0 });
  });

  test.each([
    ['<https://me:secret@store.example/sparql>', 'holds a user name or password'],
    ['<https://store.example/sparql#part>', 'has no part after #'],
  ])('%s is refused', async (address, reason) => {
    const { code, out, err } = await runInMemory('validate data.ttl --allow-store store.example', {
      files: linked(address),
    });
    expect(code).toBe(3);
    expect(out + err).toContain(reason);
  });
});

test('other commands say which one takes addresses', async () => {
  const { code, err } = await runInMemory(`${command.replace('validate', 'infer')} --out -`, { files });
  expect(code).toBe(2);
  expect(err).toContain("'shacl-repair validate' and 'repair' take the address");
});
