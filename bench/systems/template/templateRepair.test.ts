import { expect, test } from 'vitest';
import type { Triple } from '../../../server/src/rdf/terms.ts';
import { questionOf, termText } from '../question.testing.ts';
import { templateRepair } from './templateRepair.ts';

async function additions(shapes: string, data: string): Promise<string> {
  const question = await questionOf(`#- /data.ttl\n${data}\n#- /shapes.ttl\n${shapes}\n`);
  const line = ({ subject, predicate, object }: Triple) =>
    [subject, predicate, object].map(termText).join(' ');
  return templateRepair(question).added.map(line).join('\n');
}

const requires = (property: string, more = '') =>
  `ex:S sh:targetClass ex:Room ; sh:property [ ${property} ] . ${more}`;

test('a missing value is an existing node of the class', async () => {
  expect(
    await additions(
      requires('sh:path ex:in ; sh:class ex:Building ; sh:minCount 1'),
      'ex:r a ex:Room . ex:b a ex:Building .',
    ),
  ).toBe('ex:r ex:in ex:b');
});

test('where there is none, a new node is described as the shapes ask', async () => {
  expect(
    await additions(
      requires(
        'sh:path ex:in ; sh:node ex:T ; sh:minCount 1',
        'ex:T sh:class ex:Building ; sh:property [ sh:path ex:height ; sh:datatype xsd:integer ; sh:minCount 1 ] .',
      ),
      'ex:r a ex:Room .',
    ),
  ).toBe(`<urn:template:1> rdf:type ex:Building
<urn:template:1> ex:height 2
ex:r ex:in <urn:template:1>`);
});

test('as many values are added as are missing, along the whole path', async () => {
  expect(
    await additions(
      requires(
        'sh:path [ sh:inversePath ex:partOf ] ; sh:qualifiedValueShape [ sh:class ex:Door ] ; sh:qualifiedMinCount 2',
      ),
      'ex:r a ex:Room . ex:d a ex:Door ; ex:partOf ex:r . ex:e a ex:Door .',
    ),
  ).toBe('ex:e ex:partOf ex:r');
});

test('a value of the wrong class gets the class', async () => {
  expect(
    await additions(requires('sh:path ex:in ; sh:class ex:Building'), 'ex:r a ex:Room ; ex:in ex:b .'),
  ).toBe('ex:b rdf:type ex:Building');
});

test('what has to go has no template', async () => {
  await expect(
    additions(requires('sh:path ex:in ; sh:maxCount 0'), 'ex:r a ex:Room ; ex:in ex:b .'),
  ).rejects.toThrow('no template for maxCount');
});
