import { expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';
import { takeMaxFileSize } from './maxFileSize.ts';

test.each([
  [['a.ttl'], undefined, ['a.ttl']],
  [['--max-file-size', '200MB', 'a.ttl'], 200 * 1024 ** 2, ['a.ttl']],
  [['a.ttl', '--max-file-size=2g'], 2 * 1024 ** 3, ['a.ttl']],
  [['a.ttl', '--max-file-size=1000', '--json'], 1000, ['a.ttl', '--json']],
  [['--', '--max-file-size'], undefined, ['--', '--max-file-size']],
])('%j', (args, maxFileSize, others) => {
  expect(takeMaxFileSize(args)).toEqual({ maxFileSize, others });
});

test.each([
  [['--max-file-size'], 'needs a value'],
  [['--max-file-size', 'a.ttl'], "can't be 'a.ttl': give a size such as 200MB or 2GB"],
  [['--max-file-size=0'], "can't be '0'"],
])('%j is refused', (args, message) => {
  expect(() => takeMaxFileSize(args)).toThrow(message);
});

test('--max-file-size holds for standard input and pipes as well', async () => {
  const text = '<urn:a> <urn:b> <urn:c> .';
  const setup = {
    files: '#- /shapes.ttl\nex:S a sh:NodeShape .',
    stdin: text,
    unreadable: { '/pipe': 'pipe' },
    pipes: { '/workspace/pipe': text },
  } as const;
  for (const data of ['-', 'pipe']) {
    const refused = await runInMemory(`validate ${data} --shapes shapes.ttl --max-file-size 24`, setup);
    expect(refused.err).toContain('gives 25 bytes, and --max-file-size allows 24.');
    expect(refused.code).toBe(2);
    const read = await runInMemory(`validate ${data} --shapes shapes.ttl --max-file-size 25`, setup);
    expect(read.err).not.toContain('--max-file-size');
  }
});
