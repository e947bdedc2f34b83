import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

test.each([
  ['university/university', 'university-shapes'],
  ['heldout/library', 'library-shapes'],
])(
  'the data of %s conform to their draft, which finds four of five mistakes that the hand-written shapes find',
  async (data, shapes) => {
    const [folder] = data.split('/');
    const read = (name: string) => readFileSync(`test-fixtures/${name}.ttl`, 'utf8');
    const files = block`
      #- /unrelated.ttl
      ex:a ex:b 1 .`;
    const own = { '/data.ttl': read(data), [`/${shapes}.ttl`]: read(`${folder}/${shapes}`) };
    const drafted = await runInMemory('draft data.ttl -o draft.ttl', { files, texts: own });
    expect(drafted.err).toContain('The data conforms to them.');
    const suite = await runInMemory(
      'generate data.ttl --out suite --mistakes --max-cases 300 --cross-check none',
      {
        files,
        texts: own,
      },
    );
    expect(suite.code).toBe(0);
    const texts = Object.fromEntries([...suite.files].filter(([path]) => path.startsWith('/suite/')));
    const draft = drafted.files.get('/draft.ttl')!;
    const { out } = await runInMemory('suite verify suite --shapes draft.ttl', {
      files,
      texts: { ...texts, '/draft.ttl': draft },
    });
    const [, cases, lost] = /of (\d+) cases judged differently, (\d+) no longer caught/
      .exec(out)!
      .map(Number);
    expect(cases).toBeGreaterThan(200);
    expect(1 - lost! / cases!).toBeGreaterThanOrEqual(0.8);
  },
  300_000,
);
