import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The built program as a process: `npm run test:long` builds first.
const root = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-suites-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds two benchmarks in a copy of the project. */
function built(name: string, env: Readonly<Record<string, string>>): string {
  const project = path.join(folder, name);
  for (const part of ['dist', 'scripts', 'test-fixtures', 'package.json', 'package-lock.json', 'LICENSE'])
    cpSync(path.join(root, part), path.join(project, part), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/suites.mjs', '--out', 'built/suites', 'library-mistakes', 'hvac-mistakes'],
    { cwd: project, env: { ...process.env, ...env }, encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
  return path.join(project, 'built');
}

test('benchmarks and their archive are the same bytes in another folder, zone and language', {
  timeout: 600_000,
}, () => {
  const here = built('here', { TZ: 'Asia/Tokyo', LANG: 'C' });
  const there = built('another folder', {
    TZ: 'America/New_York',
    LANG: 'tr_TR.UTF-8',
    LC_ALL: 'tr_TR.UTF-8',
  });
  const archives = readdirSync(here).filter((name) => name.endsWith('.zip'));
  expect(archives).toHaveLength(1);
  const [archive = ''] = archives;
  expect(readFileSync(path.join(here, archive))).toEqual(readFileSync(path.join(there, archive)));
  const read = (file: string) => readFileSync(path.join(here, 'suites', file), 'utf8');
  expect(read('SHA256SUMS')).toBe(readFileSync(path.join(there, 'suites', 'SHA256SUMS'), 'utf8'));
  expect(read('SHA256SUMS')).toMatch(/^[0-9a-f]{64} {2}CITATION\.cff\n/);
  // A data set of several graphs is a folder of suites, and the datasheet has it as a whole as well.
  const sheet = read('DATASHEET.md');
  expect(sheet).toContain('| **hvac-mistakes, 8 graphs** |');
  const row = sheet.split('\n').find((line) => line.startsWith('| hvac-mistakes/fan-coil-unit |'))!;
  const { totals } = JSON.parse(read('hvac-mistakes/fan-coil-unit/coverage.json'));
  const [constraints, violated, satisfied, touched, untouched] = row.split(' | ').slice(3).map(Number);
  expect([constraints, violated, satisfied, touched]).toEqual([
    totals.constraints,
    totals.covered,
    totals.satisfied ?? 0,
    totals.touched ?? 0,
  ]);
  expect(violated! + satisfied! + touched! + untouched!).toBe(constraints);
  expect(sheet).not.toContain('**university**');
  const { name, graph } = JSON.parse(read('hvac-mistakes/fan-coil-unit/suite.json'));
  expect({ name, graph }).toEqual({ name: 'hvac-mistakes', graph: 'fan-coil-unit' });
});
