import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { hostOf } from '../../../testing/check.ts';
import { block, parseFixture } from '../../../testing/fixture.ts';
import type { FixAllScope } from '../analysis.ts';

const signal = new AbortController().signal;

/** What the menu at `$0` offers for more of a kind, and the file after the first of these. */
async function moreOfKind(text: string): Promise<string> {
  const fixture = parseFixture(text);
  const [data] = fixture.files;
  const host = hostOf(fixture);
  const at = data!.cursor!;
  const offered = (await host.codeActions(data!.uri, { start: at, end: at }, signal)).filter(
    ({ command }) => command?.kind === 'fixAll' && command.like,
  );
  const titles = offered.map(({ title }) => title);
  const [first] = offered;
  if (first === undefined) return 'none';
  const { edits, repaired, left } = await host.fixAll(data!.uri, first.command as FixAllScope, signal);
  expect(first.title).toMatch(new RegExp(`^Fix this and ${repaired - 1} more: `));
  const after = edits.reduce((before, { edits: own }) => applyEdits(before, own), data!.text);
  const rest = left.map(({ message, why }) => `left: ${message} -- ${why}`);
  const lines = after.split('\n').filter((line) => !line.startsWith('@prefix') && line !== '');
  return [...titles, ...lines, `${repaired} repaired`, ...rest].join('\n');
}

test('a value of another datatype, with the same text', async () =>
  expect(
    await moreOfKind(block`
      #- /data.ttl shapes:/shapes.ttl
      ex:a ex:age $0"1" . # one
      ex:b ex:age "22" . ex:c ex:age "none" . ex:d ex:age 4 .
      ex:e ex:age "5"@en .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:age ; sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] .`),
  ).toMatchInlineSnapshot(`
    "Fix this and 1 more: write ex:age as xsd:integer
    ex:a ex:age 1 . # one
    ex:b ex:age 22 . ex:c ex:age "none" . ex:d ex:age 4 .
    ex:e ex:age "5"@en .
    2 repaired"
  `));

test('not a property that is misspelt throughout, which the repair itself mends everywhere', async () =>
  expect(
    await moreOfKind(block`
      #- /data.ttl shapes:/shapes.ttl
      ex:a a ex:Desk ; $0ex:heigth 71 . # measured
      ex:b a ex:Desk ; ex:heigth 72 .
      ex:c a ex:Desk ; ex:color "red" .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:Desk ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
        sh:property [ sh:path ex:height ] .`),
  ).toBe('none'));

test('the same wrong value, and no other', async () =>
  expect(
    await moreOfKind(block`
      #- /data.ttl shapes:/shapes.ttl
      ex:a ex:state $0"Opn" . ex:b ex:state "Opn" . ex:c ex:state "Clsed" . ex:d ex:state "Opn" .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:state ; sh:property [ sh:path ex:state ; sh:in ( "Open" "Closed" ) ] .`),
  ).toMatchInlineSnapshot(`
    "Fix this and 2 more: change "Opn" to "Open" as ex:state
    ex:a ex:state "Open" . ex:b ex:state "Open" . ex:c ex:state "Clsed" . ex:d ex:state "Open" .
    3 repaired"
  `));

test('what the graph implies, at each node with its own value', async () =>
  expect(
    await moreOfKind(block`
      #- /data.ttl shapes:/shapes.ttl
      ex:hasPart owl:inverseOf ex:isPartOf .
      ex:x ex:hasPart ex:a . ex:y ex:hasPart ex:b . ex:z ex:hasPart ex:c , ex:d .
      $0ex:a a ex:Part . ex:b a ex:Part . ex:c a ex:Part . ex:d a ex:Part . ex:e a ex:Part .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:Part ; sh:property [ sh:path ex:isPartOf ; sh:minCount 1 ] .`),
  ).toMatchInlineSnapshot(`
    "Fix this and 3 more: add ex:isPartOf by ex:hasPart
    ex:hasPart owl:inverseOf ex:isPartOf .
    ex:x ex:hasPart ex:a . ex:y ex:hasPart ex:b . ex:z ex:hasPart ex:c , ex:d .
    ex:a a ex:Part ;
      ex:isPartOf ex:x . ex:b a ex:Part ;
      ex:isPartOf ex:y . ex:c a ex:Part ;
      ex:isPartOf ex:z . ex:d a ex:Part ;
      ex:isPartOf ex:z . ex:e a ex:Part .
    4 repaired"
  `));

