import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

test('the imports that nothing resolves are one warning, whichever files they stand in', async () => {
  const files = block`
    #- /a.ttl
    # shapes: shapes.ttl
    <> a owl:Ontology ; owl:imports <http://example.org/one> , <http://example.org/two> .
    #- /b.ttl
    # shapes: shapes.ttl
    <> a owl:Ontology ; owl:imports <http://example.org/two> .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass owl:Ontology ; sh:nodeKind sh:IRI .
  `;
  const { err, out } = await runInMemory('validate a.ttl b.ttl', { files });
  expect(`${err}${out}`.split('\n').filter((line) => line.includes('warning'))).toEqual([
    'warning: 3 imports in a.ttl and b.ttl: none of the files read declares <http://example.org/one>, <http://example.org/two>, so their contents are not used. Add the files, link them, or fetch them (shacl-repair imports).',
  ]);
});

test('shapes that were given import only what was given, and the message says so', async () => {
  const files = block`
    #- /data.ttl
    ex:x a owl:Class .
    #- /shapes.ttl
    <> a owl:Ontology ; owl:imports <http://example.org/one> .
    ex:S a sh:NodeShape ; sh:targetClass owl:Class ; sh:nodeKind sh:IRI .
    #- /one.ttl
    <http://example.org/one> a owl:Ontology .
  `;
  const { err, out } = await runInMemory('validate data.ttl --shapes shapes.ttl', { files });
  expect(`${err}${out}`).toContain(
    'none of the given files declares this ontology, so its contents are not used. Give its file as context too;',
  );
  const { err: noWarning } = await runInMemory('validate data.ttl --shapes shapes.ttl --context one.ttl', {
    files,
  });
  expect(noWarning).not.toContain('warning');
});

test.each([
  ['sh:targetClass ex:Person', 'The shapes are about instances of ex:Person, and the data has none'],
  [
    'sh:targetSubjectsOf ex:p ; sh:targetObjectsOf ex:q ; sh:targetClass ex:A',
    'The shapes are about instances of ex:A, nodes with ex:p and 1 more, and the data has none',
  ],
  ['sh:name "S"', 'No shape has a target: add one, such as sh:targetClass.'],
  ['sh:targetClass owl:Class ; sh:deactivated true', 'All shapes that have a target are deactivated'],
])('where no node is a target of %s, the warning says why', async (target, why) => {
  const files = block`
    #- /data.ttl
    ex:x a owl:Class .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; ${target} ; sh:nodeKind sh:IRI .
  `;
  expect((await runInMemory('validate data.ttl --shapes shapes.ttl', { files })).err).toContain(why);
});
