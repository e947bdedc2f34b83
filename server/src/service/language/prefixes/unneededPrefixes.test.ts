import { expect, test } from 'vitest';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { unneededPrefixHints } from './unneededPrefixes.ts';

const hints = (document: TurtleDocument) =>
  unneededPrefixHints(document).map(
    ({ range, message }) => `${document.text.slice(range.start, range.end)} ${message}`,
  );
const documentOf = (text: string) => new TurtleDocument('file:///a.ttl', 1, text);
const foaf = '@prefix foaf: <http://xmlns.com/foaf/0.1/> .';
const ex = '@prefix ex: <http://example.org/> .';

test.each([
  ['what no name uses', `${foaf}\n${ex}\nex:a ex:b 1 .`, [`${foaf} The prefix foaf: is not used.`]],
  [
    'what repeats the declaration in force',
    `${ex}\n${ex}\nex:a ex:b 1 .`,
    [`${ex} The prefix ex: is already declared with this namespace.`],
  ],
  [
    'with a comment on its line',
    `${foaf} # people\n${ex} ex:a ex:b 1 .`,
    [`${foaf} The prefix foaf: is not used.`],
  ],
  ['nothing that a datatype uses', `@prefix x: <http://x/> .\n<a> <b> "1"^^x:t .`, []],
  ['nothing in brackets and lists', `${ex}${foaf}\n<a> <b> [ foaf:name ( ex:c ) ] .`, []],
  ['nothing that a prefix with an empty name is for', '@prefix : <http://x/> .\n:a :b :c .', []],
  [
    'nothing that a query uses',
    `${foaf}@prefix sh: <http://www.w3.org/ns/shacl#> .\n<a> sh:select "SELECT $this { $this foaf:name ?n }" .`,
    [],
  ],
  ['nothing while a statement can not be read', `${foaf}\n${ex}\nex:a ex:b foaf .`, []],
])('hints are at %s', (_, text, expected) => {
  expect(hints(documentOf(text))).toEqual(expected);
});

test('they follow edits', () => {
  const before = documentOf(`${foaf}\n${ex}\nex:a ex:b 1 .\nex:c ex:d 2 .`);
  expect(hints(before)).toHaveLength(1);
  const start = before.text.indexOf('2 .');
  expect(hints(before.edited({ range: { start, end: start + 1 }, newText: 'foaf:Person' }))).toEqual([]);
});