test('values that are written anew, where they are written alike', async () =>
  expect(
    await moreOfKind(block`
      #- /data.ttl shapes:/shapes.ttl
      ex:a ex:area $0"21,5" . ex:b ex:area "3,25" . ex:c ex:area "large" .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:area ; sh:property [ sh:path ex:area ; sh:datatype xsd:decimal ] .`),
  ).toMatchInlineSnapshot(`
    "Fix this and 1 more: write ex:area as xsd:decimal
    ex:a ex:area 21.5 . ex:b ex:area 3.25 . ex:c ex:area "large" .
    2 repaired"
  `));

test('those that would break something else are left, and said so', async () =>
  expect(
    await moreOfKind(block`
      #- /data.ttl shapes:/shapes.ttl
      ex:a ex:age $0"1" . ex:b ex:age "2" . ex:c ex:age "300" .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:age ; sh:property [ sh:path ex:age ; sh:datatype xsd:integer ; sh:maxInclusive 150 ] .`),
  ).toMatchInlineSnapshot(`
    "Fix this and 3 more: write ex:age as xsd:integer
    ex:a ex:age 1 . ex:b ex:age 2 . ex:c ex:age "300" .
    4 repaired
    left: ex:age of ex:c has the datatype xsd:string, not xsd:integer: "300" -- The repair does not work together with the others."
  `));

test('a missing type of each value', async () =>
  expect(
    await moreOfKind(block`
      #- /data.ttl shapes:/shapes.ttl
      ex:a ex:feeds $0ex:r1 . ex:b ex:feeds ex:r2 . ex:c ex:feeds ex:r3 . ex:d ex:feeds ex:r3 .
      ex:r1 ex:floor 1 . ex:r2 ex:floor 1 . ex:r3 ex:floor 2 . ex:r4 a ex:Room ; ex:floor 2 .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:feeds ; sh:property [ sh:path ex:feeds ; sh:class ex:Room ] .`),
  ).toMatchInlineSnapshot(`
    "Fix this and 3 more: add the type ex:Room
    ex:a ex:feeds ex:r1 . ex:b ex:feeds ex:r2 . ex:c ex:feeds ex:r3 . ex:d ex:feeds ex:r3 .
    ex:r1 ex:floor 1 ; a ex:Room . ex:r2 ex:floor 1 ; a ex:Room . ex:r3 ex:floor 2 ; a ex:Room . ex:r4 a ex:Room ; ex:floor 2 .
    4 repaired"
  `));

test('nothing for a single result, or where input is needed', async () => {
  const shapes = block`
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Desk ; sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:datatype xsd:string ] .`;
  expect(
    await moreOfKind(`#- /data.ttl shapes:/shapes.ttl\n$0ex:a a ex:Desk . ex:b a ex:Desk .\n${shapes}`),
  ).toBe('none');
  expect(
    await moreOfKind(`#- /data.ttl shapes:/shapes.ttl\nex:a a ex:Desk ; ex:name $0"A"@en .\n${shapes}`),
  ).toBe('none');
});

test('nothing that only takes nodes out of their target', async () =>
  expect(
    await moreOfKind(block`
      #- /data.ttl shapes:/shapes.ttl
      $0ex:a ex:old ex:x . ex:b ex:old ex:x . ex:c ex:old ex:x .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:old ; sh:property [ sh:path ex:area ; sh:minCount 1 ; sh:maxCount 0 ] .`),
  ).toBe('none'));

test('a value that all nodes must have, without naming one of the nodes', async () =>
  expect(
    await moreOfKind(block`
      #- /data.ttl shapes:/shapes.ttl
      $0ex:a a ex:Desk .
      ex:b a ex:Desk .
      #- /shapes.ttl
      ex:S a sh:NodeShape ; sh:targetClass ex:Desk ; sh:property [ sh:path ex:kind ; sh:hasValue ex:K ] .`),
  ).toMatchInlineSnapshot(`
    "Fix this and 1 more: add ex:K as ex:kind
    ex:a a ex:Desk ;
      ex:kind ex:K .
    ex:b a ex:Desk ;
      ex:kind ex:K .
    2 repaired"
  `));
