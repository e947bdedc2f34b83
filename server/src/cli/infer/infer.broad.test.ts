import { expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = `#- /data.ttl
ex:ann ex:parent ex:bob . ex:bob ex:parent ex:cid . [] ex:parent ex:dot .
#- /shapes.ttl
ex:Child a sh:NodeShape ; sh:targetSubjectsOf ex:parent ; sh:rule
  [ a sh:TripleRule ; sh:predicate rdf:type ; sh:object ex:Person ] ,
  [ a sh:SPARQLRule ; sh:construct """PREFIX ex: <http://example.org/ns#>
      CONSTRUCT { $this ex:grandparent ?g . $this ex:note [ ex:on ?g ] } WHERE { $this ex:parent/ex:parent ?g }""" ] .
#- /ontology.ttl
ex:eve ex:parent ex:fay .
#- /broken.ttl
ex:Broken a sh:NodeShape ; sh:targetSubjectsOf ex:parent ; sh:rule [ a sh:JSRule ] .`;

test('writes what follows from the data, and not from the context alone', async () => {
  const { out, code } = await runInMemory(
    'infer data.ttl --shapes shapes.ttl --context ontology.ttl --out -',
    { files },
  );
  expect(out).toMatchInlineSnapshot(`
    "# 5 triples inferred by rules
    @prefix ex: <http://example.org/ns#> .

    ex:ann ex:grandparent ex:cid ;
      ex:note _:inferred1 ;
      a ex:Person .

    ex:bob a ex:Person .

    _:inferred1 ex:on ex:cid .
    "
  `);
  expect(code).toBe(0);
});

test('says what it could not infer, and writes the rest into a file', async () => {
  const run = await runInMemory('infer data.ttl --shapes shapes.ttl --shapes broken.ttl --out more.ttl', {
    files,
  });
  expect(run.out).toBe('');
  expect(run.err).toMatchInlineSnapshot(`
    "A rule of ex:Broken is not run. Rules of type sh:JSRule are not supported: sh:TripleRule and sh:SPARQLRule are.
    Left out: 1 triple about blank nodes of the data, which another file can't name.
    more.ttl: 5 triples inferred, with 1 new blank node.
    "
  `);
  expect(run.code).toBe(3);
});

test('without shapes, says that no rules were applied, and nothing of validation', async () => {
  const { err, code } = await runInMemory('infer data.ttl --out more.ttl', { files });
  expect(err).toMatch(/^data\.ttl: warning: No shapes are linked, so no rules were applied\. Give --shapes/);
  expect([err.includes('validated'), code]).toEqual([false, 0]);
  const rdfs = await runInMemory('infer data.ttl --inference rdfs --out more.ttl', { files });
  expect(rdfs.err).toBe('more.ttl: 0 triples inferred.\n');
});

test('needs a file to write, and something to infer', async () => {
  expect((await runInMemory('infer data.ttl --shapes shapes.ttl', { files })).err).toContain(
    'give --out FILE',
  );
  const none = await runInMemory('infer data.ttl --shapes shapes.ttl --inference none --out -', { files });
  expect(none.err).toContain("--inference can't be 'none'");
});
