import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { check, hostOf } from '../../../testing/check.ts';
import { block, parseFixture } from '../../../testing/fixture.ts';
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

test('it is declared as the shapes do, and the results that it hid are shown', async () => {
  const fixture = parseFixture(`#- /data.ttl shapes:/shapes.ttl
@prefix v: $0<https://vocabulary.example/ns#> . ${ex}
ex:a a v:Thing .
ex:b a v:Thing ; v:name "b" .
ex:r a ex:Room .
${shapes}`);
  const [{ uri, text, cursor }] = fixture.files as [(typeof fixture.files)[number]];
  const { signal } = new AbortController();
  const host = hostOf(fixture);
  const { diagnostics } = await host.validate(uri, signal);
  const actions = await host.codeActions(uri, { start: cursor!, end: cursor! }, signal);
  expect(actions.map(({ title }) => title)).toEqual([
    'Declare v: as http://vocabulary.example/ns#, as the shapes do: shows 1 result',
  ]);
  const warned = diagnostics.get(uri)!.find(({ code }) => code === 'namespace');
  expect(actions[0]!.keys).toEqual([warned!.key]);
  const elsewhere = text.indexOf('ex:a a');
  expect(await host.codeActions(uri, { start: elsewhere, end: elsewhere }, signal)).toEqual([]);
  const mended = applyEdits(text, actions[0]!.edits[0]!.edits);
  host.openDocument(uri, 2, mended);
  const after = await host.validate(uri, signal);
  expect(after.diagnostics.get(uri)!.map(({ code }) => code)).toEqual(['sh:minCount']);
});
