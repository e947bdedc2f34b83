import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const shapes = block`
  #- /shapes.ttl
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;
const data = (path: string, text: string) => `#- ${path}\n# shapes: shapes.ttl\n${text}\n`;
const valid = 'ex:a a ex:Person ; ex:name "A" .';
const invalid = 'ex:a a ex:Person .';
const head = `${data('/a.ttl', valid)}${data('/b.ttl', invalid)}${shapes}`;

/** The files with results, and the exit code. */
async function staged(index: string, tree: string, args = '') {
  const { code, out } = await runInMemory(`validate --staged ${args} --format json`.replace('  ', ' '), {
    files: tree,
    index: { files: index, head },
  });
  const files =
    out === ''
      ? []
      : JSON.parse(out).results.map(
          ({ location }: { location: { path?: string; uri?: string; file?: string } }) =>
            (location.path ?? location.file ?? location.uri)!.replace(/.*\//, ''),
        );
  return [...files, code];
}

const withA = (text: string) => `${data('/a.ttl', text)}${data('/b.ttl', invalid)}${shapes}`;
const stricter = `${data('/a.ttl', valid)}${data('/b.ttl', invalid)}${shapes} ex:S sh:property [ sh:path ex:age ; sh:minCount 1 ] .`;

test.each([
  ['a staged mistake that the working tree has no longer', withA(invalid), withA(valid), ['a.ttl', 1]],
  ['a mistake in the working tree only', withA('ex:a a ex:Person ; ex:name "B" .'), withA(invalid), [0]],
  ['nothing is staged', head, withA(invalid), [0]],
  ['staged shapes concern the data that is linked to them', stricter, head, ['a.ttl', 'b.ttl', 'b.ttl', 1]],
  ['a staged shapes file that is gone', head.replace(shapes, ''), head, [3]],
])('%s', async (_, index, tree, expected) => {
  expect(await staged(index, tree)).toEqual(expected);
});

test('only data that was given counts', async () => {
  expect(await staged(stricter, head, 'a.ttl')).toEqual(['a.ttl', 1]);
});

test('--staged says what it needs, and what it can not be used with', async () => {
  const outside = await runInMemory('validate --staged', { files: head });
  expect(outside.err).toMatch(/--staged needs a Git repository/);
  const both = await runInMemory('validate --staged --watch', { files: head, index: { files: head, head } });
  expect([both.code, both.err]).toEqual([2, expect.stringMatching(/--staged can't be used with --watch/)]);
});
