/** Changes of JSON-LD, in the style of the text. */
import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { deltaFor, type TurtleDelta } from '../../../testing/turtleDelta.ts';
import { readWithLibrary } from '../../readers/readWithLibrary.ts';
import { planLibraryEdits } from '../planLibraryEdits.ts';

async function edited(text: string, delta: TurtleDelta): Promise<string> {
  const source = { uri: 'file:///data.jsonld', version: 1, text };
  const document = await readWithLibrary('JSON-LD', source, async () => ({ problem: 'there is none' }));
  expect(document.errors).toEqual([]);
  const plan = await planLibraryEdits(document, deltaFor(document, delta));
  return plan.kind === 'edits' ? applyEdits(text, plan.edits) : `not expressible: ${plan.reason}`;
}

const context = `"@context": {
    "ex": "http://example.org/ns#", "xsd": "http://www.w3.org/2001/XMLSchema#", "@vocab": "http://example.org/v#",
    "name": "ex:name", "age": { "@id": "ex:age", "@type": "xsd:integer" }, "day": { "@id": "ex:day", "@type": "xsd:date" },
    "knows": { "@id": "ex:knows", "@type": "@id" }, "kind": { "@id": "ex:kind", "@type": "@vocab" },
    "label": { "@id": "ex:label", "@container": "@language" }, "order": { "@id": "ex:order", "@container": "@list" },
    "tags": { "@id": "ex:tags", "@container": "@set" }, "at": { "@id": "ex:at", "@container": "@index" },
    "title": { "@id": "ex:title", "@language": "en" }, "knownBy": { "@reverse": "ex:knows" }
  }`;
const ann = (inside: string) =>
  `{\n  ${context},\n  "@graph": [\n    {\n      "@id": "ex:ann",\n      ${inside}\n    }\n  ]\n}\n`;

