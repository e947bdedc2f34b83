import { expect, test } from 'vitest';
import { block, fixtureRoot, parseFixture } from '../../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../../testing/inMemoryFileSystem.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import { defaultSettings } from '../../../workspace/project/settings.ts';
import type { StoreAddress } from '../../../workspace/project/storeLink.ts';
import { type Store, StoreError } from '../../../workspace/store/store.ts';
import { AnalysisHost } from '../analysisHost.ts';
import { unitReport } from '../unitReport.ts';
import type { StoreOpener } from './linkedStores.ts';
import type { Unasked } from './unaskedStores.ts';

const files = block`
  #- /data.ttl
  # shapes: shapes.ttl
  # context: <https://store.example/sparql>
  ex:room ex:hasPart ex:sensor ; ex:served ex:ahu .
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Space ;
    sh:property [ sh:path ex:hasPart ; sh:class ex:Point ] ;
    sh:property [ sh:path ( ex:served ex:name ) ; sh:minCount 1 ] .
  ex:LabelledShape a sh:NodeShape ; sh:property [ sh:path ex:label ; sh:minCount 1 ] .`;
const stored = `
@prefix ex: <http://example.org/ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:room a ex:Office . ex:Office rdfs:subClassOf ex:Space . ex:sensor a ex:Sensor . ex:ahu ex:name "AHU" .
ex:valve a ex:Valve . ex:Valve rdfs:subClassOf ex:Point .
`;
const data = `${fixtureRoot}/data.ttl`;
const unaborted = new AbortController().signal;

/** A host on the files, whose stores are opened as the test says. */
function hostWith(open: (address: StoreAddress) => Store | Unasked, settings = defaultSettings) {
  const fixture = parseFixture(files).files;
  const stores: StoreOpener = { open: async (address) => open(address) };
  const host = new AnalysisHost({
    fileSystem: new InMemoryFileSystem(fixture.map(({ uri, text }) => [uri, text])),
    stores,
  });
  host.configure({
    folders: [{ uri: fixtureRoot, settings }],
    settings,
    quarantined: new Set(),
  });
  let version = 1;
  let { text } = fixture[0]!;
  host.openDocument(data, version, text);
  const validate = async () => {
    const { status, diagnostics } = await host.validate(data, unaborted);
    const { verdict, reasons, results } = status;
    const shown = (diagnostics.get(data) ?? []).map(({ code, message }) => `${code}: ${message}`);
    return { verdict, results, reasons: reasons.map(({ message }) => message), shown };
  };
  return {
    host,
    validate,
    label: (signal = unaborted) => host.fetchLabels(data, async () => {}, signal),
    settle: (signal = unaborted) => host.settleStores(data, async () => {}, signal),
    edit(from: string, to: string) {
      text = text.replace(from, to);
      host.openDocument(data, ++version, text);
    },
  };
}

const isBeingAsked = 'What https://store.example/sparql knows was not taken into account. It is being asked.';

test('local results come first, and the verdict is open until the store has answered', async () => {
  const { validate, settle } = hostWith(() => new StoreInMemory(stored));
  expect(await validate()).toMatchObject({ reasons: [isBeingAsked], results: 0 });
  expect(await settle()).toBe(true);
  expect(await validate()).toMatchObject({ verdict: 'violates', results: 1 });
  expect(await settle()).toBe(false);
});

test('an edit asks only for what is new, and an edit of what is known asks nothing', async () => {
  const store = new StoreInMemory(stored);
  const { validate, settle, edit } = hostWith(() => store);
  await validate();
  await settle();
  store.queries.length = 0;
  edit('ex:sensor ;', 'ex:valve ;');
  await validate();
  expect(await settle()).toBe(true);
  expect(store.queries.join()).toContain('valve');
  expect(store.queries.join()).not.toContain('ns#ahu');
  expect(await validate()).toMatchObject({ verdict: 'conforms', reasons: [] });
  store.queries.length = 0;
  edit('ex:valve ;', 'ex:valve, ex:sensor ;');
  // What the store said before counts at once.
  expect(await validate()).toMatchObject({ results: 1 });
  await settle();
  expect(store.queries).toEqual([]);
});

