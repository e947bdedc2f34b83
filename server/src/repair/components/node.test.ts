import { expect, test } from 'vitest';
import { listing, suggestionsFor, textAfter } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';

/** The best repair of the only result, and the text after it. */
async function best(data: string, shapes: string): Promise<string> {
  const suggestions = await suggestionsFor(block`
    #- /data.ttl
    ${data}
    #- /shapes.ttl
    ${shapes}
  `);
  const [first] = suggestions.repairs;
  return `${listing(suggestions).split('\n')[0]}\n${first && textAfter(first)}`;
}

const owner =
  'ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:owner ; sh:node ex:N ] .';

test('sh:node: repairs all that keeps the value from conforming', async () => {
  expect(
    await best(
      'ex:r a ex:Room ; ex:owner ex:p .\nex:p a ex:Person ; ex:age "12" .',
      `${owner} ex:N sh:property [ sh:path ex:name ; sh:minCount 1 ], [ sh:path ex:age ; sh:datatype xsd:integer ] .`,
    ),
  ).toBe(`placeholder: Change "12" to 12 and add "" as ex:name of ex:p (to be filled in) -- the same text [needs input]
ex:r a ex:Room ; ex:owner ex:p .
ex:p a ex:Person ; ex:age 12 ; ex:name "" .`);
});

test('sh:node: an identity constraint exchanges the value where it stands', async () => {
  expect(await best('ex:r a ex:Room ; ex:owner "12" .', `${owner} ex:N sh:datatype xsd:integer .`)).toBe(
    'attested: Change "12" to 12 -- the same text\nex:r a ex:Room ; ex:owner 12 .',
  );
});

test('sh:node on a node shape', async () => {
  expect(
    await best(
      'ex:r a ex:Room .',
      'ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:node [ sh:property [ sh:path ex:name ; sh:minCount 1 ] ] .',
    ),
  ).toBe(
    block`
      placeholder: Add "" as ex:name of ex:r (to be filled in) [needs input]
      ex:r a ex:Room ;
        ex:name "" .`,
  );
});

test('sh:node: a better value', async () => {
  expect(
    await best(
      `ex:Room_1 a ex:Room ; ex:owner ex:x . ex:x a ex:Thing .
ex:Room_1_Owner a ex:Person ; ex:name "A" .`,
      `${owner} ex:N sh:class ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .`,
    ),
  ).toBe(`plausible: Change ex:x to ex:Room_1_Owner -- named like ex:Room_1
ex:Room_1 a ex:Room ; ex:owner ex:Room_1_Owner . ex:x a ex:Thing .
ex:Room_1_Owner a ex:Person ; ex:name "A" .`);
});

test('sh:and: every shape of the list', async () => {
  expect(
    await best(
      'ex:r a ex:Room ; ex:age "12" .',
      `ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:and (
         [ sh:property [ sh:path ex:name ; sh:minCount 1 ] ]
         [ sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] ] ) .`,
    ),
  ).toBe(`placeholder: Change "12" to 12 and add "" as ex:name of ex:r (to be filled in) -- the same text [needs input]
ex:r a ex:Room ; ex:age 12 ; ex:name "" .`);
});

test('shapes that refer to themselves come to an end', async () => {
  expect(
    await best(
      'ex:r a ex:Room .',
      `ex:S a sh:NodeShape ; sh:targetClass ex:Room ;
         sh:property [ sh:path ex:next ; sh:minCount 1 ; sh:node ex:S ] .`,
    ),
  ).toMatchInlineSnapshot(`
    "retargeting: Remove type ex:Room from ex:r (takes it out of the target of ex:S) [degenerate]
    "
  `);
});
