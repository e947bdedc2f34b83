import { expect, test } from 'vitest';
import { check } from '../../../testing/check.ts';
import { block } from '../../../testing/fixture.ts';
import { runInMemory } from '../../../testing/runInMemory.ts';

const ex = '@prefix ex: <http://example.org/> .';
const shapes = block`
  #- /shapes.ttl
  ${ex} @prefix sh: <http://www.w3.org/ns/shacl#> . @prefix v: <http://vocabulary.example/ns#> .
  ex:S a sh:NodeShape ; sh:targetClass v:Thing ; sh:property [ sh:path v:name ; sh:minCount 1 ] .
  ex:T a sh:NodeShape ; sh:targetSubjectsOf v:part ; sh:nodeKind sh:IRI .
  v:Thing ex:label "thing" . v:part ex:label "part" .
  ex:U a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:name ; sh:maxCount 1 ] .
`;

test('a prefix that hides nodes from a target is a warning at its namespace', () =>
  check(`#- /data.ttl shapes:/shapes.ttl
@prefix v: <https://vocabulary.example/ns#> .
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ namespace: v: is https://vocabulary.example/ns# here and http://vocabulary.example/ns# in the shapes, so sh:targetClass v:Thing selects no node. …
${ex}
ex:a a v:Thing .
ex:r a ex:Room .
${shapes}`));

test('several targets are counted', () =>
  check(`#- /data.ttl shapes:/shapes.ttl
@prefix v: <http://vocabulary.example/ns/> .
#          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ namespace: v: is http://vocabulary.example/ns/ here and http://vocabulary.example/ns# in the shapes, so 2 targets select no node. …
${ex}
ex:a a v:Thing ; v:part ex:b .
${shapes}`));

test.each([
  ['nothing in the data has the name of a target', 'v: <https://vocabulary.example/ns#>', 'ex:a v:other 1 .'],
  ['another namespace', 'v: <http://elsewhere.example/ns#>', 'ex:a a v:Thing .'],
  ['the namespace of the shapes', 'v: <http://vocabulary.example/ns#>', 'ex:a a v:Thing ; v:name 1 .'],
])('%s: no warning', (_, prefix, data) =>
  check(`#- /data.ttl shapes:/shapes.ttl
@prefix ${prefix} . ${ex}
${data}
ex:r a ex:Room .
${shapes}`),
);

test('the command line warns, too, and keeps the verdict', async () => {
  const files = block`
    #- /data.ttl
    # shapes: shapes.ttl
    @prefix v: <https://vocabulary.example/ns#> . ${ex}
    ex:a a v:Thing .
    ex:r a ex:Room .
    ${shapes}`;
  const { code, err } = await runInMemory('validate data.ttl', { files });
  expect(err).toContain('data.ttl:2:12: warning: v: is https://vocabulary.example/ns# here and ');
  expect(code).toBe(0);
  const { out } = await runInMemory('validate data.ttl -f json', { files });
  expect(JSON.parse(out)).toMatchObject({
    conforms: true,
    errors: [{ kind: 'namespace', severity: 'warning' }],
  });
});
