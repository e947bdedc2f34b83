import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The built program, at the end of real pipes: `npm run test:long` builds first.
const cli = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-large-pipes-'));
  writeFileSync(
    path.join(folder, 'shapes.ttl'),
    `@prefix sh: <http://www.w3.org/ns/shacl#> .
<urn:Shape> sh:targetClass <urn:C> ; sh:property [ sh:path <urn:p> ; sh:maxLength 450 ] .`,
  );
  const file = openSync(path.join(folder, 'data.nt'), 'w');
  for (let i = 0; i < 240_000; i++) {
    const text = `é ${i} ${'x'.repeat(i % 40_000 === 17 ? 480 : 400)}`;
    writeSync(
      file,
      `<urn:n${i}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:C> .\n<urn:n${i}> <urn:p> "${text}" .\n`,
    );
  }
  closeSync(file);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a command line of bash comes to, whose data is named by `$data`. */
function run(line: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, TMPDIR: folder, CLI: cli },
  });
  return { status, stdout, stderr };
}

const validate = 'node "$CLI" validate --shapes shapes.ttl --no-color';

describe('128 MB through a pipe', () => {
  const pipes: readonly (readonly [string, string])[] = [
    ['standard input', `cat data.nt | ${validate} -`],
    ['standard input from a file', `${validate} - < data.nt`],
    ['a pipe of the shell', `${validate} <(cat data.nt)`],
    ['a named pipe', `mkfifo pipe && { cat data.nt > pipe & ${validate} pipe; }`],
  ];

  test.each(pipes)('have the results of the file from %s', (_, line) => {
    const ofFile = run(`${validate} data.nt`);
    const piped = run(line);
    expect(ofFile.status).toBe(1);
    expect(ofFile.stdout).toContain('data.nt:400036:');
    expect(untold(piped.stdout)).toBe(untold(ofFile.stdout));
    expect(piped.status).toBe(1);
  });

  test('leave nothing behind', () => {
    expect(readdirSync(folder).toSorted()).toEqual(['data.nt', 'pipe', 'shapes.ttl']);
  });

  test('are refused when they are no text', () => {
    const { status, stderr } = run(`head -c 40000000 /dev/zero | ${validate} -`);
    expect(stderr).toMatch(/^shacl-repair validate: Standard input can't be read: .*\.\n/);
    expect(status).toBe(2);
  });

  test('are refused where the temporary folder can not hold them', () => {
    execFileSync('mkdir', [path.join(folder, 'none')]);
    const { status, stderr } = run(`rmdir none; cat data.nt | TMPDIR=none ${validate} -`);
    expect(stderr).toMatch(/standard input can't be read: .*TMPDIR says where long input waits.*ENOENT/);
    expect(status).toBe(2);
  });
});

/** What was printed, without the name of the data, its keys, how far it had come and how long it took. */
function untold(out: string): string {
  return out
    .replace(/data\.nt|<stdin>|\/dev\/fd\/\d+|\bpipe\b/g, 'DATA')
    .replace(/\[[0-9a-f]{12}\]/g, '')
    .replace(/in \d[\d.,]* m?s\b/g, '');
}
