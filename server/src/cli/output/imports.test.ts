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
    'warning: 3 imports in a.ttl and b.ttl: no file of the workspace declares <http://example.org/one>, <http://example.org/two>, so their contents are not used. Add the files, link them, or fetch them (shacl-repair imports).',
  ]);
});
