import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { InMemoryFileSystem } from '../../testing/inMemoryFileSystem.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import type { FoundFiles } from '../../workspace/project/fileSystem.ts';
import { maxGlobLength } from '../../workspace/project/glob.ts';
import { Documents } from './documents.ts';

test('a pattern that ran into its bounds is not looked for again until it or the disk changes', async () => {
  const fileSystem = new CountingFileSystem();
  const documents = new Documents(fileSystem);
  const look = (glob: string) => documents.list('file:///workspace', glob, 'file:///workspace');
  for (let i = 0; i < 5; i++) {
    documents.open('file:///workspace/data.ttl', i, `# shapes: **/*.ttl\n# ${i}`);
    expect(await look('**/*.ttl')).toMatchObject({ incomplete: 'it ended' });
  }
  expect(fileSystem.looked).toEqual(['**/*.ttl']);
  await look('shapes/**/*.ttl');
  expect(fileSystem.looked).toEqual(['**/*.ttl', 'shapes/**/*.ttl']);
  documents.changedOnDisk('file:///workspace/other.ttl');
  await look('**/*.ttl');
  expect(fileSystem.looked).toEqual(['**/*.ttl', 'shapes/**/*.ttl', '**/*.ttl']);
});

test('such a pattern is named in the errors and in what is not checked', async () => {
  const pattern = `${'a'.repeat(maxGlobLength)}*.ttl`;
  const files = block`
    #- /data.ttl
    # shapes: ${pattern}
    ex:a a ex:Person .`;
  const { code, out } = await runInMemory('validate data.ttl --format json', { files });
  const { errors, notChecked } = JSON.parse(out);
  const reason = `'${pattern}': the pattern has more than ${maxGlobLength} characters.`;
  expect([code, errors, notChecked]).toEqual([
    3,
    [expect.objectContaining({ severity: 'error', message: reason })],
    [expect.objectContaining({ reason, uri: expect.stringMatching(/data\.ttl$/) })],
  ]);
});

/** Never gets to the end of looking for files, and remembers what it was asked. */
class CountingFileSystem extends InMemoryFileSystem {
  readonly looked: string[] = [];

  constructor() {
    super([]);
  }
  override async list(_: string, glob: string): Promise<FoundFiles> {
    this.looked.push(glob);
    return { uris: [], truncated: false, incomplete: 'it ended' };
  }
}
