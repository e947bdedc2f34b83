import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

// The built program as a process: `npm run test:slow` builds first.
const cli = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url));

let folder: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-watch-'));
  mkdirSync(path.join(folder, 'data'));
  write('shapes.ttl', shape('ex:name'));
  write('data/one.ttl', data('ex:name "A"'));
});

afterEach(() => {
  child?.kill('SIGKILL');
  child = undefined;
  rmSync(folder, { recursive: true });
});

const prefixes = '@prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .\n';

function shape(property: string): string {
  return `${prefixes}ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ${property} ; sh:minCount 1 ] .\n`;
}

function data(more: string): string {
  return `# shapes: ../shapes.ttl\n${prefixes}ex:a a ex:Person ; ${more} .\n`;
}

function write(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
}

/** Starts the program, and waits for what it prints. */
function watching(...args: readonly string[]) {
  const started = spawn(process.execPath, [cli, 'validate', ...args, '--watch'], {
    cwd: folder,
    stdio: 'pipe',
  });
  child = started;
  let printed = '';
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (text) => (printed += text));
  const ended = new Promise<number | null>((resolve) => started.on('close', resolve));
  const prints = async (text: string) => {
    for (let i = 0; i < 200 && !printed.includes(text); i++) await sleep(50);
    expect(printed).toContain(text);
    printed = '';
  };
  return { prints, ended, interrupt: () => started.kill('SIGINT') };
}

test('validates again when data or shapes change, and when a file comes', async () => {
  const { prints, ended, interrupt } = watching('data', '--quiet');
  await prints('Ctrl-C ends.');
  write('data/one.ttl', data('ex:nam "A"'));
  await prints('1 result in 1 file');
  write('shapes.ttl', shape('ex:nam'));
  await prints('shapes.ttl changed.');
  await prints('Ctrl-C ends.');
  write('data/two.ttl', data('ex:name "B"'));
  await prints('1 result in 1 file');
  await prints('Ctrl-C ends.');
  interrupt();
  expect(await ended).toBe(1);
}, 60_000);

test('a report that lies among the data does not start another run', async () => {
  const { prints, ended, interrupt } = watching(
    'data',
    '--format',
    'turtle',
    '--output',
    'data/report.ttl',
    '--allow',
    'unlinked',
  );
  await prints('Ctrl-C ends.');
  await sleep(1500);
  const first = readFileSync(path.join(folder, 'data/report.ttl'), 'utf8');
  expect(first).toContain('sh:conforms true');
  interrupt();
  expect(await ended).toBe(0);
}, 60_000);

test('wrong arguments end at once', async () => {
  expect(await watching('missing/*.ttl').ended).toBe(2);
  expect(await watching('-').ended).toBe(2);
});
