import { expect, test } from 'vitest';
import { listing, roomFixture, suggestionsFor } from '../../../testing/checkRepair.ts';

async function firstRepair(property: string, data: string): Promise<string | undefined> {
  return listing(await suggestionsFor(roomFixture(property, data))).split('\n')[0];
}

const due = 'sh:path ex:due ; sh:datatype xsd:date';
const removal = (reason: string) => `plausible: Remove "Cold Store" as ex:due of ex:r -- ${reason}`;

test('the label of a node where a date belongs goes', async () =>
  expect(await firstRepair(due, 'ex:r a ex:Room ; rdfs:label "Cold Store" ; ex:due "Cold Store" .')).toBe(
    removal('ex:r is called so itself'),
  ));

test('the name in the IRI of a node, too', async () =>
  expect(
    await firstRepair(
      'sh:path ex:owner ; sh:nodeKind sh:IRI',
      'ex:cold_store a ex:Room ; ex:owner "Cold Store" .',
    ),
  ).toBe('plausible: Remove "Cold Store" as ex:owner of ex:cold_store -- ex:cold_store is called so itself'));

test.each<[string, string, string]>([
  [
    'a value is needed',
    `${due} ; sh:minCount 1`,
    'ex:r a ex:Room ; rdfs:label "Cold Store" ; ex:due "Cold Store" .',
  ],
  [
    'others have their names there',
    'sh:path ex:sign ; sh:datatype rdf:langString',
    'ex:r a ex:Room ; rdfs:label "Cold Store" ; ex:sign "Cold Store" . ex:s rdfs:label "Lift"@en ; ex:sign "Lift"@en .',
  ],
  [
    'it is the name of another node',
    due,
    'ex:r a ex:Room ; ex:due "Cold Store" . ex:s rdfs:label "Cold Store" .',
  ],
  [
    'names belong there',
    'sh:path rdfs:label ; sh:datatype rdf:langString',
    'ex:cold a ex:Room ; rdfs:label "Cold" .',
  ],
])('it stays where %s', async (_, property, data) => {
  expect(await firstRepair(property, data)).not.toContain('is called so itself');
});

test('a form that fits comes first, but nobody knows whether the text belongs there', async () => {
  const { repairs } = await suggestionsFor(
    roomFixture(
      'sh:path ex:sign ; sh:datatype xsd:string',
      'ex:r a ex:Room ; rdfs:label "Cold Store" ; ex:sign "Cold Store"@en .',
    ),
  );
  expect(`${repairs[0]?.certainty}: ${repairs[0]?.repair.title}`).toBe(
    'likely: Change "Cold Store"@en to "Cold Store"',
  );
});
