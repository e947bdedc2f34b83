import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeShared } from '../../testing/shared.ts';
import { runCommandLine } from '../commandLine.ts';
import { readingIo } from '../readingIo.testing.ts';

const demo = fileURLToPath(new URL('../../../../test-fixtures/demo', import.meta.url));

/** Runs the program on files of this machine. */
async function runIn(cwd: string, ...args: readonly string[]) {
  const outputs = { out: '', err: '' };
  const code = await runCommandLine(args, readingIo(cwd, outputs));
  return { code, ...outputs };
}

test('the demo has its results, where its README says', async () => {
  const { code, out } = await runIn(demo, 'validate', 'units.ttl', '--format', 'json');
  const { results, notChecked } = JSON.parse(out);
  expect(code).toBe(1);
  expect(notChecked).toEqual([]);
  const readme = readFileSync(path.join(demo, 'README.md'), 'utf8').split('\n## ')[1]!;
  const rows = [...readme.matchAll(/^\| (\d+) \|.*?\|.*?\|.*?\| (\w+)/gm)].map(
    ([, , component]) => component,
  );
  const components = results.map(({ component }: { component: string }) =>
    component.replace(/.*#(.*)ConstraintComponent>$/, '$1').toLowerCase(),
  );
  expect(components).toEqual(rows.map((row) => row!.toLowerCase()));
});

test('the repairs of the demo are one diff', async () => {
  const { out, err } = await runIn(demo, 'repair', 'units.ttl', '--dry-run', '--accept-placeholders');
  expect(out).toMatch(/^--- a\/units\.ttl\n\+\+\+ b\/units\.ttl\n@@ /);
  expect(err).toMatch(/\d+ of 16 results repaired, (none|\d+) left\n$/);
});

test('a file that does not parse is checked as far as it goes', async () => {
  const { code, out, err } = await runIn(demo, 'validate', 'broken.ttl', '--format', 'json');
  expect(code).toBe(2);
  expect(err).toMatch(/^broken\.ttl:\d+:\d+: error: /);
  expect(JSON.parse(out)).toMatchObject({
    results: expect.arrayContaining([expect.objectContaining({ value: '"[HP]"' })]),
    errors: [{ kind: 'syntax' }],
  });
});

describeShared('strings with control characters', 'w3c-rdf-tests/rdf/rdf11/rdf-turtle', (folder) => {
  test.each([
    'LITERAL1_all_controls.ttl',
    'LITERAL1_ascii_boundaries.ttl',
    'LITERAL2_ascii_boundaries.ttl',
    'LITERAL_LONG1_ascii_boundaries.ttl',
    'LITERAL_LONG2_ascii_boundaries.ttl',
  ])('%s is read', async (file) => {
    const { code, out, err } = await runIn(
      folder,
      'validate',
      file,
      '--allow',
      'unlinked',
      '--format',
      'json',
    );
    expect([code, JSON.parse(out).errors, JSON.parse(out).stats.triples, err]).toEqual([
      0,
      [],
      1,
      expect.not.stringContaining('error'),
    ]);
  });
});

describeShared('a building', 'brick-buildingmotif', (folder) => {
  const files = [
    'mediumOffice_brick.ttl',
    '--shapes',
    'mediumOffice_constraints.ttl',
    '--context',
    'Brick.ttl',
  ];

  test('has 69 results', async () => {
    const { code, out } = await runIn(folder, 'validate', ...files, '--format', 'json');
    const { results, contextResults } = JSON.parse(out);
    expect([code, results.length, contextResults]).toEqual([1, 69, 0]);
    expect(new Set(results.map(({ key }: { key: string }) => key)).size).toBe(69);
  });
});
