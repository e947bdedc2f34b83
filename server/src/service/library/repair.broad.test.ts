import { DataFactory, Parser, Store } from 'n3';
import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import type { Input, Quad, Repair, RepairReport } from './api.ts';
import { parseTurtle } from './library.ts';
import { readFixture } from './libraryFixture.testing.ts';
import { applyRepair, repair } from './repair.ts';
import { validate } from './validate.ts';

const { namedNode, quad } = DataFactory;
const ex = 'http://example.org/ns#';

const people = readFixture(`
#- /data.ttl
ex:alice a ex:Person ; # who
  ex:name "Älice"@de , "אליס"@he , "👩‍🔬" ;
  ex:age "12" ; # as text
  ex:knows [ ex:name "Bob" ] .
#- /shapes.ttl
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] ;
  sh:property [ sh:path ex:knows ; sh:class ex:Person ] .
`);

/** The best repair of the first result. */
function best({ results }: RepairReport): Repair {
  return results[0]!.repairs[0]!;
}

function applied<Data extends Input['data']>(data: Data, change: Pick<Repair, 'changes'>) {
  const application = applyRepair(data, change);
  if (application.kind === 'refused') throw new Error(application.reason);
  return application.data;
}

/** Repairs the first result that can be, until none can. */
async function repairAll(data: Input['data'], shapes: Input['shapes']): Promise<Input['data']> {
  let current = data;
  for (let turn = 0; turn < 10; turn++) {
    const { results } = await repair({ data: current, shapes }, { max: 1 });
    const [next] = results.flatMap(({ repairs }) => repairs);
    if (!next) break;
    current = applied(current, next);
  }
  return current;
}

test('a repair says what it does and why, and changes a text at its place only', async () => {
  const report = await repair(people);
  expect(report.results.map(({ repairs }) => repairs[0]!.title)).toEqual([
    'Change "12" to 12',
    'Add type ex:Person to [ … ]',
  ]);
  expect(best(report)).toMatchObject({
    support: 'attested',
    evidence: [expect.objectContaining({ words: 'the same text' })],
    certainty: 'certain',
    preferred: true,
    degenerate: false,
    needsInput: false,
  });
  const { data } = people;
  expect(applied(data, best(report))).toBe(data.replace('"12"', '12'));
  expect(applied({ uri: 'file:///data.ttl', text: data }, best(report))).toEqual({
    uri: 'file:///data.ttl',
    text: data.replace('"12"', '12'),
  });
  expect(applied([data], best(report))).toEqual([data.replace('"12"', '12')]);
});

test('repairs one after the other lead to data that conform, with all comments', async () => {
  const text = await repairAll(people.data, people.shapes);
  expect(await validate({ ...people, data: text })).toMatchObject({ conforms: true, results: [] });
  expect(text).toContain('# who\n');
  expect(text).toContain('# as text\n');
  const store = await repairAll(new Parser().parse(people.data), people.shapes);
  expect(await validate({ ...people, data: store })).toMatchObject({ conforms: true, results: [] });
});

test('`only` and `max` say for which results repairs are found, and how many', async () => {
  const { results } = await repair(people, { max: 1, only: ({ path }) => path?.value === `${ex}age` });
  expect(results.map(({ repairs }) => repairs.length)).toEqual([1, 0]);
});

test('where nothing can be done, the reason is given', async () => {
  const { data, shapes } = readFixture(`
#- /data.ttl
ex:a a ex:C .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:nodeKind sh:Literal .`);
  const [result] = (await repair({ data, shapes })).results;
  expect(result!.repairs).toEqual([]);
  expect(result!.reason).toMatch(/\.$/);
});

