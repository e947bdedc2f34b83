import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { type OptionTable, optionsHelp } from './optionTable.ts';

test('options stand under their headings, with short names and values', () => {
  const table = {
    shapes: { type: 'string', short: 's', value: 'FILE', heading: 'What is validated', help: 'shapes' },
    watch: { type: 'boolean', help: 'validate again' },
    quiet: { type: 'boolean', heading: 'What is printed', help: 'print less' },
  } as const satisfies OptionTable;
  expect(optionsHelp(table)).toBe(
    [
      'What is validated',
      '  -s, --shapes FILE  shapes',
      '  --watch            validate again',
      '',
      'What is printed',
      '  --quiet            print less',
    ].join('\n'),
  );
});

test('the options of validate that are used most have short names', async () => {
  const files = block`
    #- /data.ttl
    ex:a a ex:Person .
    #- /shapes.ttl
    ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;
  const long = await runInMemory('validate data.ttl --shapes shapes.ttl --format markdown --quiet', {
    files,
  });
  const short = await runInMemory('validate data.ttl -s shapes.ttl -f markdown -q', { files });
  expect(short).toEqual(long);
  expect(short.code).toBe(1);
  const written = await runInMemory('validate data.ttl -s shapes.ttl -f markdown -o report.md', { files });
  expect(written.out).toBe('');
});
