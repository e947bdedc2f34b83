import { DataFactory, Parser } from 'n3';
import { expect, test } from 'vitest';
import { readFixture } from './libraryFixture.testing.ts';
import { compileShapes, validate } from './validate.ts';

const { shapes } = readFixture(`
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] .
`);
const ex = 'http://example.org/ns#';
const person = (name: string, age: string) =>
  `@prefix ex: <${ex}> . ex:${name} a ex:Person ; ex:age ${age} .`;
const messages = ({ results }: Awaited<ReturnType<typeof validate>>) => results.map(({ message }) => message);

test('shapes that were compiled once give what validate and repair give, for all data', async () => {
  const compiled = compileShapes(shapes);
  for (const data of [person('a', '"1"'), person('b', '2'), person('c', '"3"')]) {
    expect(messages(await compiled.validate(data))).toEqual(messages(await validate({ data, shapes })));
  }
  const { results } = await compiled.repair(person('d', '"4"'));
  expect(results[0]!.repairs[0]!.title).toBe('Change "4" to 4');
});

test('context belongs to what is compiled', async () => {
  const context = `@prefix ex: <${ex}> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . ex:Student rdfs:subClassOf ex:Person .`;
  const data = `@prefix ex: <${ex}> . ex:s a ex:Student ; ex:age "1" .`;
  expect((await compileShapes(shapes).validate(data)).verdict).toBe('nothingToCheck');
  expect((await compileShapes(shapes, { context }).validate(data)).verdict).toBe('violates');
});

test('only the chosen focus nodes are judged', async () => {
  const compiled = compileShapes(shapes);
  const data = [person('a', '"1"'), person('b', '"2"')];
  const chosen = (...names: string[]) => names.map((name) => DataFactory.namedNode(ex + name));
  const of = async (...names: string[]) => compiled.validate(data, { focusNodes: chosen(...names) });
  const one = await of('a');
  expect(one.results.map(({ focusNode }) => focusNode.value)).toEqual([`${ex}a`]);
  expect(one.focusNodes).toBe(1);
  expect((await of('a', 'b')).results).toHaveLength(2);
  const none = await of('nobody');
  expect([none.verdict, none.reasons.map(({ message }) => message)]).toEqual([
    'nothingToCheck',
    ['None of the chosen focus nodes is a target of a shape, so nothing was checked.'],
  ]);
});

test('a blank node of a dataset can be a focus node', async () => {
  const quads = new Parser().parse(
    `@prefix ex: <${ex}> . _:x a ex:Person ; ex:age "1" . _:y a ex:Person ; ex:age "2" .`,
  );
  const { results } = await validate({ data: quads, shapes }, { focusNodes: [quads[0]!.subject] });
  expect(results.map(({ focusNode }) => focusNode)).toEqual([quads[0]!.subject]);
});

test('work ends when its signal is aborted', async () => {
  const reason = new Error('enough');
  const signal = AbortSignal.abort(reason);
  await expect(compileShapes(shapes).validate(person('a', '1'), { signal })).rejects.toBe(reason);
});

test('two texts may have one uri', async () => {
  const uri = 'file:///people.ttl';
  const texts = [
    { uri, text: `${person('a', '"1"')} <#x> ex:age 1 .` },
    { uri, text: `${person('b', '"2"')} <#x> a ex:Person .` },
    { uri, text: `${person('a', '"1"')} <#x> ex:age 1 .` },
  ];
  const { results, focusNodes } = await validate({ data: texts, shapes: { uri, text: shapes } });
  expect(results.map(({ location }) => location!.uri)).toEqual([`${uri}#2`, `${uri}#3`]);
  expect(focusNodes).toBe(3);
});

test('what is no shapes is refused at once', () => {
  expect(() => compileShapes(1 as never)).toThrow(TypeError);
});
