import { describe, expect, test } from 'vitest';
import { listing, suggestionsFor, textAfter } from '../../testing/checkRepair.ts';
import { block } from '../../testing/fixture.ts';

const unitOf = (data: string, shapes: string) => block`
  #- /data.ttl
  ${data}
  #- /shapes.ttl
  ${shapes}
`;

/** All repairs of the only result. */
async function offers(data: string, shapes: string): Promise<string> {
  return listing(await suggestionsFor(unitOf(data, shapes)));
}

/** The best repair of the only result, and the text after it. */
async function best(data: string, shapes: string): Promise<string> {
  const suggestions = await suggestionsFor(unitOf(data, shapes));
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

describe('sh:node: an unknown node, and a described one that nothing refers to', () => {
  const desks = (rest: string) => `ex:r a ex:Room ; ex:owner ex:cardiology .
ex:s a ex:Room ; ex:owner ex:help . ex:t a ex:Room ; ex:owner ex:lab .
ex:help a ex:Desk ; ex:name "H" . ex:lab a ex:Desk ; ex:name "L" . ex:cardio a ex:Desk ; ex:name "C" .${rest}`;
  const named = `${owner} ex:N sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;

  test('that one was meant', async () => {
    expect((await best(desks(''), named)).split('\n')[0]).toBe(
      'plausible: Change ex:cardiology to ex:cardio -- no file describes ex:cardiology; ex:cardio is the only ex:Desk that nothing refers to',
    );
  });

  test.each([
    ['not of another name', 'ex:attic', ''],
    [
      'not where another one of its class has such a name',
      'ex:cardio',
      'ex:u a ex:Room ; ex:owner ex:cardiol . ex:cardiol a ex:Desk ; ex:name "D" .',
    ],
    [
      'not where another class has one',
      'ex:cardio',
      'ex:u a ex:Room ; ex:owner ex:ward . ex:ward a ex:Ward ; ex:name "W" . ex:cardiol a ex:Ward ; ex:name "D" .',
    ],
  ])('%s', async (_, described, more) => {
    const data = desks(` ${more}`).replace('ex:cardio a', `${described} a`);
    expect(await offers(data, named)).not.toContain('that nothing refers to');
  });

  test.each(['sh:class ex:Step', 'sh:node [ sh:property [ sh:path ex:name ; sh:minCount 1 ] ]'])(
    'not one of another number, which would make a circle of steps: %s',
    async (constraint) => {
      const steps = `ex:step1 a ex:Step ; ex:name "A" ; ex:next ex:step2 . ex:step2 a ex:Step ; ex:name "B" ; ex:next ex:step3 .
ex:step3 a ex:Step ; ex:name "C" ; ex:next ex:step4 .`;
      const next = `ex:S a sh:NodeShape ; sh:targetClass ex:Step ; sh:property [ sh:path ex:next ; ${constraint} ] .`;
      expect(await offers(steps, next)).not.toContain('to ex:step1');
    },
  );

  test('not where nothing refers to others of its class', async () => {
    expect(await best(desks(' ex:attic a ex:Desk ; ex:name "A" .'), named)).not.toContain('to ex:cardio');
  });
});

test('sh:node: what the node says elsewhere comes before an empty text', async () => {
  expect(
    await best(
      'ex:r a ex:Room ; ex:owner ex:p .\nex:p a ex:Person ; rdfs:label "Ida" .',
      `${owner} ex:N sh:property [ sh:path <http://www.w3.org/2004/02/skos/core#prefLabel> ; sh:minCount 1 ], [ sh:path ex:age ; sh:minCount 1 ; sh:datatype xsd:integer ] .`,
    ),
  ).toContain('skos:prefLabel "Ida"');
});

describe('sh:node: a name that no file describes', () => {
  const named = `${owner} ex:N sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;
  const people =
    'ex:s a ex:Hall ; ex:owner ex:alice . ex:alice ex:name "Alice" . ex:t a ex:Hall ; ex:owner ex:bob . ex:bob ex:name "Bob" .';
  const first = async (data: string) => (await offers(`${data} ${people}`, named)).split('\n')[0];

  test('is that of a node that others have there, misspelt', async () =>
    expect(await first('ex:r a ex:Room ; ex:owner ex:alcie .')).toBe(
      'plausible: Change ex:alcie to ex:alice -- no file describes ex:alcie: ex:alice has the nearest name, or its description is still to be written',
    ));

  test.each([
    ['with a letter too many at its end', 'ex:r a ex:Room ; ex:owner ex:alicee .', 'ex:alicee', 'ex:alice'],
    ['with another letter', 'ex:r a ex:Room ; ex:owner ex:alize .', 'ex:alize', 'ex:alice'],
    [
      'that others use, too',
      'ex:r a ex:Room ; ex:owner ex:alcie . ex:u a ex:Hall ; ex:owner ex:alcie .',
      'ex:alcie',
      'ex:alice',
    ],
  ])('may be another one %s', async (_, data, name, meant) =>
    expect(await first(data)).toMatch(
      new RegExp(`^plausible: Change ${name} to ${meant}.* or its description is still to be written$`),
    ),
  );

  test('is judged among those that conform', async () =>
    expect(
      await first(
        'ex:r a ex:Room ; ex:owner ex:alcie . ex:v a ex:Hall ; ex:owner ex:aleci . ex:aleci ex:age 7 .',
      ),
    ).toContain('plausible: Change ex:alcie to ex:alice'));

  test('or that of another node, of which all is still to be said', async () =>
    expect(await first('ex:r a ex:Room ; ex:owner ex:carol .')).toBe(
      'placeholder: Add "" as ex:name of ex:carol (to be filled in) [needs input]',
    ));
});
