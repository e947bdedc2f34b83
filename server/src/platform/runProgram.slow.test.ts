import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProgramEnd } from '../evaluation/systems/command.ts';
import { programRunner } from './runProgram.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'program-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** How a program ends that does what a script says. */
async function run(script: string, input = '{}', signal = new AbortController().signal): Promise<ProgramEnd> {
  const file = path.join(folder, 'program.mjs');
  await writeFile(file, `#!${process.execPath}\n${script}`);
  await chmod(file, 0o755);
  return programRunner(file, folder, { milliseconds: 5_000, maxOutput: 100_000 })(input, signal);
}

const echo = "import { text } from 'node:stream/consumers'; process.stdout.write(await text(process.stdin));";

test('a program gets its input and gives its output, whole', async () => {
  const input = JSON.stringify({ graph: 'ö'.repeat(20_000) });
  expect(await run(echo, input)).toEqual({ kind: 'exited', code: 0, output: input, errors: '' });
});

test('a program that does not read its input may still answer', async () => {
  const end = await run("process.stdout.write('done')", 'x'.repeat(1 << 20));
  expect(end).toMatchObject({ kind: 'exited', output: 'done' });
});

test.each([
  [
    'ends with a code',
    'console.error("no idea"); process.exit(3)',
    { kind: 'exited', code: 3, errors: 'no idea\n' },
  ],
  ['never ends', 'setInterval(() => {}, 1000)', { kind: 'timeout' }],
  ['never ends and does not listen', 'process.on("SIGTERM", () => {}); for (;;);', { kind: 'timeout' }],
  ['writes without end', 'setInterval(() => process.stdout.write("x".repeat(10_000)), 1)', { kind: 'flood' }],
  ['ends itself', 'process.kill(process.pid, "SIGKILL")', { kind: 'killed' }],
])('a program that %s', async (_, script, expected) => {
  expect(await run(script)).toMatchObject(expected);
});

test('what a program has started goes with it, and does not keep it from ending', async () => {
  const script = `import { spawn } from 'node:child_process';
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    process.stdout.write('done', () => process.exit(0));`;
  expect(await run(script)).toMatchObject({ kind: 'exited', output: 'done' });
});

test('one that is not there is told of, and one that nobody waits for is ended', async () => {
  const missing = programRunner(path.join(folder, 'missing'), folder, { milliseconds: 100, maxOutput: 10 });
  expect(await missing('', new AbortController().signal)).toMatchObject({ kind: 'notStarted' });
  const controller = new AbortController();
  const waiting = run('setInterval(() => {}, 1000)', '', controller.signal);
  setTimeout(() => controller.abort(new Error('enough')), 100);
  await expect(waiting).rejects.toThrow('enough');
});
