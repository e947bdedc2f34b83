import { expect, test } from 'vitest';
import { applyEdits } from '../base/textEdit.ts';
import { readProjectFile } from './projectFile.ts';
import { ontologyEdit } from './projectFileEdit.ts';

test.each([
  ['{}', '{\n  "ontologies": { "ex:o": "o.ttl" }\n}'],
  ['{ // ours\n  "allow": [],\n}', '{\n  "ontologies": { "ex:o": "o.ttl" }, // ours\n  "allow": [],\n}'],
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
