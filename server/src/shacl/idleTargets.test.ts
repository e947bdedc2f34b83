import { expect, test } from 'vitest';
import { hostOf } from '../testing/check.ts';
import { block, parseFixture } from '../testing/fixture.ts';

/** The hints in the shapes file, which is the second one, while both are open. */
async function hints(files: string, isOpen: boolean = true) {
  const fixture = parseFixture(files);
  const [data, shapes] = fixture.files;
  const host = hostOf(fixture);
  if (isOpen) host.openDocument(shapes!.uri, 1, shapes!.text);
  const { diagnostics } = await host.validate(data!.uri, new AbortController().signal);
  return (diagnostics.get(shapes!.uri) ?? [])
    .filter(({ severity }) => severity === 'hint')
    .map(({ message, range }) => `${shapes!.text.slice(range.start, range.end)}: ${message}`);
}

const shape = (name: string, target: string) =>
  `ex:${name} a sh:NodeShape ; ${target} ; sh:nodeKind sh:IRI .`;

test('a class without instances, though an ontology describes it, with the nearest one of the data', async () => {
  expect(
    await hints(block`
      #- /data.ttl shapes:/shapes.ttl context:/model.ttl
      ex:a a ex:Building , ex:Person .
      #- /shapes.ttl
      ${shape('S', 'sh:targetClass ex:BuildingPart')}
      ${shape('T', 'sh:targetClass ex:Person')}
      #- /model.ttl
      ex:BuildingPart a owl:Class . ex:Building a owl:Class .`),
  ).toEqual([
    'sh:targetClass ex:BuildingPart: No node of the linked data is selected by sh:targetClass ex:BuildingPart. The nearest name in it is ex:Building.',
  ]);
});

test('properties, and names that nothing is near to', async () => {
  expect(
    await hints(block`
      #- /data.ttl shapes:/shapes.ttl
      ex:a ex:knows ex:b .
      #- /shapes.ttl
      ${shape('S', 'sh:targetSubjectsOf ex:owns')}
      ${shape('T', 'sh:targetObjectsOf ex:temperature')}`),
  ).toEqual([
    'sh:targetSubjectsOf ex:owns: No node of the linked data is selected by sh:targetSubjectsOf ex:owns.',
    'sh:targetObjectsOf ex:temperature: No node of the linked data is selected by sh:targetObjectsOf ex:temperature.',
  ]);
});

test('a name that is probably misspelt has its warning instead', async () => {
  expect(
    await hints(block`
      #- /data.ttl shapes:/shapes.ttl
      ex:a a ex:Person .
      #- /shapes.ttl
      ${shape('S', 'sh:targetClass ex:Persn')}`),
  ).toEqual([]);
});

test('not where the shapes file is closed, or is the data itself', async () => {
  const files = block`
    #- /data.ttl shapes:/shapes.ttl
    ex:a a ex:Person .
    #- /shapes.ttl
    ${shape('S', 'sh:targetClass ex:Robot')}`;
  expect(await hints(files)).toHaveLength(1);
  expect(await hints(files, false)).toEqual([]);
});

test('not in a library, most of whose shapes are for other data', async () => {
  const library = Array.from({ length: 9 }, (_, i) => shape(`S${i}`, `sh:targetClass ex:Kind${i}00${i}`));
  const files = block`
    #- /data.ttl shapes:/shapes.ttl
    ex:a a ex:Person .
    #- /shapes.ttl
    ${library.join('\n')}`;
  expect(await hints(files)).toEqual([]);
});