test('after an edit that asks for nothing the verdict is decided at once, and never before all is known', async () => {
  const store = new StoreInMemory(stored);
  const { validate, settle, edit } = hostWith(() => store);
  await validate();
  await settle();
  store.queries.length = 0;
  edit('ex:sensor ;', 'ex:valve ;');
  expect(await validate()).toMatchObject({
    verdict: 'undecided',
    reasons: [expect.stringContaining('It is being asked.')],
  });
  expect(await settle()).toBe(true);
  expect(await validate()).toMatchObject({ verdict: 'conforms' });
  store.queries.length = 0;
  for (const [from, to, verdict] of [
    ['ex:valve ;', 'ex:sensor ;', 'violates'],
    ['ex:sensor ;', 'ex:valve ; ex:note "a" ;', 'conforms'],
    ['ex:room ', '# A comment.\nex:room ', 'conforms'],
    ['ex:served ex:ahu', 'ex:served ex:ahu, ex:valve, ex:sensor', 'conforms'],
    ['ex:hasPart ex:valve', 'ex:hasPart ex:valve, ex:room', 'violates'],
  ] as const) {
    edit(from, to);
    expect(await validate()).toMatchObject({ verdict });
    expect(await settle()).toBe(false);
  }
  expect(store.queries).toEqual([]);
});

test('with inference a small store is fetched as a whole, once', async () => {
  const inferred = `${stored} ex:hasPart rdfs:range ex:Point . ex:served rdfs:domain ex:Building .`;
  const store = new StoreInMemory(inferred);
  const { validate, settle, edit } = hostWith(() => store, { ...defaultSettings, inference: 'rdfs' });
  expect(await validate()).toMatchObject({ verdict: 'undecided' });
  expect(await settle()).toBe(true);
  expect(await validate()).toMatchObject({ verdict: 'conforms', reasons: [] });
  store.queries.length = 0;
  edit('ex:sensor ;', 'ex:lamp ; ex:serves ex:hall ;');
  edit('ex:served ex:ahu', 'ex:served ex:lamp');
  expect(await validate()).toMatchObject({ verdict: 'violates', results: 1 });
  expect(await settle()).toBe(false);
  expect(store.queries).toEqual([]);
});

test('a store that is too large for inference leaves the verdict open with the reason', async () => {
  const store = new StoreInMemory(stored);
  const tooLarge: Store = {
    url: store.url,
    async select(query, signal) {
      const answer = await store.select(query, signal);
      // The number of all triples.
      const { results } = JSON.parse(answer);
      if (query.includes('WHERE { ?s ?p ?o . }')) results.bindings[0].n.value = '900000';
      return JSON.stringify({ ...JSON.parse(answer), results });
    },
  };
  const { validate, settle } = hostWith(() => tooLarge, { ...defaultSettings, inference: 'rdfs' });
  await validate();
  await settle();
  expect(await validate()).toMatchObject({
    verdict: 'undecided',
    reasons: [expect.stringContaining('It has 900000 triples, more than the 500000')],
    results: 1,
  });
});

test('a store that is not allowed is not asked, which is said at the link with a fix', async () => {
  const refusal: Unasked = {
    message: 'You have not allowed it.',
    severity: 'information',
    fixes: [{ kind: 'allowStore', store: { url: 'https://store.example/sparql', graphs: [] } }],
  };
  const store = new StoreInMemory(stored);
  let answer: Store | Unasked = refusal;
  const { host, validate, settle } = hostWith(() => answer);
  await validate();
  await settle();
  const reason =
    'What https://store.example/sparql knows was not taken into account. You have not allowed it.';
  expect(await validate()).toMatchObject({
    verdict: 'undecided',
    reasons: [reason],
    shown: [`link: ${reason}`],
  });
  expect(await settle()).toBe(false);
  const at = { start: host.openedDocument(data)!.text.indexOf('<https'), end: 50 };
  const actions = await host.codeActions(data, at, unaborted);
  expect(actions.map(({ title, command }) => ({ title, command }))).toEqual([
    {
      title: 'Ask store.example',
      command: { kind: 'allowStore', url: 'https://store.example/sparql', graphs: [] },
    },
  ]);
  expect(store.queries).toEqual([]);
  answer = store;
  host.forgetStores();
  await validate();
  await settle();
  expect(await validate()).toMatchObject({ verdict: 'violates' });
});

