import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProgramEnd } from '../../lab/evaluation/systems/commandSystem.ts';
import { someOf } from '../../testing/runs.ts';
import { programRunner } from './programRunner.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'program-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a program with the given script and returns how it ends. */
async function run(
  script: string,
  input = '{}',
  { signal = new AbortController().signal, milliseconds = 5_000 } = {},
): Promise<ProgramEnd> {
  const file = await program(script);
  return programRunner(file, folder, { milliseconds, maxOutput: 100_000 })(input, signal);
}

async function program(script: string): Promise<string> {
  const file = path.join(folder, 'program.mjs');
  await writeFile(file, `#!${process.execPath}\n${script}`);
  await chmod(file, 0o755);
  return file;
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
  const milliseconds = expected.kind === 'timeout' ? 1_000 : 20_000;
  expect(await run(script, '{}', { milliseconds })).toMatchObject(expected);
});

test('what a program has started goes with it, and does not keep it from ending', async () => {
  const script = `import { execFileSync, spawn } from 'node:child_process';
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    process.stdout.write('done', () => process.exit(0));`;
  expect(await run(script)).toMatchObject({ kind: 'exited', output: 'done' });
});

test('one that is not there is told of, and one that nobody waits for is ended', async () => {
  const missing = programRunner(path.join(folder, 'missing'), folder, { milliseconds: 100, maxOutput: 10 });
  expect(await missing('', new AbortController().signal)).toMatchObject({ kind: 'notStarted' });
  const controller = new AbortController();
  const waiting = run('setInterval(() => {}, 1000)', '', { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('enough')), 100);
  await expect(waiting).rejects.toThrow('enough');
});

describe.skipIf(process.platform !== 'linux')('nothing is left of a program', () => {
  /** Starts processes that record their ids and never end by themselves. */
  const starts = `
    import { execFileSync, spawn } from 'node:child_process';
    import { appendFileSync } from 'node:fs';
    const note = (id) => appendFileSync(process.env.PIDS, id + '\\n');
    const sleeper = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
    process.env.SLEEPER = sleeper;
    const start = (script, options) => {
      const child = spawn(process.execPath, ['-e', script], { stdio: 'inherit', ...options });
      note(child.pid);
      child.unref();
    };
    note(process.pid);`;
  /** A child in its own session, whose parent has ended. */
  const twice = `start(\`
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', process.env.SLEEPER], { detached: true, stdio: 'inherit' });
    require('node:fs').appendFileSync(process.env.PIDS, child.pid + '\\\\n');
    process.exit(0);
  \`, { detached: true });`;
  const waits = 'setInterval(() => {}, 1000);';
  const ends = 'setTimeout(() => process.exit(0), 1500);';

  test.each(
    someOf<[what: string, script: string, kind: ProgramEnd['kind']]>([
      ['that opens sessions', `start(sleeper, { detached: true }); ${waits}`, 'timeout'],
      ['that opens sessions and ends', `start(sleeper, { detached: true }); ${ends}`, 'exited'],
      ['that starts what starts something and ends', `${twice} ${waits}`, 'timeout'],
      ['the same, ending itself', `${twice} ${ends}`, 'exited'],
      [
        'that does not listen to SIGTERM',
        `process.on('SIGTERM', () => {}); start(sleeper, {}); ${waits}`,
        'timeout',
      ],
      [
        'that starts fifty',
        `for (let i = 0; i < 50; i++) start('process.kill(process.pid, "SIGSTOP")', { detached: i % 2 === 0 }); ${waits}`,
        'timeout',
      ],
      [
        'that wipes the environment of what it starts',
        `start(sleeper, { detached: true, env: {} }); ${waits}`,
        'timeout',
      ],
      [
        'that floods us from a session of its own',
        `start("setInterval(() => process.stdout.write('x'.repeat(10_000)), 1)", { detached: true }); ${waits}`,
        'flood',
      ],
    ]),
  )('%s', async (_, script, kind) => {
    const pids = path.join(folder, `pids-${Math.trunc(performance.now() * 1000)}`);
    process.env.PIDS = pids;
    const end = await run(`${starts}\n${script}`, '{}', {
      // Long enough for its own processes to start on a busy machine.
      milliseconds: kind === 'timeout' ? 5_000 : 20_000,
    });
    expect(end).toMatchObject({ kind });
    const started = await idsIn(pids);
    expect(started.length).toBeGreaterThan(1);
    expect(await leftOf(started)).toEqual([]);
  });

  test('whose runner was killed, once the next one starts', async () => {
    const pids = path.join(folder, 'pids-orphan');
    const file = await program(`${starts}\n start(sleeper, { detached: true }); ${waits}`);
    const runner = path.join(folder, 'runner.mjs');
    const source = fileURLToPath(new URL('./programRunner.ts', import.meta.url));
    const bundle = ['--bundle', '--platform=node', '--format=esm', `--outfile=${runner}`];
    execFileSync(fileURLToPath(new URL('../../../../node_modules/.bin/esbuild', import.meta.url)), [
      source,
      ...bundle,
      '--log-level=error',
    ]);
    const script = `import { programRunner } from ${JSON.stringify(runner)};
      const limits = { milliseconds: 60_000, maxOutput: 10 };
      await programRunner(${JSON.stringify(file)}, '/', limits)('', new AbortController().signal);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, PIDS: pids },
      stdio: 'ignore',
    });
    await expect.poll(() => idsIn(pids).then(({ length }) => length), { timeout: 10_000 }).toBe(2);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    const started = await idsIn(pids);
    await run(echo);
    expect(await leftOf(started)).toEqual([]);
  });

  async function idsIn(file: string): Promise<readonly number[]> {
    const text = await readFile(file, 'utf8').catch(() => '');
    return text.trim().split('\n').filter(Boolean).map(Number);
  }

  /** The processes that are still running. Killed ones may be zombies for a moment. */
  async function leftOf(ids: readonly number[]): Promise<readonly number[]> {
    const running: number[] = [];
    for (const id of ids) {
      const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined);
      if (stat && !/\) [ZX] /.test(stat)) running.push(id);
    }
    return running;
  }
});
