import { DataFactory, Parser, Store } from 'n3';
import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import type { Input, Quad, ValidationReport } from './api.ts';
import { dataFactory } from './dataFactory.ts';
import { readFixture } from './libraryFixture.testing.ts';
import { validate } from './validate.ts';

const { namedNode, blankNode, literal, quad } = DataFactory;

const people = readFixture(`
#- /data.ttl
ex:alice a ex:Person ; ex:age "12" ; ex:knows _:bob .
_:bob ex:age 3 .
#- /shapes.ttl
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ; sh:message "Eine Zahl"@de , "A number"@en ] ;
  sh:property [ sh:path ( ex:knows ex:name ) ; sh:minCount 1 ; sh:severity sh:Warning ] .
`);
const ex = 'http://example.org/ns#';

/** What stays the same whatever the data are given as. */
function gist({ results }: ValidationReport) {
  return results
    .map(({ focusNode, pathText, value, message, severity }) =>
      [focusNode.value, pathText, value?.value, message, severity.value.split('#')[1]].join(' '),
    )
    .sort();
}

test('a result has the fields that SHACL names, and its places in the text', async () => {
  const { conforms, validated, results, errors, notChecked, stats } = await validate(people);
  expect({ conforms, validated, errors, notChecked }).toEqual({
    conforms: false,
    validated: true,
    errors: [],
    notChecked: [],
  });
  expect(stats.triples).toBe(4);
  expect(results).toHaveLength(2);
  const [name, age] = results;
  expect(age).toMatchObject({
    key: expect.stringMatching(/^[0-9a-f]{12}$/),
    focusNode: { termType: 'NamedNode', value: `${ex}alice` },
    path: { termType: 'NamedNode', value: `${ex}age` },
    value: { termType: 'Literal', value: '12' },
    sourceShape: { termType: 'BlankNode' },
    sourceConstraintComponent: { value: 'http://www.w3.org/ns/shacl#DatatypeConstraintComponent' },
    severity: { value: 'http://www.w3.org/ns/shacl#Violation' },
    message: 'A number',
    location: { uri: 'file:///data.ttl' },
    shapeLocation: { uri: 'file:///shapes.ttl' },
  });
  const { start, end } = age!.location!;
  expect(people.data.slice(start.offset, end.offset)).toBe('"12"');
  expect(start).toMatchObject({ line: 1, character: 30 });
  expect(age!.messages.map(({ value, language }) => `${value}@${language}`).sort()).toEqual([
    'A number@en',
    'Eine Zahl@de',
  ]);
  expect(name).toMatchObject({
    path: { termType: 'BlankNode' },
    pathText: `<${ex}knows>/<${ex}name>`,
    value: null,
  });
});

test('results are plain data: they can be cloned and written as JSON', async () => {
  const { results } = await validate(people);
  expect(JSON.parse(JSON.stringify(results))).toEqual(
    structuredClone(results).map((result) => ({ ...result })),
  );
});

