import { expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { block } from '../../testing/fixture.ts';
import { readProjectFile } from './projectFile.ts';
import { linkEdit, ontologyEdit } from './projectFileEdit.ts';

test.each([
  ['{}', '{\n  "ontologies": { "ex:o": "o.ttl" }\n}'],
  ['{ // ours\n  "allow": [],\n}', '{ // ours\n  "ontologies": { "ex:o": "o.ttl" },\n  "allow": [],\n}'],
  ['{ "ontologies": { "ex:p": "p.ttl" } }', '{ "ontologies": {\n    "ex:o": "o.ttl", "ex:p": "p.ttl" } }'],
  ['{ "ontologies": { "ex:o": "old.ttl" } }', '{ "ontologies": { "ex:o": "o.ttl" } }'],
  ['{ "ontologies": {} }', '{ "ontologies": {\n    "ex:o": "o.ttl"\n  } }'],
])('the file of an ontology is written into %s', (text, expected) => {
  const project = readProjectFile('file:///shacl-repair.jsonc', text);
  const after = applyEdits(text, [ontologyEdit(project, 'ex:o', 'o.ttl')!]);
  expect(after).toBe(expected);
  expect(readProjectFile(project.uri, after)).toMatchObject({ problems: [] });
  expect(readProjectFile(project.uri, after).ontologies.get('ex:o')?.value).toBe('o.ttl');
});

test.each(['', '{', '[]', '{ "ontologies": [] }'])(
  'a file that is no project file is left alone: %s',
  (text) => {
    expect(
      ontologyEdit(readProjectFile('file:///shacl-repair.jsonc', text), 'ex:o', 'o.ttl'),
    ).toBeUndefined();
  },
);

const entry = '{ "data": "a.ttl", "shapes": ["s.ttl"] }';

function linked(text: string, data = 'a.ttl', shapes: readonly string[] = ['s.ttl']): string | undefined {
  const project = readProjectFile('file:///p/shacl-repair.jsonc', text);
  const uris = shapes.map((path) => `file:///p/${path}`);
  const edit = linkEdit(project, `file:///p/${data}`, uris);
  return typeof edit === 'object' ? applyEdits(text, [edit]) : edit;
}

test.each([
  ['{}', `{\n  "links": [\n    ${entry}\n  ]\n}`],
  ['{\n}', `{\n  "links": [\n    ${entry}\n  ]\n}`],
  [
    '{ // Ours.\n\t// How.\n\t"failOn": "warning",\n}',
    `{ // Ours.\n\t"links": [\n\t\t${entry}\n\t],\n\t// How.\n\t"failOn": "warning",\n}`,
  ],
  ['{\r\n  "links": []\r\n}', `{\r\n  "links": [${entry}]\r\n}`],
  [
    block`
      {
        "links": [
          { "data": "b.ttl", "shapes": "t.ttl" }, // Of others.
        ],
      }`,
    block`
      {
        "links": [
          { "data": "b.ttl", "shapes": "t.ttl" }, // Of others.
          { "data": "a.ttl", "shapes": ["s.ttl"] },
        ],
      }`,
  ],
  [
    '{ "links": [{ "data": "*.ttl", "shapes": "t.ttl" } /* all */ // of them\n] }',
    `{ "links": [{ "data": "*.ttl", "shapes": "t.ttl" }, /* all */ // of them\n    ${entry}\n] }`,
  ],
  ['{ "links": [{ "data": "a.ttl" }] }', `{ "links": [${entry}] }`],
  [
    '{ "links": [{ "data": ["a.ttl"], "shapes": "t.ttl" }] }',
    '{ "links": [{ "data": ["a.ttl"], "shapes": ["t.ttl", "s.ttl"] }] }',
  ],
  [
    '{ "links": [{ "data": "a.ttl", "shapes": [ "t.ttl" ] }] }',
    '{ "links": [{ "data": "a.ttl", "shapes": [ "t.ttl", "s.ttl" ] }] }',
  ],
  // Other mistakes stay for their author to correct.
  ['{ "links": [], "failon": "info" }', `{ "links": [${entry}], "failon": "info" }`],
  [`{ "links": [${entry}] }`, 'linked'],
])('a link is written into %s', (before, after) => expect(linked(before)).toBe(after));

test('paths are relative to the project file, and each is written once', () => {
  const shapes = ['../all/s.ttl', 't.ttl', 't.ttl'];
  expect(linked('{ "links": [] }', 'in/a "b".ttl', shapes)).toBe(
    '{ "links": [{ "data": "in/a \\"b\\".ttl", "shapes": ["../all/s.ttl", "t.ttl"] }] }',
  );
});

test.each(['', '{', '[]', '{ "links": 1 }', '{ "links": {} }', '{ "links": [], "links": [] }'])(
  'no link is written into what would not say so: %s',
  (text) => expect(linked(text)).toBeUndefined(),
);

test('a file whose name means something else as a pattern is not linked', () => {
  expect(linked('{}', 'a[1].ttl')).toBeUndefined();
});
