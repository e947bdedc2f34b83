import { describe, expect, test } from 'vitest';
import type { WorkProbe } from '../../shacl/watch.ts';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const shapes = block`
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;

const file = (path: string, text: string) => `#- ${path}\n# shapes: shapes.ttl\n${text}\n`;

const before = `${file('/data.ttl', 'ex:a a ex:Person .')}${shapes}`;

/** The results as `known a` or `new b`, and the exit code. */
async function since(now: string, then: string, args = 'data.ttl') {
  const command = `validate ${args} --changed-since main --format json`;
  const { code, out, err } = await runInMemory(command, { files: now, revisions: { main: then } });
  expect(err).not.toContain('shacl-repair');
  const results = JSON.parse(out).results.map(
    ({ known, focusNode }: { known: boolean; focusNode: string }) =>
      `${known ? 'known' : 'new'} ${focusNode.replace(/.*#(.*)>/, '$1')}`,
  );
  return [...results, code];
}

describe('results that are new against a revision', () => {
  test.each([
    ['nothing has changed', before, before, ['known a', 0]],
    [
      'a node is added',
      `${file('/data.ttl', 'ex:b a ex:Person . ex:a a ex:Person .')}${shapes}`,
      before,
      ['new b', 'known a', 1],
    ],
    ['a result is gone', `${file('/data.ttl', 'ex:a a ex:Person ; ex:name "A" .')}${shapes}`, before, [0]],
    [
      'a shape asks for more',
      `${file('/data.ttl', 'ex:a a ex:Person .')}${shapes} ex:S sh:property [ sh:path ex:age ; sh:minCount 1 ] .`,
      before,
      ['known a', 'new a', 1],
    ],
    ['the file is new', before, shapes, ['new a', 1]],
    [
      'the file had another name',
      before,
      `${file('/old.ttl', 'ex:a a ex:Person .')}${shapes}`,
      ['known a', 0],
    ],
    [
      'the file had other links',
      before,
      `${file('/data.ttl', 'ex:a a ex:Person .').replace('shapes.ttl', 'old.ttl')}${shapes.replace('/shapes', '/old')}`,
      ['known a', 0],
    ],
    [
      'a pattern matched a file that is gone',
      `${file('/data.ttl', 'ex:a a ex:Person .').replace('shapes.ttl', 'shapes*.ttl')}${shapes}`,
      `${file('/data.ttl', 'ex:a a ex:Person .').replace('shapes.ttl', 'shapes*.ttl')}${shapes.replace('/shapes', '/shapes2')}`,
      ['known a', 0],
    ],
  ])('%s', async (_, now, then, expected) => {
    expect(await since(now, then)).toEqual(expected);
  });

  test('two of a kind where there was one', async () => {
    const values = shapes.replace('sh:minCount 1', 'sh:class ex:Name');
    const text = 'ex:a a ex:Person ; ex:name [ ex:p 1 ]';
    expect(
      await since(
        `${file('/data.ttl', `${text} , [ ex:p 1 ] .`)}${values}`,
        `${file('/data.ttl', `${text} .`)}${values}`,
      ),
    ).toEqual(['known a', 'new a', 1]);
  });

  test('a copy of a result in a new file counts, whatever the order of the files', async () => {
    const now = `${before}\n${file('/a.ttl', 'ex:a a ex:Person .')}`;
    expect(await since(now, before, 'a.ttl data.ttl')).toEqual(['new a', 'known a', 1]);
    expect(await since(now, before, 'data.ttl a.ttl')).toEqual(['known a', 'new a', 1]);
  });

  test('a result that has moved to another file that was there is known', async () => {
    const now = `${file('/data.ttl', 'ex:x ex:p 1 .')}${file('/b.ttl', 'ex:a a ex:Person .')}${shapes}`;
    const then = `${file('/data.ttl', 'ex:a a ex:Person .')}${file('/b.ttl', 'ex:x ex:p 1 .')}${shapes}`;
    expect(await since(now, then, 'data.ttl b.ttl')).toEqual(['known a', 0]);
  });

  test('of files that are validated together', async () => {
    const now = `#- /data.ttl\nex:a a ex:Person .\n#- /more.ttl\nex:b a ex:Person .\n${shapes}`;
    const then = `#- /data.ttl\nex:a a ex:Person .\n${shapes}`;
    expect(await since(now, then, 'data.ttl more.ttl --shapes shapes.ttl')).toEqual(['known a', 'new b', 1]);
  });
});

test('only what has changed is validated twice', async () => {
  const steps: string[] = [];
  const probe: WorkProbe = {
    step: (name) => steps.push(name),
    numberOfWork: () => 1,
    numberOf: () => 1,
    enter: () => 0,
    leave() {},
    about: () => probe,
  };
  const now = `${before}\n${file('/b.ttl', 'ex:b a ex:Person . ex:c a ex:Person .')}`;
  const then = `${before}\n${file('/b.ttl', 'ex:b a ex:Person .')}`;
  await runInMemory('validate data.ttl b.ttl --changed-since main', {
    files: now,
    revisions: { main: then },
    probe,
  });
  expect(steps.filter((step) => step.startsWith('validating '))).toEqual([
    'validating data.ttl',
    'validating b.ttl',
    'validating b.ttl',
  ]);
});

test('new results come first, so that a list that is cut does not hide them', async () => {
  const now = `${file('/data.ttl', 'ex:a a ex:Person . ex:b a ex:Person . ex:c a ex:Person .')}${shapes}`;
  const then = `${file('/data.ttl', 'ex:a a ex:Person . ex:b a ex:Person .')}${shapes}`;
  const { out } = await runInMemory('validate data.ttl --changed-since main --max-results 1', {
    files: now,
    revisions: { main: then },
  });
  expect(out).toMatch(/^violation\[sh:minCount\]: ex:c [^(]*\n/);
  expect(out).toContain('… and 2 more results; --max-results 0 shows all.');
});

test('a revision that there is not is an error', async () => {
  const { code, err } = await runInMemory('validate data.ttl --changed-since nix', { files: before });
  expect([code, err.split('\n')[0]]).toEqual([
    2,
    "shacl-repair validate: there is no revision 'nix' in this repository.",
  ]);
});