test.each<readonly [name: string, before: string, delta: TurtleDelta, after: string]>([
  [
    'a string for a string',
    '"name": "Ann"',
    { remove: 'ex:ann ex:name "Ann" .', add: 'ex:ann ex:name "Anna" .' },
    '"name": "Anna"',
  ],
  [
    'a name below the folder of the file',
    '"knows": "ex:bob"',
    { remove: 'ex:ann ex:knows ex:bob .', add: 'ex:ann ex:knows <file:///licence_1> .' },
    '"knows": "licence_1"',
  ],
  [
    'the folder of the file',
    '"knows": "ex:bob"',
    { remove: 'ex:ann ex:knows ex:bob .', add: 'ex:ann ex:knows <file:///> .' },
    '"knows": "./"',
  ],
  [
    'a number for a string',
    '"ex:size": "five"',
    { remove: 'ex:ann ex:size "five" .', add: 'ex:ann ex:size 5 .' },
    '"ex:size": 5',
  ],
  [
    'a coerced string',
    '"day": "soon"',
    { remove: 'ex:ann ex:day "soon"^^xsd:date .', add: 'ex:ann ex:day "2026-11-29"^^xsd:date .' },
    '"day": "2026-11-29"',
  ],
  [
    'a number for a coerced string',
    '"age": "old"',
    { remove: 'ex:ann ex:age "old"^^xsd:integer .', add: 'ex:ann ex:age 5 .' },
    '"age": 5',
  ],
  [
    'a string for a coerced one',
    '"age": "old"',
    { remove: 'ex:ann ex:age "old"^^xsd:integer .', add: 'ex:ann ex:age "old" .' },
    '"age": { "@value": "old" }',
  ],
  [
    'a value in full',
    '"ex:d": { "@value": "x", "@type": "xsd:date" }',
    { remove: 'ex:ann ex:d "x"^^xsd:date .', add: 'ex:ann ex:d "2026-11-29"^^xsd:date .' },
    '"ex:d": { "@value": "2026-11-29", "@type": "xsd:date" }',
  ],
  [
    'another datatype',
    '"ex:d": { "@value": "1", "@type": "xsd:date" }',
    { remove: 'ex:ann ex:d "1"^^xsd:date .', add: 'ex:ann ex:d "1"^^xsd:gYear .' },
    '"ex:d": { "@value": "1", "@type": "xsd:gYear" }',
  ],
  [
    'a language',
    '"name": "Ann"',
    { remove: 'ex:ann ex:name "Ann" .', add: 'ex:ann ex:name "Ann"@en .' },
    '"name": { "@value": "Ann", "@language": "en" }',
  ],
  [
    'a string of the language of its key',
    '"title": "A"',
    { remove: 'ex:ann ex:title "A"@en .', add: 'ex:ann ex:title "B"@en .' },
    '"title": "B"',
  ],
  [
    'in a map of languages',
    '"label": { "en": "A", "de": ["B", "C"] }',
    { remove: 'ex:ann ex:label "B"@de .', add: 'ex:ann ex:label "D"@de .' },
    '"label": { "en": "A", "de": ["D", "C"] }',
  ],
  [
    'one of several',
    '"name": ["A", "B"]',
    { remove: 'ex:ann ex:name "B" .', add: 'ex:ann ex:name "C" .' },
    '"name": ["A", "C"]',
  ],
  [
    'a reference',
    '"knows": "ex:bob"',
    { remove: 'ex:ann ex:knows ex:bob .', add: 'ex:ann ex:knows ex:eve .' },
    '"knows": "ex:eve"',
  ],
  [
    'a reference in full',
    '"ex:r": { "@id": "ex:bob" }',
    { remove: 'ex:ann ex:r ex:bob .', add: 'ex:ann ex:r ex:eve .' },
    '"ex:r": { "@id": "ex:eve" }',
  ],
  [
    'a term for a reference',
    '"kind": "Good"',
    {
      remove: 'ex:ann ex:kind <http://example.org/v#Good> .',
      add: 'ex:ann ex:kind <http://example.org/v#Bad> .',
    },
    '"kind": "Bad"',
  ],
  [
    'a type',
    '"@type": "Old"',
    { remove: 'ex:ann a <http://example.org/v#Old> .', add: 'ex:ann a <http://example.org/v#New> .' },
    '"@type": "New"',
  ],
  ['a second value', '"name": "A"', { add: 'ex:ann ex:name "B" .' }, '"name": ["A", "B"]'],
  ['a third value', '"name": ["A", "B"]', { add: 'ex:ann ex:name "C" .' }, '"name": ["A", "B", "C"]'],
  ['a value of a new key', '"name": "A"', { add: 'ex:ann ex:age 3 .' }, '"name": "A",\n      "age": 3'],
  [
    'a value of a key without a term',
    '"name": "A"',
    { add: 'ex:ann ex:other "x" .' },
    '"name": "A",\n      "ex:other": "x"',
  ],
  [
    'a reference of a new key',
    '"name": "A"',
    { add: 'ex:ann ex:knows ex:bob .' },
    '"name": "A",\n      "knows": "ex:bob"',
  ],
  ['a set', '"name": "A"', { add: 'ex:ann ex:tags "x" .' }, '"name": "A",\n      "tags": ["x"]'],
  [
    'a language more',
    '"label": { "en": "A" }',
    { add: 'ex:ann ex:label "B"@de .' },
    '"label": { "en": "A", "de": "B" }',
  ],
  [
    'a text more of a language',
    '"label": { "en": "A" }',
    { add: 'ex:ann ex:label "B"@en .' },
    '"label": { "en": ["A", "B"] }',
  ],
  [
    'a first language',
    '"name": "A"',
    { add: 'ex:ann ex:label "B"@en .' },
    '"name": "A",\n      "label": { "en": "B" }',
  ],
  ['a type more', '"@type": "A"', { add: 'ex:ann a <http://example.org/v#B> .' }, '"@type": ["A", "B"]'],
  [
    'a first type',
    '"name": "A"',
    { add: 'ex:ann a <http://example.org/v#B> .' },
    '"name": "A",\n      "@type": "B"',
  ],
  [
    'an IRI where strings are',
    '"ex:r": "x"',
    { remove: 'ex:ann ex:r "x" .', add: 'ex:ann ex:r ex:x .' },
    '"ex:r": { "@id": "ex:x" }',
  ],
  ['a last key less', '"name": "A",\n      "age": 3', { remove: 'ex:ann ex:age 3 .' }, '"name": "A"'],
  ['a key less', '"name": "A",\n      "age": 3', { remove: 'ex:ann ex:name "A" .' }, '"age": 3'],
  [
    'one of three values',
    '"name": ["A", "B", "C"]',
    { remove: 'ex:ann ex:name "B" .' },
    '"name": ["A", "C"]',
  ],
  ['one of two values', '"name": ["A", "B"]', { remove: 'ex:ann ex:name "A" .' }, '"name": "B"'],
  ['one of two of a set', '"tags": ["A", "B"]', { remove: 'ex:ann ex:tags "A" .' }, '"tags": ["B"]'],
  ['all values', '"name": ["A", "B"],\n      "age": 3', { remove: 'ex:ann ex:name "A", "B" .' }, '"age": 3'],
  [
    'one language',
    '"label": { "en": "A", "de": "B" }',
    { remove: 'ex:ann ex:label "A"@en .' },
    '"label": { "de": "B" }',
  ],
  [
    'the only language',
    '"name": "A",\n      "label": { "en": "A" }',
    { remove: 'ex:ann ex:label "A"@en .' },
    '"name": "A"',
  ],
  [
    'a nested node',
    '"name": "A",\n      "ex:p": { "name": "B" }',
    { where: 'ex:ann ex:p _:b .', remove: 'ex:ann ex:p _:b . _:b ex:name "B" .' },
    '"name": "A"',
  ],
  [
    'a value of a nested node',
    '"ex:p": { "name": "B" }',
    { where: 'ex:ann ex:p _:b .', add: '_:b ex:age 4 .' },
    '"ex:p": { "name": "B", "age": 4 }',
  ],
  [
    'a new nested node',
    '"name": "A"',
    { add: 'ex:ann ex:p _:b . _:b ex:age 4 ; ex:name "B" .' },
    '"name": "A",\n      "ex:p": {\n        "age": 4,\n        "name": "B"\n      }',
  ],
  [
    'a new node',
    '"name": "A"',
    { add: 'ex:bob a <http://example.org/v#P> ; ex:name "B" .' },
    '"name": "A"\n    },\n    {\n      "@id": "ex:bob",\n      "@type": "P",\n      "name": "B"',
  ],
  [
    'another property',
    '"name": "A"',
    { remove: 'ex:ann ex:name "A" .', add: 'ex:ann ex:nick "A" .' },
    '"ex:nick": "A"',
  ],
  [
    'another property with a term',
    '"ex:nick": "A"',
    { remove: 'ex:ann ex:nick "A" .', add: 'ex:ann ex:name "A" .' },
    '"name": "A"',
  ],
  [
    'a value of an index',
    '"at": { "x": "A", "y": "B" }',
    { remove: 'ex:ann ex:at "B" .', add: 'ex:ann ex:at "C" .' },
    '"at": { "x": "A", "y": "C" }',
  ],
  [
    'an entry of an index',
    '"at": { "x": "A", "y": "B" }',
    { remove: 'ex:ann ex:at "B" .' },
    '"at": { "x": "A" }',
  ],
  [
    'a reverse reference',
    '"name": "A", "knownBy": [{ "@id": "ex:b" }, { "@id": "ex:c" }]',
    { remove: 'ex:b ex:knows ex:ann .' },
    '"name": "A", "knownBy": { "@id": "ex:c" }',
  ],
  [
    'a list item',
    '"order": ["a", "b"]',
    {
      where: 'ex:ann ex:order _:x . _:x rdf:first "a" ; rdf:rest _:y . _:y rdf:rest _:z .',
      remove: '_:y rdf:first "b" .',
      add: '_:y rdf:first "c" .',
    },
    '"order": ["a", "c"]',
  ],
  [
    'a list item more',
    '"order": ["a", "b"]',
    {
      where: 'ex:ann ex:order _:x . _:x rdf:rest _:y . _:y rdf:rest () .',
      remove: '_:y rdf:rest () .',
      add: '_:y rdf:rest _:new . _:new rdf:first "c" ; rdf:rest () .',
    },
    '"order": ["a", "b", "c"]',
  ],
  [
    'a list item less',
    '"order": ["a", "b", "c"]',
    {
      where: 'ex:ann ex:order _:x . _:x rdf:rest _:y . _:y rdf:rest _:z .',
      remove: '_:x rdf:rest _:y . _:y rdf:first "b" ; rdf:rest _:z .',
      add: '_:x rdf:rest _:z .',
    },
    '"order": ["a", "c"]',
  ],
  [
    'list items in another order',
    '"order": ["a", "b"]',
    {
      where: 'ex:ann ex:order _:x . _:x rdf:rest _:y .',
      remove: '_:x rdf:first "a" . _:y rdf:first "b" .',
      add: '_:x rdf:first "b" . _:y rdf:first "a" .',
    },
    '"order": ["b", "a"]',
  ],
  [
    'a list of one in full',
    '"ex:l": { "@list": ["a"] }',
    { where: 'ex:ann ex:l _:x .', remove: '_:x rdf:first "a" .', add: '_:x rdf:first ex:b .' },
    '"ex:l": { "@list": [{ "@id": "ex:b" }] }',
  ],
  [
    'a new list',
    '"name": "A"',
    { add: 'ex:ann ex:order ( 1 "b" ) .' },
    '"name": "A",\n      "order": [1, "b"]',
  ],
  [
    'a new list in full',
    '"name": "A"',
    { add: 'ex:ann ex:l ( 1 "b" ) .' },
    '"name": "A",\n      "ex:l": { "@list": [1, "b"] }',
  ],
])('%s', async (_, before, delta, after) => {
  expect(await edited(ann(before), delta)).toBe(ann(after));
});

