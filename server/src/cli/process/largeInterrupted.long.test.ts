import { spawn } from 'node:child_process';
import {
  closeSync,
  createReadStream,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../base/random.ts';

/*
 * The built program with a million triples, interrupted by Ctrl-C at moments of chance, and by constraints that take too
 * long: `npm run test:long` builds first. KILLS says how often, KILL_SEED when else.
 */

const kills = Number(process.env.KILLS ?? 8);
const seed = Number(process.env.KILL_SEED ?? 1);

const cli = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url));
const type = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-interrupted-'));
  const prefixes = '@prefix sh: <http://www.w3.org/ns/shacl#> .\n';
  writeFileSync(
    path.join(folder, 'shapes.ttl'),
    `${prefixes}<urn:S> sh:targetClass <urn:C> ; sh:property [ sh:path <urn:p> ; sh:maxLength 10 ] .`,
  );
  writeFileSync(
    path.join(folder, 'stuck.ttl'),
    `${prefixes}<urn:S> sh:targetClass <urn:C> ; sh:property [ sh:path <urn:p> ; sh:pattern "^(?=a)(a+)+$" ] .
<urn:T> sh:targetNode <urn:n7> ; sh:property [ sh:path <urn:q> ; sh:maxCount 0 ] .`,
  );
  const file = openSync(path.join(folder, 'data.nt'), 'w');
  for (let i = 0; i < 335_000; i += 5) {
    let lines = '';
    for (let n = i; n < i + 5; n++) {
      const value = n === 300_000 ? `${'a'.repeat(60)}!` : 'a'.repeat(n % 12);
      lines += `<urn:n${n}> ${type} <urn:C> .\n<urn:n${n}> <urn:p> "${value}" .\n<urn:n${n}> <urn:q> <urn:n${i}> .\n`;
    }
    writeSync(file, lines);
  }
  closeSync(file);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
}

/** Runs `validate` in the folder. @param interrupted after how many ms Ctrl-C is pressed, if it is. */
function validate(
  args: readonly string[],
  { interrupted, stdin }: { readonly interrupted?: number; readonly stdin?: string } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [cli, 'validate', ...args], {
    cwd: folder,
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    env: { ...process.env, TMPDIR: folder },
  });
  if (stdin !== undefined) createReadStream(path.join(folder, stdin)).pipe(child.stdin!);
  let out = '';
  child.stdout!.on('data', (data) => {
    out += data;
  });
  if (interrupted !== undefined) void sleep(interrupted).then(() => child.kill('SIGINT'));
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, out })));
}

const given = ['data.nt', 'shapes.ttl', 'stuck.ttl'];
const toFile = ['data.nt', '--shapes', 'shapes.ttl', '--format', 'json', '--output', 'report.json'];

describe('a million triples', () => {
  test('are left alone by Ctrl-C at any time, and there is a whole report or none', async () => {
    const begin = performance.now();
    expect((await validate(toFile)).code).toBe(1);
    const whole = performance.now() - begin;
    const { results } = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'));
    const random = seededRandom(seed);
    for (let i = 0; i < kills; i++) {
      rmSync(path.join(folder, 'report.json'), { force: true });
      const { code, signal, out } = await validate(toFile, {
        interrupted: (random.below(10_000) / 10_000) * whole,
      });
      expect(out).toBe('');
      const found = readdirSync(folder).filter((name) => !given.includes(name) && !/\.tmp$/.test(name));
      if (found.length > 0) {
        expect(found).toEqual(['report.json']);
        const report = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'));
        expect(report.results).toHaveLength(results.length);
      } else expect([code, signal]).toEqual([null, 'SIGINT']);
    }
    await validate(toFile);
    expect(readdirSync(folder).toSorted()).toEqual([...given, 'report.json'].toSorted());
  }, 300_000);

  test.each([
    ['a file', 'data.nt', undefined],
    ['a pipe, which is read once', '-', 'data.nt'],
  ])(
    'of %s are judged without a constraint that takes too long',
    async (_, data, stdin) => {
      const { code, out } = await validate(
        [data, '--shapes', 'stuck.ttl'],
        stdin === undefined ? {} : { stdin },
      );
      expect(out).toContain('not checked: sh:pattern of');
      expect(out).toContain('sh:maxCount');
      expect(code).toBe(1);
    },
    120_000,
  );
});
