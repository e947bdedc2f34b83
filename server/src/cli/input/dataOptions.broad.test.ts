import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const files = block`
  #- /data/good.ttl
  # shapes: ../shapes.ttl
  ex:a a ex:Person ; ex:name "A" .
  #- /data/drafts/bad.ttl
  # shapes: ../../shapes.ttl
  ex:b a ex:Person .
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;

test.each([
  ['validate data', 1],
  ['validate data --exclude drafts', 0],
  ['validate data --exclude data/drafts/', 0],
  ['validate data --exclude bad.*', 0],
  ['validate data/good.ttl data/drafts/bad.ttl --exclude data/**/bad.ttl', 0],
  ['validate data --exclude draft', 1],
  ['validate data --exit-zero', 0],
  ['validate missing.ttl --exit-zero', 2],
])('%s: exit code %i', async (args, code) => {
  expect((await runInMemory(args, { files })).code).toBe(code);
});

test('--exclude that leaves nothing says so', async () => {
  const { code, err } = await runInMemory('validate data --exclude data', { files });
  expect(code).toBe(2);
  expect(err).toContain('--exclude data leaves none of the files that data matches.');
});

test('--stdin-filename gives standard input the name and the links of a file', async () => {
  const stdin = '# shapes: ../shapes.ttl\n@prefix ex: <http://example.org/ns#> .\nex:c a ex:Person .\n';
  const { err, out } = await runInMemory('validate - --stdin-filename data/good.ttl', { files, stdin });
  expect(err + out).toContain('data/good.ttl:3');
  const formatted = await runInMemory('format - --stdin-filename data/good.ttl', {
    files,
    stdin: 'PREFIX ex: <http://example.org/ns#>\nex:c   a ex:Person .\n',
  });
  expect(formatted.out).toContain('ex:c a ex:Person');
  expect(formatted.out).not.toContain('---');
});

test('validate --fix is repair --apply', async () => {
  const typo = block`
    #- /data.ttl
    # shapes: shapes.ttl
    ex:a a ex:Person ; ex:age "7" .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] .`;
  const fixed = await runInMemory('validate data.ttl --fix', { files: typo });
  const applied = await runInMemory('repair data.ttl --apply', { files: typo });
  expect(fixed.written).toEqual(applied.written);
  expect(Object.keys(fixed.written)).toHaveLength(1);
  for (const [given, name] of [
    ['--coverage', 'coverage'],
    ['-q', 'quiet'],
  ]) {
    const { code, err } = await runInMemory(`validate data.ttl --fix ${given}`, { files: typo });
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(`--fix takes the options of 'shacl-repair repair': leave --${name} out`),
    ]);
  }
});
