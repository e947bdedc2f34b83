import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The built program as a process: `npm run test:slow` builds first.
const cli = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url));

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-lines-'));
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  write(
    'shapes.ttl',
    `@prefix ex: <http://e/> . @prefix sh: <http://www.w3.org/ns/shacl#> .
ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:age ; sh:property [ sh:path ex:age ; sh:maxInclusive 9990 ] .`,
  );
  const lines = Array.from({ length: 60_000 }, (_, i) => {
    const age = `"${i % 10_000}"^^<http://www.w3.org/2001/XMLSchema#integer>`;
    const damaged = i === 41_000 ? '<http://e/broken> "no object' : '';
    return `<http://e/n${i}> <http://e/age> ${age} .\n_:b${i % 700} <http://e/name> "é ${i}"@en . # ${i}\n${damaged}\n`;
  });
  write('data.nt', lines.join(''));
});

afterAll(() => rmSync(folder, { recursive: true }));

function validate(jobs: number) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, 'validate', 'data.nt', '--shapes', 'shapes.ttl', '--format', 'json', '--jobs', String(jobs)],
    // Of less memory, less is read at once.
    {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=80' },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  return {
    status,
    stdout: stdout.replace(/"ms": [\d.]+/g, '"ms": 0'),
    stderr: stderr.replace(/.*left\n/g, ''),
  };
}

test('threads that parse lines change nothing', () => {
  const alone = validate(1);
  expect([alone.status, JSON.parse(alone.stdout).results.length]).toEqual([2, 54]);
  expect(validate(3)).toEqual(alone);
});