describe('datasets', () => {
  const parsed = () => ({ data: new Parser().parse(people.data), shapes: new Parser().parse(people.shapes) });

  test.each<[string, () => Input]>([
    ['N3 stores', () => ({ data: new Store(parsed().data), shapes: new Store(parsed().shapes) })],
    ['arrays of quads', parsed],
    ['generators', () => ({ data: parsed().data.values(), shapes: parsed().shapes.values() })],
    [
      'data in several parts',
      () => ({ ...parsed(), data: [parsed().data.slice(0, 2), new Set(parsed().data.slice(2))] }),
    ],
    ['a dataset and Turtle', () => ({ data: new Store(parsed().data), shapes: people.shapes })],
    ['Turtle and a dataset', () => ({ data: people.data, shapes: parsed().shapes })],
  ])('%s give the results that Turtle gives', async (_, input) => {
    const prefixes = { ex };
    expect(gist(await validate(input(), { prefixes }))).toEqual(gist(await validate(people)));
  });

  test('what the dataset knows comes out as it is in there', async () => {
    const { data, shapes } = parsed();
    const { results } = await validate({ data: new Store(data), shapes }, { factory: DataFactory });
    expect(results.every(({ location, shapeLocation }) => location === null && shapeLocation === null)).toBe(
      true,
    );
    expect(shapes.some(({ subject }) => subject.equals(results[0]!.sourceShape as never))).toBe(true);
    expect(results[0]!.focusNode).toBeInstanceOf(namedNode('urn:a').constructor);
  });

  test('a language tag keeps its case, and a blank node its name', async () => {
    const data = [
      quad(blankNode('anna'), namedNode(`${ex}label`), dataFactory.literal('Grüße', 'DE-at') as never),
      quad(blankNode('anna'), namedNode(`${ex}label`), literal('שלום', 'he')),
      quad(blankNode('anna'), namedNode(`${ex}label`), literal('👋🏽')),
    ];
    const shapes = readFixture(`#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:label ; sh:property [ sh:path ex:label ; sh:languageIn ( "fr" ) ] .`).shapes;
    const { results } = await validate({ data, shapes });
    expect(results.every(({ value }, i) => value!.equals(data[i]!.object as never))).toBe(true);
    expect(results[0]!.value).toBe(data[0]!.object);
    expect(results.every(({ focusNode }) => focusNode.equals(blankNode('anna') as never))).toBe(true);
  });

  test('quads of all graphs count', async () => {
    const data = parsed().data.map(({ subject, predicate, object }) =>
      quad(subject, predicate, object, namedNode('urn:g')),
    );
    expect((await validate({ ...people, data })).results).toHaveLength(2);
  });

  test('quads that RDF does not allow are named and left out', async () => {
    const odd = {
      ...quad(namedNode('urn:a'), namedNode('urn:p'), literal('x')),
      subject: literal('x'),
      predicate: namedNode('urn:p'),
      object: literal('y'),
    };
    const { conforms, errors, stats } = await validate({ data: [odd, odd], shapes: people.shapes });
    expect(conforms).toBe(false);
    expect(stats.triples).toBe(0);
    expect(errors).toMatchObject([
      {
        kind: 'quad',
        uri: 'data',
        message:
          '2 quads were left out: the subject is of the type Literal, and only IRIs and blank nodes can be subjects.',
      },
    ]);
  });

  test('the same store as data and shapes is one graph', async () => {
    const both = new Store([...parsed().data, ...parsed().shapes]);
    expect(gist(await validate({ data: both, shapes: both }, { prefixes: { ex } }))).toEqual(
      gist(await validate({ data: [both], shapes: people.shapes })),
    );
  });
});

describe('several texts', () => {
  test('have names of their own, and results are placed in the right one', async () => {
    const [second] = [
      readFixture(block`
        #- /data.ttl
        ex:carl a ex:Person ; ex:age "x" .`).data,
    ];
    const { results } = await validate({ data: [people.data, second!], shapes: people.shapes });
    expect(new Set(results.map(({ location }) => location?.uri))).toEqual(
      new Set(['file:///data.ttl', 'file:///data-2.ttl']),
    );
    const named = await validate({
      data: { uri: 'file:///people/alice.ttl', text: people.data },
      shapes: people.shapes,
    });
    expect(named.results[0]!.location!.uri).toBe('file:///people/alice.ttl');
  });

  test('their blank nodes are different ones', async () => {
    const texts = ['_:x ex:p 1 .', '_:x ex:p 2 .'].map(
      (text) =>
        readFixture(block`
          #- /data.ttl
          ${text}`).data,
    );
    const { shapes } = readFixture(
      block`
        #- /shapes.ttl
        ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:p ; sh:property [ sh:path ex:p ; sh:maxCount 1 ] .`,
    );
    expect((await validate({ data: texts, shapes })).results).toEqual([]);
  });

  test('context is looked at, and its own results are only counted', async () => {
    const context = readFixture(
      block`
        #- /data.ttl
        ex:Child rdfs:subClassOf ex:Person . ex:dora a ex:Child ; ex:age "y" .`,
    ).data;
    const data = readFixture(block`
      #- /data.ttl
      ex:emil a ex:Child ; ex:age "z" .`).data;
    const { results, contextResults } = await validate({ data, shapes: people.shapes, context });
    expect(results.map(({ focusNode }) => focusNode.value)).toEqual([`${ex}emil`, `${ex}emil`]);
    expect(contextResults).toBe(2);
  });
});

test('what is inferred is validated when that is asked for', async () => {
  const { data, shapes } = readFixture(`
#- /data.ttl
ex:hasAge rdfs:subPropertyOf ex:age .
ex:alice a ex:Person ; ex:hasAge "old" .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] .`);
  expect((await validate({ data, shapes })).results).toEqual([]);
  const { results, inference } = await validate({ data, shapes }, { inference: 'rdfs' });
  expect([results.length, inference]).toEqual([1, 'rdfs']);
});

