import { expect, test } from 'vitest';
import { listing, suggestionsFor } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';
import { uncertaintyText } from '../repair.ts';

async function reasonFor(fixture: string): Promise<string | undefined> {
  const { uncertainty, ...rest } = await suggestionsFor(fixture);
  expect(listing({ ...rest, uncertainty: undefined }).replace(/^retargeting: .*$/gm, '')).toBe('');
  return uncertainty && uncertaintyText(uncertainty);
}

const named = (term: string, shape: string) =>
  reasonFor(
    block`
      #- /data.ttl
      ex:a ex:p 1 .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetNode ${term} ; ${shape} .
    `,
  );

test.each([
  ['"abc"', 'sh:datatype xsd:integer', 'sh:datatype'],
  ['ex:b', 'sh:in ( ex:c )', 'sh:in'],
  ['ex:b', 'sh:not [ sh:nodeKind sh:IRI ]', 'sh:not'],
  ['"abc"', 'sh:class ex:C', 'sh:class'],
])('%s is named by the shapes: %s', async (term, shape, parameter) =>
  expect(await named(term, shape)).toBe(
    `No repair found: ${term} is named by sh:targetNode in the shapes, and no edit of the data can make it satisfy ${parameter}. Look at the shape instead.`,
  ),
);

test('what has to go is stated in context', async () =>
  expect(
    await reasonFor(`#- /data.ttl
ex:r a ex:Room ; ex:in ex:a .
#- /context.ttl
ex:r ex:height 3 .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:not [ sh:path ex:height ; sh:minCount 1 ] .
`),
  ).toBe('No repair found: the result rests on what context.ttl states, which is context and not changed.'));

test('shapes that ask for ever more', async () =>
  expect(
    await reasonFor(`#- /data.ttl
ex:r a ex:Room .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:next ; sh:minCount 1 ; sh:node ex:S ; sh:nodeKind sh:BlankNode ] .
`),
  ).toMatchInlineSnapshot(
    `"No repair found: the search was given up, because the shapes ask for more than one repair may change."`,
  ));

test('what a blank node is', async () =>
  expect(
    await reasonFor(`#- /data.ttl
[] a ex:Room .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:maxLength 3 .
`),
  ).toBe(
    'No repair found: sh:maxLength asks what the blank node is, and nothing that is said about it can change that.',
  ));

test('shapes that nothing can satisfy', async () =>
  expect(
    await reasonFor(`#- /data.ttl
ex:r a ex:Room .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:xone ( ex:N ex:N ) . ex:N sh:class ex:C .
`),
  ).toBe(
    'No repair found: sh:xone lists each of its shapes twice, so nothing can conform to exactly one of them.',
  ));
