import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// On a busy machine each pattern that never ends takes some 20 s.
vi.setConfig({ testTimeout: 300_000 });

// The built program as a process: `npm run test:long` builds first.
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const cli = path.join(root, 'dist/cli.js');
const folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-long-'));
const temporary = path.join(folder, 'temporary');
const args = [cli, 'validate', 'data.ttl', '--format', 'json'];
const count = 12_000;
/** More than waits in memory. */
const least = 9 * 1024 * 1024;

beforeAll(() => {
  mkdirSync(temporary);
  const values = Array.from({ length: count }, (_, i) => `ex:n${i} a ex:T ; ex:q "${'x'.repeat(200)}" .`);
  writeFileSync(
    path.join(folder, 'data.ttl'),
    `# shapes: shapes.ttl
@prefix ex: <http://example.org/> .
ex:a a ex:Stuck ; ex:p "${'a'.repeat(60)}!" .
${values.join('\n')}
`,
  );
  writeFileSync(
    path.join(folder, 'shapes.ttl'),
    `@prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:q ; sh:maxLength 1 ] .
ex:Z a sh:NodeShape ; sh:targetClass ex:Stuck ; sh:property [ sh:path ex:p ; sh:pattern "^(?=a)(a+)+$" ] .
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const environment = (place = temporary) => ({
  cwd: folder,
  env: { ...process.env, TMPDIR: place, TEMP: place },
});

test('a command that begins again prints its long output once, and leaves no file behind', () => {
  const run = spawnSync(process.execPath, args, { ...environment(), encoding: 'utf8', maxBuffer: 1 << 28 });
  expect([run.status, run.stderr]).toEqual([1, '']);
  expect(run.stdout.length).toBeGreaterThan(least);
  const { results, notChecked } = JSON.parse(run.stdout);
  expect(new Set(results.map(({ key }: { key: string }) => key)).size).toBe(count);
  expect([results.length, notChecked.length]).toEqual([count, 1]);
  expect(notChecked[0].reason).toMatch(/took too much time/);
  expect(readdirSync(temporary)).toEqual([]);
});

test('a reader that has seen enough of it is no error', async () => {
  const child = spawn(process.execPath, args, { ...environment(), stdio: 'pipe' });
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([code, stderr]).toEqual([1, '']);
  expect(readdirSync(temporary)).toEqual([]);
});

test('a folder for temporary files that is not there ends it with a reason and a remedy', () => {
  const missing = path.join(folder, 'missing');
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    ...environment(missing),
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toBe(
    `shacl-repair: ${missing} (TMPDIR says where long output waits) can't be written: there is no such file or folder (ENOENT). Give another place.\n`,
  );
  const env = { ...environment(missing).env, DEBUG: '1' };
  expect(spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' }).stderr).toMatch(
    /\n {4}at /,
  );
});

test('repairs are listed as far as the memory allows, with the reason', () => {
  const env = { ...environment().env, NODE_OPTIONS: '--max-old-space-size=34' };
  const repair = [cli, 'repair', 'data.ttl', '--format', 'json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, repair, {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  expect(stderr).not.toMatch(/FATAL ERROR|heap out of memory/);
  expect(stdout, `ended with ${status} and no report: ${stderr}`).not.toBe('');
  const { violations, notChecked } = JSON.parse(stdout);
  const reasons = [...violations, ...notChecked].map(({ reason }: { readonly reason?: string }) => reason);
  expect(reasons).toEqual(
    expect.arrayContaining([expect.stringMatching(/The memory|too much time or memory/)]),
  );
  // Undecided where the memory is used up before anything was found.
  expect(status).toBe(violations.length > 0 ? 1 : 3);
});

test('too little memory ends it with what was found, a reason and a remedy', () => {
  const env = { ...environment().env, NODE_OPTIONS: '--max-old-space-size=20' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  // The file is named by what can't be read of it, or what was found in it is there with the number of nodes that are left.
  const said = stderr + stdout;
  expect(said).toContain('data.ttl');
  expect(said).toMatch(/memory/);
  expect(said).toContain('NODE_OPTIONS=--max-old-space-size');
  expect(said).not.toMatch(/FATAL ERROR|heap out of memory/);
  if (status === 2) return;
  const { results, notChecked } = JSON.parse(stdout);
  expect(status).toBe(results.length > 0 ? 1 : 3);
  expect(notChecked[0].reason).toMatch(
    /^\d[\d,]* focus nodes were not judged\. The memory|took too much time or memory/,
  );
});

test.each(['validate', 'repair'])(
  '%s ends with a part of what many files have, and counts the others',
  {
    timeout: 600_000,
  },
  (command) => {
    const many = path.join(folder, `many-${command}`);
    mkdirSync(many);
    const number = 80;
    for (let file = 0; file < number; file++) {
      const nodes = Array.from(
        { length: 800 },
        (_, i) => `ex:f${file}n${i} a ex:T ; ex:q "${file} and ${i}", 7 .`,
      );
      writeFileSync(
        path.join(many, `${file}.ttl`),
        `# shapes: ../several.ttl\n@prefix ex: <http://example.org/> .\n${nodes.join('\n')}\n`,
      );
    }
    writeFileSync(
      path.join(folder, 'several.ttl'),
      `@prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:q ; sh:maxCount 1 ; sh:nodeKind sh:IRI ] .
`,
    );
    const env = { ...environment().env, NODE_OPTIONS: '--max-old-space-size=34' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, command, '.', '--format', 'json'], {
      cwd: many,
      env,
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    });
    expect(stderr).not.toMatch(/FATAL ERROR|heap out of memory/);
    const { results, violations, notChecked } = JSON.parse(stdout);
    const found = (results ?? violations).length;
    expect(found).toBeLessThan(number * 800 * 3);
    expect(status).toBe(found > 0 ? 1 : 3);
    const reasons = notChecked.map(({ reason }: { readonly reason: string }) => reason);
    expect(reasons).toContainEqual(expect.stringMatching(/^\d+ files were not judged\. The memory/));
  },
);