test('a store that does not answer leaves the verdict open with the reason, and local results stay', async () => {
  const { validate, settle, edit } = hostWith(() => ({
    url: 'https://store.example/sparql',
    select: () => Promise.reject(new StoreError('It is being repaired.')),
  }));
  edit('ex:room ', 'ex:hall a ex:Space ; ex:hasPart ex:hall . ex:room ');
  await validate();
  await settle();
  expect(await validate()).toMatchObject({ verdict: 'undecided', results: 2 });
  edit('ex:hall a ex:Space ; ex:hasPart ex:hall . ', '');
  await validate();
  await settle();
  expect(await validate()).toMatchObject({
    verdict: 'undecided',
    reasons: [
      expect.stringMatching(
        /^Not everything that https:\/\/store.example\/sparql knows was taken into account. It is being repaired. It was asked for /,
      ),
    ],
  });
});

test('what was not answered when a newer text came is asked for again', async () => {
  const store = new StoreInMemory(stored);
  let hold: (() => void) | undefined;
  const { validate, settle } = hostWith(() => ({
    url: store.url,
    async select(query, signal) {
      if (!hold)
        await new Promise<void>((_, reject) => {
          hold = () => reject(signal.reason);
          signal.addEventListener('abort', () => hold!());
        });
      return store.select(query, signal);
    },
  }));
  await validate();
  const controller = new AbortController();
  const first = settle(controller.signal);
  while (!hold) await new Promise((resolve) => setTimeout(resolve));
  controller.abort(new Error('newer text'));
  await expect(first).rejects.toThrow('newer text');
  expect(await validate()).toMatchObject({ verdict: 'undecided' });
  await settle();
  expect(await validate()).toMatchObject({ verdict: 'violates', results: 1 });
});

test('a result says what it rests on that only a store states, and leads to no place there', async () => {
  const { host, validate, settle } = hostWith(
    () => new StoreInMemory(`${stored} ex:room ex:hasPart ex:lamp .`),
  );
  await validate();
  await settle();
  const { shown } = await validate();
  const from = '\nAccording to https://store.example/sparql: ';
  expect(shown).toEqual([
    expect.stringContaining(`${from}ex:room a ex:Office; ex:sensor a ex:Sensor.`),
    expect.stringContaining(`${from}ex:room ex:hasPart ex:lamp; ex:room a ex:Office.`),
  ]);
  const { diagnostics } = await host.validate(data, unaborted);
  expect([...diagnostics.keys()]).toEqual([data]);
  const places = [...diagnostics.values()]
    .flat()
    .flatMap(({ related }) => related.map(({ place }) => place.uri));
  expect(places.filter((uri) => uri.startsWith('http'))).toEqual([]);
  const { results } = unitReport(await host.analysis(data, unaborted));
  expect(results.map(({ place }) => place?.uri)).toEqual([data, data]);
  for (const { key } of results) {
    const [explained] = await host.why(data, { key }, unaborted);
    expect(JSON.stringify(explained)).toContain('according to https://store.example/sparql');
    expect(JSON.stringify(explained)).not.toContain('"uri":"https://store.example');
  }
});

