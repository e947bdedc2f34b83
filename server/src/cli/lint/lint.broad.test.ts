import { expect, test } from 'vitest';
import { withoutPrelude } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = `#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetclass ex:T ; sh:pattern "[A-Z" .
#- /healthy.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:nodeKind sh:IRI .
`;

test('names each mistake with its place and a fix, and exits with 1', async () => {
  const { out, code } = await runInMemory('lint shapes.ttl', { files });
  expect(out).toMatchInlineSnapshot(`
    "shapes.ttl:2:23: error: SHACL has no property sh:targetclass. Did you mean sh:targetClass?
     1 | @prefix ex: <http://example.org/ns#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs:…
     2 | ex:S a sh:NodeShape ; sh:targetclass ex:T ; sh:pattern "[A-Z" .
       |                       ^^^^^^^^^^^^^^
      fix: Change to sh:targetClass

    shapes.ttl:2:57: error: The '[' of the regular expression is not closed by ']'. The pattern is not checked.
     1 | @prefix ex: <http://example.org/ns#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs:…
     2 | ex:S a sh:NodeShape ; sh:targetclass ex:T ; sh:pattern "[A-Z" .
       |                                                         ^
      fix: Change to "[A-Z]"

    1 shapes file: 2 problems.
    "
  `);
  expect(code).toBe(1);
});

test('validate --shapes-only is the same', async () => {
  const { out, code } = await runInMemory('validate --shapes-only shapes.ttl', { files });
  expect([out, code]).toEqual([(await runInMemory('lint shapes.ttl', { files })).out, 1]);
});

test('healthy shapes exit with 0', async () => {
  const { out, code } = await runInMemory('lint healthy.ttl', { files });
  expect([out, code]).toEqual(['1 shapes file: nothing is wrong.\n', 0]);
});

test('a file that is not there exits with 2', async () => {
  expect((await runInMemory('lint lost.ttl', { files })).code).toBe(2);
});

test('--format json has positions and fixes', async () => {
  const { out } = await runInMemory('lint shapes.ttl --format json', { files });
  const [{ problems }] = JSON.parse(out);
  expect(problems.map(({ fixes }: { fixes: readonly string[] }) => fixes[0])).toEqual([
    'Change to sh:targetClass',
    'Change to "[A-Z]"',
  ]);
});

test('--fix writes the slips, and lists what is left', async () => {
  const { written, code } = await runInMemory('lint shapes.ttl --fix', { files });
  expect(withoutPrelude(written['/shapes.ttl']!)).toBe(
    'ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:pattern "[A-Z" .\n',
  );
  expect(code).toBe(1);
});
