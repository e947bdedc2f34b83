import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Summary } from '../../lab/evaluation/reports/summary.ts';
import { runInMemory } from '../../testing/runInMemory.ts';

const fixtures = fileURLToPath(new URL('../../../../test-fixtures', import.meta.url));
const hvac = readdirSync(path.join(fixtures, 'hvac'))
  .filter((file) => file.endsWith('-manifest.ttl'))
  .map((file) => ['hvac', file.replace('-manifest.ttl', '.ttl'), file] as const);

const dataSets = [
  ['university', 'university.ttl', 'university-shapes.ttl'] as const,
  ['heldout', 'library.ttl', 'library-shapes.ttl'] as const,
  ...hvac,
];

describe('the systems whose scores are known beforehand', () => {
  test.each(dataSets)('on %s/%s', async (folder, data, shapes) => {
    const textOf = (file: string) => readFileSync(path.join(fixtures, folder, file), 'utf8');
    const inputs = { '/data.ttl': textOf(data), '/shapes.ttl': textOf(shapes) };
    const generated = await runInMemory(
      'generate data.ttl --shapes shapes.ttl --cross-check none --out suite',
      {
        files: '',
        texts: inputs,
      },
    );
    expect(generated.code, generated.err).toBe(0);
    const texts = Object.fromEntries(generated.files);
    const run = await runInMemory(
      'evaluate suite --system oracle --system noop --system delete-focus --format json',
      { files: '', texts },
    );
    expect(run.code, run.err).toBe(0);
    const [oracle, noop, deleteFocus] = (JSON.parse(run.out) as Summary).cells;
    const all = { syntactic: 1, semantic: 1, relaxedIsomorphism: 1, isomorphism: 1 };
    expect(oracle).toMatchObject({ scores: all, more: { exactInverse: 1, degenerate: 0 } });
    expect(noop).toMatchObject({ scores: { syntactic: 1, semantic: 0 }, more: { localValid: 0 } });
    expect(deleteFocus).toMatchObject({ scores: { isomorphism: 0 }, more: { degenerate: 1 } });
    for (const cell of [oracle, noop, deleteFocus]) {
      expect([cell!.cases, cell!.missing, cell!.confirmed.differs, cell!.failures]).toEqual([
        oracle!.cases,
        0,
        0,
        {},
      ]);
    }
  });
});
