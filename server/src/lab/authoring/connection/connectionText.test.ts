import { expect, test } from 'vitest';
import { type Connection, findConnection } from '../../../rdf/findConnection.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { termPrinter } from '../../../service/ide/termPrinter.ts';
import { statedPlace } from '../../../shacl/results/statedPlace.ts';
import { parseFixture, suppliedPrefixes } from '../../../testing/fixture.ts';
import { connectionText } from './connectionText.ts';
import { nodeAt, nodeName, nodesMatching } from './nodes.ts';

const signal = new AbortController().signal;
const example = (name: string) => terms.iri(`http://example.org/ns#${name}`);

async function connection(data: string, from = 'a', to = 'b', maxWays = 5): Promise<string> {
  const document = read(data);
  const found = await findConnection(document.graph, example(from), example(to), { maxWays }, signal);
  const print = termPrinter([document.prefixes]);
  const names = (term: TermId) => nodeName(term, document.graph, print);
  return connectionText(found, example(from), example(to), names);
}

function read(data: string): TurtleDocument {
  return new TurtleDocument('file:///data.ttl', 1, suppliedPrefixes + data);
}

const company = `ex:anne a ex:Person ; ex:name "Anne" .
ex:bob a ex:Person ; ex:name "Bob" .
[] a ex:Membership ; ex:member ex:anne ; ex:of ex:research .
[] a ex:Membership ; ex:member ex:bob ; ex:of ex:marketing .
ex:research ex:unitOf ex:company . ex:marketing ex:unitOf ex:company .`;

test('the shortest way goes by triples of either direction, and not by types and literals', async () =>
  expect(await connection(company, 'anne', 'bob')).toMatchInlineSnapshot(`
    "ex:anne and ex:bob are connected by 6 triples. There is one shortest path.

    ex:anne
      ← ex:member — [ ex:Membership ]
      — ex:of → ex:research
      — ex:unitOf → ex:company
      ← ex:unitOf — ex:marketing
      ← ex:of — [ ex:Membership ]
      — ex:member → ex:bob"
  `));

test('of several, some are shown, and how many there are', async () => {
  const data = `ex:a ex:p ex:m1, ex:m2, ex:m3 ; ex:q ex:m1 . ex:b ex:p ex:m1, ex:m2, ex:m3 .`;
  expect(await connection(data, 'a', 'b', 2)).toMatchInlineSnapshot(`
    "ex:a and ex:b are connected by 2 triples. There are 4 shortest paths; 2 of them are shown.

    ex:a
      — ex:p → ex:m1
      ← ex:p — ex:b

    ex:a
      — ex:q → ex:m1
      ← ex:p — ex:b"
  `);
});

test('what is not connected is said, with how far was looked', async () => {
  expect(await connection(`ex:a a ex:C ; ex:p ex:x . ex:x ex:p ex:y . ex:b a ex:C .`)).toMatchInlineSnapshot(
    `"ex:a and ex:b are not connected: all 2 other nodes that can be reached from ex:a were searched, up to 2 triples away. rdf:type and literals do not count."`,
  );
  expect(await connection(`ex:a a ex:C . ex:b a ex:C .`)).toMatchInlineSnapshot(
    `"ex:a and ex:b are not connected: no triple leads from ex:a to another node. rdf:type and literals do not count."`,
  );
  expect(await connection(`ex:a a ex:C .`, 'a', 'a')).toMatchInlineSnapshot(`"Both ends are ex:a."`);
});

test('a step is found in the text', async () => {
  const document = read(company);
  const found = await findConnection(
    document.graph,
    example('anne'),
    example('company'),
    { maxWays: 1 },
    signal,
  );
  const texts = (found as Extract<Connection, { kind: 'connected' }>).ways[0]!.map((step) => {
    const { range } = statedPlace(step.triple, [document])!;
    return document.text.slice(range.start, range.end);
  });
  expect(texts).toEqual(['ex:member ex:anne', 'ex:of ex:research', 'ex:unitOf ex:company']);
});

test.each([
  ['ex:an$0ne a ex:Person ; ex:name "Anne" .', 'ex:anne'],
  ['ex:anne a ex:Person ; ex:na$0me "Anne" .', 'ex:anne'],
  ['ex:anne a ex:Person ; ex:name "An$0ne" .', 'ex:anne'],
  ['ex:anne ex:knows ex:b$0ob .', 'ex:bob'],
  ['ex:anne ex:address [ ex:ci$0ty "Leipzig" ] .', 'ex:anne'],
])('the node at %s is %s', (text, name) => {
  const [file] = parseFixture(text).files;
  const document = new TurtleDocument(file!.uri, 1, file!.text);
  const node = nodeAt(document, file!.cursor!, document.graph);
  expect(termPrinter([document.prefixes])(node!)).toBe(name);
});

test('nodes are found by name and label', () => {
  const document = read(
    `ex:r1 rdfs:label "Big hall" . ex:r2 rdfs:label "Hall of fame" ; ex:p ex:halle, [ ex:p 1 ] .`,
  );
  const print = termPrinter([document.prefixes]);
  const found = (text: string) => nodesMatching(document, text, print, 10).map(({ name }) => name);
  expect(found('hall')).toEqual(['ex:r2', 'ex:halle', 'ex:r1']);
  expect(found('hall big')).toEqual(['ex:r1']);
  expect(found('')).toEqual(['ex:r1', 'ex:r2', 'ex:halle']);
});
