import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const shape =
  'ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] .';

const files = block`
  #- /data/one.ttl
  # shapes: ../shapes.ttl
  ex:a a ex:Person ; ex:age "3" .
  #- /data/two.ttl
  # shapes: ../shapes.ttl
  ex:b a ex:Person ; ex:age 4 .
  #- /data/three.ttl
  # shapes: ../shapes.ttl
  ex:c a ex:Person ; ex:age "old" .
  #- /data/four.ttl
  # shapes: ../shapes.ttl
  ex:d a ex:Person ; ex:age "5" .
  #- /shapes.ttl
  ${shape}`;

const broken = block`
  ${files}
  #- /data/broken.ttl
  # shapes: ../shapes.ttl
  ex:e a ex:Person ; ex:age "6" . ex:f ex:p .`;

test('repairs of all files of a folder are listed', async () => {
  const { code, out } = await runInMemory('repair data --format json', { files });
  const { violations } = JSON.parse(out);
  const names = violations.map(({ location }: { location: { uri: string } }) =>
    location.uri.split('/').at(-1),
  );
  expect([code, names]).toEqual([1, ['four.ttl', 'one.ttl', 'three.ttl']]);
});

test('the files of a folder are written, each with its summary, and one for all', async () => {
  const { code, out, written } = await runInMemory('repair data --apply', { files });
  expect(code).toBe(1);
  expect(Object.keys(written).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    '/data/four.ttl',
    '/data/one.ttl',
  ]);
  expect(written['/data/one.ttl']).toContain('ex:age 3 .');
  expect(out).toMatch(/^data\/one\.ttl: 1 of 1 result repaired, none left$/m);
  expect(out).toMatch(/^data\/three\.ttl: 0 of 1 result repaired, 1 left$/m);
  expect(out).not.toContain('two.ttl');
  expect(out).toMatch(/\n2 of 3 results repaired in 2 of 4 files, 1 left\n$/);
});

test('of results that are equal in several files, --only repairs the one with its number', async () => {
  const copies = block`
    #- /a.ttl
    # shapes: shapes.ttl
    ex:a a ex:Person ; ex:age "3" .
    #- /b.ttl
    # shapes: shapes.ttl
    ex:a a ex:Person ; ex:age "3" .
    #- /shapes.ttl
    ${shape}`;
  const listed = await runInMemory('validate a.ttl b.ttl --format json', { files: copies });
  const keys: readonly string[] = JSON.parse(listed.out).results.map(({ key }: { key: string }) => key);
  expect(keys).toEqual([keys[0], `${keys[0]}-2`]);
  for (const [i, key] of keys.entries()) {
    const args = `repair a.ttl b.ttl --apply --only ${key} --format json`;
    const { code, written, out } = await runInMemory(args, { files: copies });
    expect([code, Object.keys(written)]).toEqual([0, [i === 0 ? '/a.ttl' : '/b.ttl']]);
    expect(JSON.parse(out)).toMatchObject({ applied: [{ key }], violations: [] });
  }
});

test('a dry run is one diff, and writes nothing', async () => {
  const { out, err, written } = await runInMemory('repair data --dry-run', { files });
  expect(written).toEqual({});
  expect(out.match(/^--- a\/.*$/gm)).toEqual(['--- a/data/four.ttl', '--- a/data/one.ttl']);
  expect(err).toMatch(/2 of 3 results repaired in 2 of 4 files, 1 left\n$/);
});

test('a file with syntax errors is left alone, and the others are repaired', async () => {
  const { code, err, written } = await runInMemory('repair data --apply', { files: broken });
  expect(code).toBe(2);
  expect(Object.keys(written).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    '/data/four.ttl',
    '/data/one.ttl',
  ]);
  expect(err).toContain('data/broken.ttl: Nothing is applied while there are errors in the input.');
});

test('scripts get one JSON document for all files', async () => {
  const { code, out, written } = await runInMemory('repair data --apply --format json', { files });
  const { applied, diff, violations } = JSON.parse(out);
  expect([code, applied.length, violations.length]).toEqual([1, 2, 1]);
  expect(diff.match(/^--- a\/.*$/gm)).toHaveLength(2);
  expect(Object.keys(written)).toHaveLength(2);
});

test('with --shapes, all files are one graph, and each is written', async () => {
  const { code, written } = await runInMemory(
    'repair data/one.ttl data/four.ttl --shapes shapes.ttl --apply',
    {
      files,
    },
  );
  expect([code, Object.keys(written).toSorted((a, b) => (a < b ? -1 : 1))]).toEqual([
    0,
    ['/data/four.ttl', '/data/one.ttl'],
  ]);
});

test('files that are data of each other are repaired one after the other', async () => {
  const both = block`
    #- /a.ttl
    # shapes: shapes.ttl
    # context: b.ttl
    ex:a a ex:Person ; ex:age "3" .
    #- /b.ttl
    # shapes: shapes.ttl
    # context: a.ttl
    ex:b a ex:Person ; ex:age "4" .
    #- /shapes.ttl
    ${shape}`;
  const { code, written } = await runInMemory('repair a.ttl b.ttl --apply', { files: both });
  expect([code, Object.keys(written)]).toEqual([0, ['/a.ttl', '/b.ttl']]);
});
