import { expect, test } from 'vitest';
import { listing, suggestionsFor, textAfter } from '../../../testing/checkRepair.ts';
import { block } from '../../../testing/fixture.ts';

/** The best repairs of the only result of a room against a node shape, and the text after the first. */
async function best(shape: string, data: string): Promise<string> {
  const suggestions = await suggestionsFor(
    block`
      #- /data.ttl
      ${data}
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:Room ; ${shape} .
    `,
  );
  const lines = listing(suggestions)
    .split('\n')
    .filter((line) => !line.startsWith('retargeting'));
  return [...lines, textAfter(suggestions.repairs[0]!)].join('\n');
}

test('sh:equals: the node is its own value', async () =>
  expect(await best('sh:equals ex:self', 'ex:r a ex:Room .')).toMatchInlineSnapshot(`
    "implied: Add ex:r as ex:self of ex:r -- sh:equals makes the node its own ex:self
    ex:r a ex:Room ;
      ex:self ex:r ."
  `));

test('sh:equals: another value', async () =>
  expect(await best('sh:equals ex:self', 'ex:r a ex:Room ; ex:self ex:r, ex:s .')).toMatchInlineSnapshot(`
    "removal: Remove ex:s as ex:self of ex:r
    ex:r a ex:Room ; ex:self ex:r ."
  `));

test('sh:disjoint: the node is no value of its own', async () =>
  expect(await best('sh:disjoint ex:next', 'ex:r a ex:Room ; ex:next ex:s, ex:r .')).toMatchInlineSnapshot(`
    "removal: Remove ex:r as ex:next of ex:r
    ex:r a ex:Room ; ex:next ex:s ."
  `));

test('sh:closed: comments stay with what they are about', async () =>
  expect(
    await best(
      'sh:closed true ; sh:ignoredProperties ( rdf:type ) ; sh:property [ sh:path ex:name ], [ sh:path ex:floor ]',
      block`
        ex:r a ex:Room ;
          ex:flor 1 ; # ground
          ex:name "A" . # on the door`,
    ),
  ).toMatchInlineSnapshot(`
    "attested: Change ex:flor to ex:floor for 1 of ex:r -- the nearest allowed name is ex:floor
    removal: Remove 1 as ex:flor of ex:r
    ex:r a ex:Room ;
      ex:floor 1 ; # ground
      ex:name "A" . # on the door"
  `));

test('sh:closed: a blank node and a list go with all that they say', async () =>
  expect(
    await best(
      'sh:closed true ; sh:ignoredProperties ( rdf:type ) ; sh:property [ sh:path ex:name ]',
      block`
        ex:r a ex:Room ;
          ex:sizes ( 1 [ ex:value 2 ] ) ; # sizes
          ex:name "A" .`,
    ),
  ).toMatchInlineSnapshot(`
    "removal: Remove the list as ex:sizes of ex:r
    ex:r a ex:Room ;
      # sizes
      ex:name "A" ."
  `));

test('sh:not: a property that must not be there', async () =>
  expect(
    await best(
      'sh:not [ sh:path ex:p ; sh:minCount 1 ]',
      block`
        ex:r a ex:Room ;
          ex:p 1, 2 ;
          ex:q 3 .`,
    ),
  ).toMatchInlineSnapshot(`
    "plausible: Remove 1 and 2 as ex:p of ex:r -- sh:not forbids it
    ex:r a ex:Room ;
      ex:q 3 ."
  `));

test('sh:or: one of two properties', async () =>
  expect(
    await best(
      'sh:or ( [ sh:path ex:phone ; sh:minCount 1 ] [ sh:path ex:mail ; sh:minCount 1 ; sh:nodeKind sh:IRI ] )',
      'ex:r a ex:Room .',
    ),
  ).toMatchInlineSnapshot(`
    "placeholder: Add "" as ex:phone of ex:r (to be filled in) [needs input]
    placeholder: Add new ex:mail_1 as ex:mail of ex:r [needs input]
    ex:r a ex:Room ;
      ex:phone "" ."
  `));

test('sh:xone: both are there', async () =>
  expect(
    await best(
      'sh:xone ( [ sh:path ex:phone ; sh:minCount 1 ] [ sh:path ex:mail ; sh:minCount 1 ] )',
      'ex:r a ex:Room ; ex:phone "1" ; ex:mail "a", "b" .',
    ),
  ).toMatchInlineSnapshot(`
    "removal: Remove "1" as ex:phone of ex:r -- sh:xone allows one only
    removal: Remove "a" and "b" as ex:mail of ex:r -- sh:xone allows one only
    ex:r a ex:Room ; ex:mail "a", "b" ."
  `));
