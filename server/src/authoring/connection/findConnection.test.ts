import fc from 'fast-check';
import { expect, test } from 'vitest';
import { termPrinter } from '../../ide/termPrinter.ts';
import { IndexedGraph } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { parseFixture, suppliedPrefixes } from '../../testing/fixture.ts';
import { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { connectionText } from './connectionText.ts';
import { type Connection, findConnection, type Way } from './findConnection.ts';
import { nodeAt, nodeName, nodesMatching } from './nodes.ts';
import { stepPlace } from './stepPlace.ts';

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
    "ex:anne and ex:bob are connected by 6 triples. There is one shortest way.

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
    "ex:a and ex:b are connected by 2 triples. There are 4 ways that short; 2 of them are shown.

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
    `"ex:a and ex:b are not connected: all 2 other nodes in reach of ex:a were looked at, up to 2 triples away. rdf:type and literals do not count."`,
  );
  expect(await connection(`ex:a a ex:C . ex:b a ex:C .`)).toMatchInlineSnapshot(
    `"ex:a and ex:b are not connected: no triple leads from ex:a to another node. rdf:type and literals do not count."`,
  );
  expect(await connection(`ex:a a ex:C .`, 'a', 'a')).toMatchInlineSnapshot(
    `"ex:a is one and the same node."`,
  );
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
    const { range } = stepPlace(step, [document])!;
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

const nodes = Array.from({ length: 7 }, (_, i) => example(`n${i}`));
const properties = [example('p'), example('q'), rdf.type];
const arbitraryTriple = fc.tuple(fc.nat(6), fc.nat(2), fc.nat(8)).map(
  ([subject, predicate, object]): Triple => ({
    subject: nodes[subject]!,
    predicate: properties[predicate]!,
    object: nodes[object] ?? terms.literal(String(object), example('d')),
  }),
);

test('ways are valid and all as short as any, and all are counted', () =>
  fc.assert(
    fc.asyncProperty(fc.array(arbitraryTriple, { maxLength: 16 }), async (triples) => {
      const graph = new IndexedGraph(triples);
      const [from, to] = [nodes[0]!, nodes[1]!];
      const found = await findConnection(graph, from, to, { maxWays: 1000 }, signal);
      const expected = shortestWays([...graph.triples()], from, to);
      if (found.kind === 'apart') {
        expect(expected).toEqual([]);
        return;
      }
      expect(found.count).toBe(expected.length);
      expect(new Set(found.ways.map(written))).toEqual(new Set(expected));
    }),
    { numRuns: 300 },
  ));

function written(way: Way): string {
  return way.map(({ triple, inverse }) => `${inverse ? '-' : '+'}${key(triple)}`).join(' ');
}

function key({ subject, predicate, object }: Triple): string {
  return `${subject},${predicate},${object}`;
}

/** By trying all ways of growing length that visit no node twice. */
function shortestWays(triples: readonly Triple[], from: TermId, to: TermId): string[] {
  const usable = triples.filter(
    ({ subject, predicate, object }) =>
      predicate !== rdf.type && !terms.isLiteral(object) && subject !== object,
  );
  for (let length = 1; length <= nodes.length; length++) {
    const found: string[] = [];
    const go = (node: TermId, visited: readonly TermId[], way: readonly string[]): void => {
      if (way.length === length) {
        if (node === to) found.push(way.join(' '));
        return;
      }
      for (const triple of usable) {
        const ends = [
          [triple.subject, triple.object, '+'],
          [triple.object, triple.subject, '-'],
        ] as const;
        for (const [start, end, sign] of ends) {
          if (start === node && !visited.includes(end))
            go(end, [...visited, end], [...way, sign + key(triple)]);
        }
      }
    };
    go(from, [from], []);
    if (found.length > 0) return found;
  }
  return [];
}
