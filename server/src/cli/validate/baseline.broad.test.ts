import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const shapes = block`
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;

const file = (path: string, text: string) => `#- ${path}\n# shapes: shapes.ttl\n${text}\n`;
const before = `${file('/data.ttl', 'ex:a a ex:Person . ex:b a ex:Person .')}${shapes}`;
const repaired = `${file('/data.ttl', 'ex:a a ex:Person . ex:b a ex:Person ; ex:name "B" .')}${shapes}`;

async function against(files: string, args: string, change = (baseline: string) => baseline) {
  const { out: baseline } = await runInMemory('validate data.ttl --format json', { files: before });
  const texts = { '/old.json': change(baseline) };
  const { code, out, err } = await runInMemory(`validate ${args} --baseline old.json --format json`, {
    files,
    texts,
  });
  const stale = JSON.parse(out).stale.map(({ focusNode }: { focusNode: string }) => focusNode);
  return { code, stale, err };
}

const b = '<http://example.org/ns#b>';

test('an entry whose result is gone fails the run, and is named', async () => {
  expect(await against(before, 'data.ttl')).toMatchObject({ code: 0, stale: [] });
  const { code, stale, err } = await against(repaired, 'data.ttl');
  expect([code, stale]).toEqual([1, [b]]);
  expect(err).toMatch(
    /^error: 1 entry of the baseline is stale: its result is gone\. Write the baseline again \(--format json --output FILE\), .*\n {2}data\.ttl: MinCount at <http:\/\/example\.org\/ns#b> \[[0-9a-f]{12}\]\n$/,
  );
});

test('entries of files that this run does not check are left alone', async () => {
  const files = `${repaired}\n${file('/more.ttl', 'ex:c a ex:Person ; ex:name "C" .')}`;
  expect(await against(files, 'more.ttl')).toMatchObject({ code: 0, stale: [] });
});

test('a baseline of another machine is about the files of the same relative path', async () => {
  const moved = (baseline: string) => baseline.replaceAll('file:///workspace', 'file:///C:/ci%20runner/repo');
  expect(await against(repaired, 'data.ttl', moved)).toMatchObject({ code: 1, stale: [b] });
  const other = (baseline: string) =>
    moved(baseline).replace('"root": "file:///C:/ci%20runner/repo"', '"root": "file:///C:/else"');
  expect(await against(repaired, 'data.ttl', other)).toMatchObject({ code: 0, stale: [] });
});

test('nothing is called stale while something is not evaluated', async () => {
  const files = `${repaired} ex:S sh:sparql [ sh:select "SELECT $this { SERVICE <urn:x> {} }" ] .`;
  expect(await against(files, 'data.ttl')).toMatchObject({ code: 3, stale: [] });
});

test('of several results with the same key, as many as are gone are stale', async () => {
  const twice = shapes.replace('sh:minCount 1', 'sh:class ex:Name');
  const text = 'ex:a a ex:Person ; ex:name [ ex:p 1 ]';
  const two = `${file('/data.ttl', `${text} , [ ex:p 1 ] .`)}${twice}`;
  const one = `${file('/data.ttl', `${text} .`)}${twice}`;
  const { out } = await runInMemory('validate data.ttl --format json', { files: two });
  const run = (files: string) =>
    runInMemory('validate data.ttl --baseline old.json --format json', {
      files,
      texts: { '/old.json': out },
    });
  expect((await run(two)).code).toBe(0);
  const fewer = await run(one);
  expect([fewer.code, JSON.parse(fewer.out).stale.length]).toEqual([1, 1]);
});

test('a result that is now ignored by a comment is not stale', async () => {
  const files = `${file('/data.ttl', 'ex:a a ex:Person . ex:b a ex:Person . # shacl-repair-ignore sh:minCount no')}${shapes}`;
  expect(await against(files, 'data.ttl')).toMatchObject({ code: 0, stale: [] });
});

test('a file that the baseline does not have is not excused by another one with the same results', async () => {
  const twice = shapes.replace('sh:minCount 1', 'sh:class ex:Name');
  const text = 'ex:a a ex:Person ; ex:name [ ex:p 1 ] .';
  const files = `${file('/data.ttl', text)}${file('/copy.ttl', text)}${twice}`;
  const { out: baseline } = await runInMemory('validate data.ttl --format json', { files });
  const { out: both } = await runInMemory('validate data.ttl copy.ttl --format json', { files });
  const known = async (args: string, old: string) => {
    const texts = { '/old.json': old };
    const { out } = await runInMemory(`validate ${args} --baseline old.json --format json`, { files, texts });
    const results: readonly { known: boolean; location: { uri: string } }[] = JSON.parse(out).results;
    return results.map((each) => `${each.location.uri.slice('file:///workspace/'.length)} ${each.known}`);
  };
  expect(await known('data.ttl copy.ttl', baseline)).toEqual(['data.ttl true', 'copy.ttl false']);
  expect(await known('copy.ttl data.ttl', baseline)).toEqual(['copy.ttl false', 'data.ttl true']);
  expect(await known('copy.ttl', baseline)).toEqual(['copy.ttl false']);
  expect(await known('copy.ttl', both)).toEqual(['copy.ttl true']);
});
