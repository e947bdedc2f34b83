import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';

const program = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url));

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-links-'));
  mkdirSync(path.join(folder, 'work/shapes'), { recursive: true });
  mkdirSync(path.join(folder, 'outside'));
  write('work/shapes/shapes.ttl', shapes);
  write('outside/secret.ttl', shapes);
  write(`work/${'a'.repeat(200)}`, '');
  execFileSync('mkfifo', [path.join(folder, 'work/pipe.ttl'), path.join(folder, 'work/silent.ttl')]);
  symlinkSync('../outside', path.join(folder, 'work/away'));
  symlinkSync('.', path.join(folder, 'work/here'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['shapes/*.ttl', 1, 'ex:a'],
  ['**/shapes.ttl', 1, 'ex:a'],
  ['pipe.ttl', 3, 'is a named pipe'],
  ['/proc/kmsg', 3, "can't be read|not a regular file|does not exist"],
  ['/**/*.none', 3, 'leads out of it'],
  ['../outside/*.ttl', 3, 'leads out of it'],
  ['away/*.ttl', 3, 'leads out of it'],
  [`${'a*'.repeat(60)}b`, 3, 'No file matches'],
  ['{a,b}'.repeat(100), 3, 'No file matches'],
])('a header with %s ends, and its outcome is told', (link, code, told) => {
  write('work/data.ttl', `# shapes: ${link}\n${data}`);
  const { status, stdout, stderr } = run('validate', 'data.ttl');
  expect(stdout + stderr).toMatch(new RegExp(told));
  expect(status).toBe(code);
});

test('what comes out of pipes is validated; one that is silent is given up on', async () => {
  const pipe = path.join(folder, 'work/pipe.ttl');
  const writer = spawn('sh', ['-c', `sleep 1; cat ${folder}/work/shapes/shapes.ttl > ${pipe}`]);
  write('work/plain.ttl', data);
  const { status, stdout } = run('validate', 'plain.ttl', '--shapes', 'pipe.ttl');
  writer.kill();
  expect([status, stdout]).toEqual([1, expect.stringContaining('ex:a')]);
  const silent = run('validate', 'plain.ttl', '--shapes', 'silent.ttl');
  expect([silent.status, silent.stderr]).toEqual([2, expect.stringContaining('it gives nothing for 2.5 s')]);
});

test('what a shell substitutes is validated, data and shapes', () => {
  const command = `"${process.execPath}" "${program}" validate <(cat plain.ttl) --shapes <(cat shapes/shapes.ttl)`;
  write('work/plain.ttl', data);
  const { status, stdout } = spawnSync('bash', ['-c', command], {
    cwd: path.join(folder, 'work'),
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, expect.stringContaining('ex:a')]);
});

test('a file above --max-file-size is not read', () => {
  write('work/plain.ttl', data);
  const { status, stderr, stdout } = run('validate', 'plain.ttl', '--max-file-size', '10');
  expect(stdout + stderr).toContain('files of up to 10 bytes are read');
  expect(status).toBe(2);
});

function run(...args: readonly string[]) {
  return spawnSync(process.execPath, [program, ...args], {
    cwd: path.join(folder, 'work'),
    encoding: 'utf8',
    env: { ...process.env, SHACL_REPAIR_PATIENCE: '2500' },
    timeout: 60_000,
  });
}

const prefixes = block`
  @prefix ex: <http://example.org/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
`;
const data = `${prefixes}ex:a a ex:Person .\n`;
const shapes = `${prefixes}ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .\n`;

function write(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
}