describe('input that is no good is a result', () => {
  test('syntax errors', async () => {
    const { conforms, errors } = await validate({ data: 'ex:a ex:p 1 .', shapes: people.shapes });
    expect(conforms).toBe(false);
    expect(errors[0]).toMatchObject({
      severity: 'error',
      kind: 'syntax',
      location: { uri: 'file:///data.ttl', start: { offset: 0, line: 0, character: 0 } },
    });
  });

  test('imports that were not given', async () => {
    const { shapes } = readFixture('#- /shapes.ttl\n<http://ex/o> owl:imports <http://ex/more> .');
    const { notChecked } = await validate({ data: people.data, shapes });
    expect(notChecked[0]!.reason).toContain('owl:imports <http://ex/more>');
  });

  test('what JavaScript lets through and the types do not is a TypeError', async () => {
    for (const data of [undefined, 1, null, {}, [1]] as never[]) {
      await expect(validate({ data, shapes: '' })).rejects.toThrow(TypeError);
    }
    const noQuads = new Set(['ex:a ex:b ex:c .']) as never;
    await expect(validate({ data: noQuads, shapes: '' })).rejects.toThrow(
      /^A dataset has to give RDF\/JS quads/,
    );
    const iris = ['http://example.org/ns#alice'] as never;
    await expect(validate(people, { focusNodes: iris })).rejects.toThrow(
      /^focusNodes has to give RDF\/JS terms/,
    );
    const soon = 'soon' as never;
    await expect(validate(people, { timeout: soon })).rejects.toThrow(/^timeout has to be a number/);
  });

  test('a time limit may be longer than a timer can be', async () => {
    const { verdict } = await validate(people, { timeout: Number.POSITIVE_INFINITY });
    expect(verdict).toBe((await validate(people)).verdict);
    const many = { ...people, data: `${people.data}\n${'<http://e/s> <http://e/p> 1 .\n'.repeat(1000)}` };
    expect((await validate(many, { timeout: 2 ** 31 })).verdict).toBe(verdict);
  });
});

describe('the verdict', () => {
  const { data: fine } = readFixture(`#- /data.ttl
ex:alice a ex:Person ; ex:age 12 ; ex:knows ex:bob . ex:bob ex:name "Bob" .`);
  const { data: others } = readFixture('#- /data.ttl\nex:rex a ex:Dog .');
  const variable = { termType: 'Variable', value: 'x' };
  const odd = dataFactory.quad(variable as never, dataFactory.namedNode('urn:p'), dataFactory.literal('y'));

  test.each<[ValidationReport['verdict'], readonly string[], Input]>([
    ['conforms', [], { data: fine, shapes: people.shapes }],
    ['violates', [], people],
    ['nothingToCheck', ['noTargets'], { data: others, shapes: people.shapes }],
    ['unlinked', ['unlinked'], { data: fine, shapes: [] }],
    ['undecided', ['syntax'], { data: `${fine} ex:carl ex:age ;`, shapes: people.shapes }],
    ['undecided', ['syntax'], { data: [fine, [odd]], shapes: people.shapes }],
    ['undecided', ['link'], { data: fine, shapes: [people.shapes, [odd]] }],
    ['violates', [], { data: [people.data, [odd]], shapes: people.shapes }],
  ])('%s %j', async (verdict, reasons, input) => {
    const report = await validate(input);
    expect(report.verdict).toBe(verdict);
    expect(report.reasons.map(({ kind }) => kind)).toEqual(reasons);
    expect(report.conforms).toBe(verdict === 'conforms' || verdict === 'nothingToCheck');
  });
});

describe('the time that it takes', () => {
  const many = Array.from({ length: 20_000 }, (_, i) =>
    dataFactory.quad(
      dataFactory.namedNode(`${ex}p${i}`),
      dataFactory.namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#type'),
      dataFactory.namedNode(`${ex}Person`),
    ),
  ) as Quad[];

  test('ends when it is aborted, with the reason', async () => {
    const reason = new Error('enough');
    await expect(validate(people, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const work = validate({ data: many, shapes: people.shapes }, { signal: controller.signal });
    controller.abort(reason);
    await expect(work).rejects.toBe(reason);
  });

  test('ends when the time is up', async () => {
    const work = validate({ data: many, shapes: people.shapes }, { timeout: 5 });
    await expect(work).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

test('a result that a comment ignores is among the suppressed ones, and a comment that ignores none is an error', async () => {
  const prefixes = `@prefix ex: <${ex}> . @prefix sh: <http://www.w3.org/ns/shacl#> .\n`;
  const { verdict, results, suppressed, errors } = await validate({
    data: `${prefixes}ex:a a ex:T . # shacl-repair-ignore sh:nodeKind a reason\nex:b ex:p 1 . # shacl-repair-ignore ex:S gone`,
    shapes: `${prefixes}ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:nodeKind sh:Literal .`,
  });
  expect([verdict, results]).toEqual(['conforms', []]);
  expect(suppressed).toMatchObject([{ focusNode: { value: `${ex}a` }, reason: 'a reason' }]);
  expect(errors).toMatchObject([
    { severity: 'warning', kind: 'suppression', location: { start: { line: 2 } } },
  ]);
});