test('a node that is named otherwise keeps its place', async () => {
  const text = ann('"name": "A", "ex:p": { "knows": "ex:ann" }');
  const delta = {
    where: 'ex:ann ex:p _:b .',
    remove: 'ex:ann ex:name "A" ; ex:p _:b . _:b ex:knows ex:ann .',
    add: 'ex:eve ex:name "A" ; ex:p _:b . _:b ex:knows ex:eve .',
  };
  expect(await edited(text, delta)).toBe(text.replaceAll('ex:ann', 'ex:eve'));
});

test('a nested node that says more than its removed reference moves to the other nodes', async () => {
  const text = ann('"name": "A",\n      "knows": { "@id": "ex:b", "name": "B" }');
  const after = ann('"name": "A"').replace('    }\n  ]', '    },\n    { "@id": "ex:b", "name": "B" }\n  ]');
  expect(await edited(text, { remove: 'ex:ann ex:knows ex:b .' })).toBe(after);
});

test('an editor can select the new value, which may be a placeholder', async () => {
  const source = { uri: 'file:///data.jsonld', version: 1, text: ann('"name": "A"') };
  const document = await readWithLibrary('JSON-LD', source, async () => ({ problem: 'there is none' }));
  const plan = await planLibraryEdits(
    document,
    deltaFor(document, { add: 'ex:ann ex:name "to be filled in" .' }),
  );
  const written = plan.kind === 'edits' ? plan.edits : [];
  const selected = written.flatMap(({ newText, inserted }) =>
    inserted.map(({ range }) => newText.slice(range.start, range.end)),
  );
  expect(selected).toEqual(['"to be filled in"']);
});
