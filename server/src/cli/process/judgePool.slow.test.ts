import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someOf, triesAll } from '../../testing/runs.ts';

// The built program as a process: `npm run test:slow` builds first.
const cli = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url));

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-judges-'));
  mkdirSync(path.join(folder, 'data'));
  const prefixes = '@prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .\n';
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  write(
    'shapes.ttl',
    `${prefixes}ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .`,
  );
  write(
    'slow.ttl',
    `${prefixes}ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:name ; sh:pattern "^(?=a)(a+)+$" ] .`,
  );
  for (let i = 0; i < 150; i++) {
    const shapes = i === 77 ? 'missing.ttl' : '../shapes.ttl';
    const named = i % 9 === 4 ? '' : `; ex:name "${i}"`;
    const type = i % 31 === 5 ? 'ex:Robot' : 'ex:Person';
    // The same node violates in several files, and a file has a syntax error.
    write(
      `data/${i}.ttl`,
      `# shapes: ${shapes}\n${prefixes}ex:n${i % 20} a ${type} ${named} .${i === 50 ? ' ex:x .' : ''}\n`,
    );
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

function validate(args: readonly string[], threads: number) {
  const env = { ...process.env, SHACL_REPAIR_THREADS: String(threads), SHACL_REPAIR_PATIENCE: '1500' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'validate', ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const timeless = (text: string) => text.replace(/(in |"ms": |time=")[\d.]+/g, '$10');
  return { status, stdout: timeless(stdout), stderr: timeless(stderr) };
}

test.each(someOf(['json', 'text', 'turtle', 'markdown', 'sarif', 'junit', 'github']))(
  'in %s, the number of threads changes nothing',
  (format) => {
    const args = ['.', '--format', format];
    // Another limit for the size of files keeps everything in one thread.
    const alone = validate([...args, '--max-file-size', '100MB'], 1);
    expect(alone.status).toBe(2);
    for (const threads of triesAll ? [1, 2, 5] : [5]) expect(validate(args, threads)).toEqual(alone);
  },
);

test('a constraint that never ends is left out as in one thread', () => {
  const text = `# shapes: ../slow.ttl\n@prefix ex: <http://example.org/> .\nex:n a ex:Person ; ex:name "${'a'.repeat(60)}!" .\n`;
  writeFileSync(path.join(folder, 'data/151.ttl'), text);
  const args = ['data/*.ttl', '--format', 'json'];
  const { status, stdout } = validate(args, 2);
  expect(status).toBe(2);
  const { verdict, notChecked } = JSON.parse(stdout);
  expect([
    verdict,
    notChecked.some(({ component }: { component: string }) => /Pattern/.test(component)),
  ]).toEqual(['violates', true]);
});