test.each([
  [
    'ex:LabelledShape',
    'violates',
    ['sh:minCount: ex:room has no value of ex:label, but needs at least 1'],
    [],
  ],
  ['ex:UnknownShape', 'undecided', [], ['ex:room is to conform to ex:UnknownShape by sh:shape']],
])('that a node is to conform to %s may be said in a store only', async (shape, verdict, shown, reasons) => {
  const types = stored.replace('ex:sensor a ex:Sensor', 'ex:sensor a ex:Point');
  const { validate, settle, edit } = hostWith(
    () =>
      new StoreInMemory(`${types} @prefix sh: <http://www.w3.org/ns/shacl#> . ex:room sh:shape ${shape} .`),
  );
  const settled = async () => {
    await validate();
    await settle();
    return validate();
  };
  const found = await settled();
  expect(found.verdict).toBe(verdict);
  expect(found.shown.map((each) => each.split('\n')[0])).toEqual(shown);
  expect(found.reasons).toEqual(reasons.map((reason) => expect.stringContaining(reason)));
  // Only nodes of the data are judged, and those that an edit makes such are asked about as well.
  edit('ex:room ex:hasPart', 'ex:other ex:hasPart');
  expect(await settled()).toMatchObject({
    verdict: 'nothingToCheck',
    reasons: [expect.stringContaining('target')],
  });
  edit('ex:other ex:hasPart', 'ex:room ex:hasPart');
  expect((await settled()).verdict).toBe(verdict);
});

test('repairs change files only, and the features of the language lead to files only', async () => {
  const lamp = `${stored} ex:room ex:hasPart ex:lamp .`;
  const { host, validate, settle } = hostWith(() => new StoreInMemory(lamp));
  await validate();
  await settle();
  await validate();
  const whole = { start: 0, end: host.openedDocument(data)!.text.length };
  const actions = await host.codeActions(data, whole, unaborted);
  expect(actions.length).toBeGreaterThan(0);
  const changed = actions.flatMap(({ edits }) => edits.map(({ uri }) => uri));
  expect(changed.filter((uri) => uri !== data)).toEqual([]);
  const file = await host.analysedFile(data, unaborted);
  expect(file!.documents.filter(({ uri }) => uri.startsWith('http'))).toEqual([]);
});

test('labels are asked for once the verdict is decided, each term once, and change no verdict', async () => {
  const store = new StoreInMemory(`${stored} ex:room rdfs:label "Room 1" . ex:pump rdfs:label "Pump" .`);
  const { host, validate, settle, label, edit } = hostWith(() => store);
  await validate();
  expect(await label()).toBe(false);
  expect(store.queries).toEqual([]);
  await settle();
  const { verdict, shown } = await validate();
  store.queries.length = 0;
  expect(await label()).toBe(true);
  expect(store.queries).toHaveLength(1);
  for (const name of ['room', 'sensor', 'hasPart', 'Office', 'Sensor'])
    expect(store.queries[0]).toContain(`ns#${name}>`);
  expect(await validate()).toMatchObject({ verdict, shown });
  expect(await label()).toBe(false);
  edit('ex:sensor ;', 'ex:sensor ; ex:beside ex:pump ;');
  await validate();
  store.queries.length = 0;
  expect(await settle()).toBe(false);
  expect(await label()).toBe(true);
  expect(store.queries).toHaveLength(1);
  expect(store.queries[0]).toContain('ns#pump>');
  expect(store.queries[0]).not.toContain('ns#room>');
  edit('ex:room ', '# A comment.\nex:room ');
  await validate();
  expect(await label()).toBe(false);
  expect(store.queries).toHaveLength(1);
  host.forgetStores();
  await validate();
  await settle();
  await validate();
  expect(await label()).toBe(true);
});

test('a store that does not tell labels leaves the verdict as it is, and is not asked for them again', async () => {
  const store = new StoreInMemory(stored);
  let refused = 0;
  const { validate, settle, label } = hostWith(() => ({
    url: store.url,
    select(query, signal) {
      if (!query.includes('prefLabel')) return store.select(query, signal);
      refused++;
      return Promise.reject(new StoreError('It is being repaired.', { isWorthSplitting: true }));
    },
  }));
  await validate();
  await settle();
  expect(await label()).toBe(false);
  expect(await label()).toBe(false);
  expect(refused).toBe(1);
  expect(await validate()).toMatchObject({ verdict: 'violates', results: 1, reasons: [] });
});

test('terms of stores are kept while others are forgotten', async () => {
  const { host, validate, settle } = hostWith(() => new StoreInMemory(stored));
  await validate();
  await settle();
  host.forgetTerms();
  expect(await validate()).toMatchObject({ verdict: 'violates', results: 1 });
});