describe('datasets', () => {
  test('come out with the change and nothing else', async () => {
    const store = new Store(new Parser().parse(people.data));
    const change = best(await repair({ ...people, data: store }, { factory: DataFactory }));
    expect(change.removed).toEqual(store.getQuads(null, namedNode(`${ex}age`), null, null));
    const after = new Store(applied(store, change) as never[]);
    expect(after.size).toBe(store.size);
    store.removeQuads(change.removed as never[]);
    store.addQuads(change.added as never[]);
    expect(after.getQuads(null, null, null, null).every((each) => store.has(each))).toBe(true);
  });

  test('keep their graphs, and the only one that there is gets what is new', async () => {
    const inGraph = (graph: string) => (each: Quad) =>
      quad(each.subject as never, each.predicate as never, each.object as never, namedNode(graph));
    const data = parseTurtle(people.data).quads.map(inGraph('urn:one'));
    const change = best(await repair({ ...people, data }));
    expect([...change.removed, ...change.added].map(({ graph }) => graph.value)).toEqual([
      'urn:one',
      'urn:one',
    ]);
    const twice = [...data, ...parseTurtle(people.data).quads.map(inGraph('urn:two'))];
    const both = best(await repair({ ...people, data: twice }));
    expect(both.removed.map(({ graph }) => graph.value)).toEqual(['urn:one', 'urn:two']);
    expect(both.added.map(({ graph }) => graph.termType)).toEqual(['DefaultGraph']);
    expect(applied(twice, both)).toHaveLength(twice.length - 1);
  });

  test('get blank nodes that they do not have yet, other ones for each repair', async () => {
    const { data, shapes } = readFixture(`
#- /data.ttl
ex:a a ex:C . ex:b a ex:C . ex:c a ex:C ; ex:at [ a ex:Place ] .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:C ;
  sh:property [ sh:path ex:at ; sh:minCount 1 ; sh:nodeKind sh:BlankNode ; sh:class ex:Place ] .`);
    const quads = parseTurtle(data).quads;
    const report = await repair({ data: quads, shapes });
    const added = report.results.map(({ repairs }) => repairs.find((each) => each.added.length === 2)!.added);
    const nodes = added.map(
      (triples) =>
        new Set(
          triples
            .flatMap(({ subject, object }) => [subject, object])
            .filter(({ termType }) => termType === 'BlankNode')
            .map(({ value }) => value),
        ),
    );
    expect(nodes.map(({ size }) => size)).toEqual([1, 1]);
    const taken = new Set(quads.flatMap(({ subject, object }) => [subject.value, object.value]));
    expect([...nodes[0]!].some((node) => taken.has(node) || nodes[1]!.has(node))).toBe(false);
  });

  test('which are not those that the repair is for are refused', async () => {
    const data = parseTurtle(people.data).quads;
    const change = best(await repair({ ...people, data }));
    const once = applied(data, change);
    expect(applyRepair(once, change)).toEqual({
      kind: 'refused',
      reason: 'The dataset does not contain the triples that the repair removes.',
    });
  });
});

describe('several sources', () => {
  const second = readFixture(block`
    #- /data.ttl
    ex:carl a ex:Person ; ex:age "7" . # Carl`).data;

  test('the change is made in the text that states it', async () => {
    const data = [people.data, second];
    const { results } = await repair({ data, shapes: people.shapes });
    const change = results.find(({ focusNode }) => focusNode.value === `${ex}carl`)!.repairs[0]!;
    expect(change.changes).toMatchObject([{ kind: 'text', source: 1, uri: 'file:///data-2.ttl' }]);
    expect(applied(data, change)).toEqual([people.data, second.replace('"7"', '7')]);
  });

  test('a text and a dataset', async () => {
    const data = [people.data, parseTurtle(second).quads];
    const { results } = await repair({ data, shapes: people.shapes });
    for (const { focusNode, repairs } of results) {
      const isCarl = focusNode.value === `${ex}carl`;
      expect(repairs[0]!.changes.map(({ kind, source }) => [kind, source])).toEqual([
        isCarl ? ['dataset', 1] : ['text', 0],
      ]);
      const [text, quads] = applied(data, repairs[0]!);
      expect(text === people.data).toBe(isCarl);
      expect(quads).toHaveLength(2);
    }
  });

  test('what context states is not changed', async () => {
    const context = parseTurtle(people.data).quads;
    const { results } = await repair({
      data: parseTurtle(people.data).quads,
      shapes: people.shapes,
      context,
    });
    expect(results.map(({ repairs }) => repairs.flatMap(({ removed }) => removed))).toEqual([[], []]);
  });
});

test('a text that has changed since is refused', async () => {
  const change = best(await repair(people));
  const refusal = {
    kind: 'refused',
    reason: 'The text is not the one that the repair was found for: file:///data.ttl.',
  };
  expect(applyRepair(`${people.data} `, change)).toEqual(refusal);
  expect(applyRepair([] as string[], change)).toMatchObject({ kind: 'refused' });
  expect(applyRepair(parseTurtle(people.data).quads, change)).toMatchObject({ kind: 'refused' });
});

test('repairs can be sent as JSON and be applied elsewhere', async () => {
  const sent: Repair = JSON.parse(JSON.stringify(best(await repair(people))));
  expect(applied(people.data, sent)).toContain('ex:age 12 ;');
  const data = parseTurtle(people.data).quads;
  const asQuads: Repair = JSON.parse(JSON.stringify(best(await repair({ ...people, data }))));
  expect(applied(data, asQuads)).toHaveLength(data.length);
});
