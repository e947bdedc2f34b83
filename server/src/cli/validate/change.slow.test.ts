import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory, type TestSetup } from '../../testing/runInMemory.ts';
import { countingTo, StoreInMemory } from '../../testing/storeInMemory.ts';
import { givenChange } from './changeOfStore.ts';

const prefixes = block`
  @prefix ex: <http://example.org/ns#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
`;
const shapes = block`
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:hasPart ; sh:class ex:Point ] ;
    sh:property [ sh:path ( ex:served ex:name ) ; sh:minCount 1 ] .
`;
const base = 'ex:sensor a ex:Sensor . ex:ahu ex:name "AHU" . ex:meter a ex:Thing .';
const stored = `
  ex:a a ex:Room ; ex:hasPart ex:sensor ; ex:served ex:ahu .
  ex:b a ex:Office ; ex:hasPart ex:meter ; ex:served ex:ahu . ex:Office rdfs:subClassOf ex:Room .
  ex:far a ex:Room ; ex:hasPart ex:thing . ex:Sensor rdfs:subClassOf ex:Point .`;

const context = '--shapes shapes.ttl --context https://store.example/sparql';

interface Result {
  readonly known: boolean;
  readonly focusNode: string;
  readonly location: object | null;
}

/** What a change brings, leaves and ends, as `new a`, `known b`, `gone c`, and the exit code. */
async function effects(
  data: string,
  before = base,
  args = 'base.ttl..data.ttl',
  setup: Partial<TestSetup> = {},
  given = context,
) {
  const files = `#- /base.ttl\n${before}\n#- /data.ttl\n${data}\n${shapes}`;
  const store = new StoreInMemory(`${prefixes}${before} ${stored}`);
  const { code, out, err } = await runInMemory(`validate --change ${args} ${given} --format json`, {
    files,
    store,
    ...setup,
  });
  const { results, gone, focusNodes, notChecked } = JSON.parse(out);
  const name = ({ focusNode }: Result) => focusNode.replace(/.*#(.*)>/, '$1');
  return {
    effects: [
      ...results.map((result: Result) => `${result.known ? 'known' : 'new'} ${name(result)}`),
      ...gone.map((result: Result) => `gone ${name(result)}`),
    ].toSorted(),
    code,
    focusNodes,
    err,
    notChecked: notChecked.map(({ reason }: { reason: string }) => reason),
    queries: store.queries,
  };
}

describe('a change of a file that a store holds', () => {
  test('has results at nodes that only the store describes', async () => {
    expect(await effects(base.replace('ex:sensor a ex:Sensor .', ''))).toMatchObject({
      effects: ['new a'],
      code: 1,
    });
    expect(await effects(base.replace('ex:name "AHU"', 'ex:label "AHU"'))).toMatchObject({
      effects: ['known b', 'new a', 'new b'],
      code: 1,
    });
  });

  test('does not ask for nodes that it does not matter to', async () => {
    const { queries, focusNodes } = await effects(base.replace('ex:sensor a ex:Sensor .', ''));
    expect(queries.join()).not.toMatch(/#far|#b>|#thing/);
    expect(focusNodes).toBe(1);
  });

  test('ends results, which does not fail', async () => {
    expect(await effects(base.replace('ex:Thing', 'ex:Sensor'))).toMatchObject({
      effects: ['gone b'],
      code: 0,
    });
  });

  test('leaves results where they were: they are known, and do not count', async () => {
    expect(await effects(base.replace('"AHU"', '"Unit"'))).toMatchObject({
      effects: ['known b'],
      code: 0,
    });
  });

  test('may change what is below a class', async () => {
    expect(await effects(`${base} ex:Thing rdfs:subClassOf ex:Point .`)).toMatchObject({
      effects: ['gone b'],
      code: 0,
    });
  });

  test('is undecided where the store holds nothing of the file before it', async () => {
    const other = 'ex:pump a ex:Pump ; ex:feeds ex:coil .';
    const given = { texts: { '/other.ttl': `${prefixes}${other}` } };
    const {
      code,
      effects: brought,
      notChecked,
    } = await effects(`${other} ex:coil a ex:Coil .`, base, 'other.ttl..data.ttl', given);
    expect([code, brought]).toEqual([3, []]);
    expect(notChecked.join()).toContain('It has no triple that the file stated before the change');
  });

  test('that matters to no node is fine', async () => {
    expect(await effects(`${base} ex:x ex:y ex:z .`)).toMatchObject({ effects: [], code: 0, focusNodes: 0 });
    expect(await effects(base)).toMatchObject({ effects: [], code: 0 });
  });

  test('adds all of a file when there is no base', async () => {
    expect(await effects('ex:c a ex:Room ; ex:served ex:ahu .', base, 'data.ttl')).toMatchObject({
      effects: [],
      code: 0,
      focusNodes: 1,
    });
    expect(await effects('ex:c a ex:Room .', base, 'data.ttl')).toMatchObject({
      effects: ['new c'],
      code: 1,
    });
  });

  test('finds the blank nodes that it is about by their descriptions', async () => {
    const parts =
      'ex:a ex:hasPart [ ex:name "x" ; ex:type [ ex:name "y" ] ] , [ ex:name "z" ; a ex:Sensor ] .';
    const changed = parts.replace('[ ex:name "x"', '[ a ex:Sensor ; ex:name "x"');
    expect(await effects(`${base} ${changed}`, `${base} ${parts}`)).toMatchObject({
      effects: ['gone a'],
      code: 0,
    });
  });

  test('is undecided where the store has no such blank node', async () => {
    const files = `#- /base.ttl\nex:a ex:hasPart [ ex:name "x" ] .\n#- /data.ttl\n${base}\n${shapes}`;
    const { notChecked, code } = await effects(base, base, undefined, { files });
    expect(code).toBe(3);
    expect(notChecked.join()).toContain('and there is none that is described in this way.');
  });

  describe('with what follows in the store', () => {
    const named = 'ex:sensor a ex:Sensor . ex:ahu ex:title "AHU" . ex:meter a ex:Thing .';
    const store = () =>
      new StoreInMemory(`${prefixes}${base} ${stored} ex:title rdfs:subPropertyOf ex:name .`);

    test('is no change where the same follows', async () => {
      const plain = await effects(named, base, 'base.ttl..data.ttl', { store: store() });
      expect(plain.effects).toEqual(expect.arrayContaining(['new a', 'new b']));
      const inferred = await effects(named, base, 'base.ttl..data.ttl --inference rdfs', { store: store() });
      expect(inferred).toMatchObject({ code: 0, err: '', notChecked: [] });
      expect(inferred.effects.filter((each) => !each.startsWith('known'))).toEqual([]);
    });

    test('brings what no longer follows', async () => {
      const removed = 'ex:sensor a ex:Sensor . ex:meter a ex:Thing .';
      const { effects: found, code } = await effects(removed, named, 'base.ttl..data.ttl --inference rdfs', {
        store: new StoreInMemory(`${prefixes}${named} ${stored} ex:title rdfs:subPropertyOf ex:name .`),
      });
      expect(found).toEqual(expect.arrayContaining(['new a', 'new b']));
      expect(code).toBe(1);
    });

    test('rules of the shapes are run with and without the change', async () => {
      const rules = block`
        ex:SupplyShape a sh:NodeShape ; sh:targetSubjectsOf ex:feeds ;
          sh:rule [ a sh:TripleRule ; sh:subject sh:this ; sh:predicate ex:name ; sh:object [ sh:path ex:feeds ] ] .`;
      const before = `${base} ex:fan ex:feeds ex:a .`;
      const lost = 'ex:sensor a ex:Sensor . ex:meter a ex:Thing . ex:ahu ex:feeds ex:a .';
      const files = `#- /base.ttl\n${before}\n#- /data.ttl\n${lost}\n${shapes}${rules}`;
      const held = new StoreInMemory(`${prefixes}${before} ${stored}`);
      const { effects: found, code } = await effects(lost, before, 'base.ttl..data.ttl --inference rules', {
        files,
        store: held,
      });
      expect(found.filter((each) => !each.startsWith('known'))).toEqual([]);
      expect(code).toBe(0);
    });

    test('is undecided in a store that is too large', async () => {
      const { notChecked, code } = await effects(named, base, 'base.ttl..data.ttl --inference rdfs', {
        store: countingTo(500_001, store()),
      });
      expect(code).toBe(3);
      expect(notChecked.join()).toContain(
        'What follows by inference depends on all of its triples. It has 500001',
      );
    });
  });

  test('is told in text, with what is gone', async () => {
    const data = 'ex:sensor a ex:Thing . ex:meter a ex:Sensor . ex:ahu ex:name "AHU" .';
    const { out, code } = await runInMemory(`validate --change base.ttl..data.ttl ${context}`, {
      files: `#- /base.ttl\n${base}\n#- /data.ttl\n${data}\n${shapes}`,
      store: new StoreInMemory(`${prefixes}${base} ${stored}`),
    });
    expect(code).toBe(1);
    expect(out.replaceAll(/\[[0-9a-f]{12}\]/g, '[key]').replace(/\d+ ms/, '1 ms')).toMatchInlineSnapshot(`
      "violation[sh:class]: ex:hasPart of ex:a is not an instance of ex:Point: ex:sensor
        No linked file describes the class ex:Thing. Link its ontology.
        --> sh:class at ex:a, path ex:hasPart, value ex:sensor [key]

      gone: sh:class at ex:b, path ex:hasPart, value ex:meter [key]

      1 result in 1 file (1 violation), checked with builtin in 1 ms; 1 result gone
      "
    `);
  });
});

describe('several stores', () => {
  const first = new StoreInMemory(`${prefixes}${base} ${stored}`);
  const second = new StoreInMemory(
    `${prefixes} ex:away a ex:Hall ; ex:hasPart ex:sensor ; ex:served ex:unit . ex:unit ex:name "U" . ex:Hall rdfs:subClassOf ex:Office .`,
  );
  const both = ({ url }: { readonly url: string }) => (url.includes('second') ? second : first);
  const other = 'https://second.example/sparql';
  const args = `base.ttl..data.ttl --context https://store.example/sparql --context ${other}`;
  const lost = base.replace('ex:sensor a ex:Sensor .', '');

  test('the first holds the file, and paths lead back from it into the others', async () => {
    const setup = { store: both };
    expect(await effects(lost, base, `${args} --shapes shapes.ttl`, setup, '')).toMatchObject({
      effects: ['new a', 'new away'],
      code: 1,
    });
    const without = new StoreInMemory(`${prefixes}${lost} ${stored}`);
    const store = ({ url }: { readonly url: string }) => (url.includes('second') ? second : without);
    expect((await effects(base, lost, `${args} --shapes shapes.ttl`, { store }, '')).effects).toEqual([
      'gone a',
      'gone away',
    ]);
  });

  test('what the others state too is not lost', async () => {
    const store = ({ url }: { readonly url: string }) =>
      url.includes('second') ? new StoreInMemory(`${prefixes} ex:sensor a ex:Sensor .`) : first;
    expect(await effects(lost, base, `${args} --shapes shapes.ttl`, { store }, '')).toMatchObject({
      effects: [],
      code: 0,
    });
  });

  test('that holds the file and is given twice is no context of itself', async () => {
    const twice = `base.ttl..data.ttl --context https://store.example/sparql ${context}`;
    expect((await effects(lost, base, twice, { store: first }, '')).effects).toEqual(['new a']);
  });

  test('nothing is removed from the others', async () => {
    const swapped = `base.ttl..data.ttl --context ${other} --context https://store.example/sparql --shapes shapes.ttl`;
    expect(await effects(lost, base, swapped, { store: both }, '')).toMatchObject({ effects: [], code: 3 });
  });

  test('with what follows in both', async () => {
    const inferring = `${args} --shapes shapes.ttl --inference rdfs`;
    expect((await effects(lost, base, inferring, { store: both }, '')).effects).toEqual(
      expect.arrayContaining(['new a', 'new away']),
    );
  });

  test('one that is too large to infer from is named', async () => {
    const store = ({ url }: { readonly url: string }) =>
      url.includes('second') ? countingTo(500_001, second) : first;
    const inferring = `${args} --shapes shapes.ttl --inference rdfs`;
    const { notChecked, code } = await effects(lost, base, inferring, { store }, '');
    expect(code).toBe(3);
    expect(notChecked).toEqual([
      expect.stringMatching(
        /^Not everything that https:\/\/second\.example\/sparql knows .* What follows by inference .* 500001/,
      ),
    ]);
  });

  const linking = (data: string) =>
    `#- /base.ttl\n${base}\n#- /data.ttl\n# shapes: shapes.ttl\n# context: <${other}>\n${data}\n${shapes}`;
  const linked = 'base.ttl..data.ttl --context https://store.example/sparql';

  test('those that the file links are asked where they are allowed', async () => {
    const setup = { store: both, files: linking(lost) };
    const allowed = await effects(lost, base, `${linked} --allow-store second.example`, setup, '');
    expect(allowed).toMatchObject({ effects: ['new a', 'new away'], code: 1 });
    const refused = await effects(lost, base, linked, setup, '');
    expect(refused).toMatchObject({ effects: ['new a'], code: 3 });
    expect(refused.notChecked.join()).toContain(
      `What ${other} knows was not taken into account. Allow its host`,
    );
  });

  test('also against a revision', async () => {
    const { out, code } = await runInMemory(
      'validate data.ttl --changed-since main --context https://store.example/sparql --allow-store second.example --format json',
      { files: linking(lost), revisions: { main: linking(base) }, store: both },
    );
    expect(JSON.parse(out).results).toHaveLength(2);
    expect(code).toBe(1);
  });
});

test('--changed-since compares the store with what the file was at a revision', async () => {
  const now = `#- /data.ttl\n${base.replace('ex:Sensor', 'ex:Thing')}\n${shapes}`;
  const run = (then: string) =>
    runInMemory(`validate data.ttl --changed-since main ${context} --format json`, {
      files: now,
      revisions: { main: then },
      store: new StoreInMemory(`${prefixes}${base} ${stored}`),
    });
  const { out, code } = await run(`#- /data.ttl\n${base}\n${shapes}`);
  expect(code).toBe(1);
  expect(JSON.parse(out).results.map(({ focusNode }: Result) => focusNode)).toEqual([
    '<http://example.org/ns#a>',
  ]);
  expect((await run(now)).code).toBe(0);
});

describe('--changed-since, where the file had another name', () => {
  const run = (then: string, now: string, args = '') =>
    runInMemory(`validate data.ttl --changed-since main ${context} --format json ${args}`, {
      files: `${now}\n${shapes}`,
      revisions: { main: `${then}\n${shapes}` },
      store: new StoreInMemory(`${prefixes}${base} ${stored}`),
    });
  const old = `#- /old/rooms.ttl\n${base}`;
  const renamed = `#- /data.ttl\n${base}`;

  test('compares it with what it was, and says so', async () => {
    const { out, err, code } = await run(old, renamed);
    expect(err).toBe('data.ttl is compared with what it was as old/rooms.ttl at main.\n');
    expect(JSON.parse(out).focusNodes).toBe(0);
    expect(code).toBe(0);
    expect((await run(old, renamed, '--quiet')).err).toBe('');
  });

  test('of which Git finds nothing, all is added, which is said as well', async () => {
    const { err } = await run(old, `${renamed} ex:x ex:y ex:z .`);
    expect(err).toMatch(
      /^data\.ttl was not there at main, so all of it counts as added\. .* run 'git add' first/,
    );
  });
});

test.each([
  ['--change base.ttl..data.ttl --shapes shapes.ttl', 'needs the address'],
  [`--change base.ttl..data.ttl data.ttl ${context}`, "'data.ttl' can't be given"],
  [`--change nix.ttl..data.ttl ${context}`, "nix.ttl can't be read"],
  [`--change bad.ttl..data.ttl ${context}`, 'syntax error'],
  [`--change base.ttl..nix.ttl ${context}`, 'nix.ttl'],
  [`--change base.ttl..bad.ttl ${context}`, 'bad.ttl:'],
  [`--change data.ttl.. ${context}`, 'give BASE.ttl..DATA.ttl'],
  [`--change data.ttl ${context} --baseline old.json`, "--baseline can't be used"],
  [`--change data.ttl ${context} --format turtle`, 'no sh:ValidationReport'],
  [`--change data.ttl ${context} --changed-since main`, 'not both'],
])('validate %s is refused', async (args, message) => {
  const files = `#- /base.ttl\n${base}\n#- /data.ttl\n${base}\n#- /bad.ttl\nex:a ex:b\n${shapes}`;
  const { code, err } = await runInMemory(`validate ${args}`, { files, store: new StoreInMemory('') });
  expect(err).toContain(message);
  expect(code).toBe(2);
});

test.each([
  ['a.ttl', undefined, 'a.ttl'],
  ['a.ttl..b.ttl', 'a.ttl', 'b.ttl'],
  ['../a.ttl', undefined, '../a.ttl'],
  ['../x/../a.ttl..../b.ttl', '../x/../a.ttl', '../b.ttl'],
  ['a.ttl..x/../b.ttl', 'a.ttl', 'x/../b.ttl'],
  ['..\\a.ttl..b.ttl', '..\\a.ttl', 'b.ttl'],
])('%s is a change', (text, before, data) => {
  expect(givenChange(text)).toEqual({ base: before, data });
});
