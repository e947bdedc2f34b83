import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { isRunning } from '../../../platform/files/temporary.ts';
import { childProcesses } from '../../../testing/childProcesses.ts';

const program = fileURLToPath(new URL('../../../../../dist/server.js', import.meta.url));

let editor: ChildProcess | undefined;

afterEach(() => {
  editor?.kill('SIGKILL');
});

test.each(['--node-ipc', '--stdio'])('no process is left when an editor is killed: %s', async (transport) => {
  editor = spawn(process.execPath, ['-e', editorProgram, program, transport], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const server = await new Promise<number>((resolve) => {
    editor!.stdout!.once('data', (line: Buffer) => resolve(Number(line)));
  });
  await until(() => childProcesses(server).length > 0);
  const all = [server, ...childProcesses(server)];
  editor.kill('SIGKILL');
  await until(() => !all.some(isRunning));
  expect(all.length).toBeGreaterThan(1);
});

/** Starts a server as editors do, says its process id, and never ends by itself. */
const editorProgram = `
const { spawn } = require('node:child_process');
const [program, transport] = process.argv.slice(1);
const isIpc = transport === '--node-ipc';
const stdio = isIpc ? ['ignore', 'ignore', 'ignore', 'ipc'] : ['pipe', 'pipe', 'ignore'];
const server = spawn(process.execPath, [program, transport], { stdio });
const params = { processId: process.pid, rootUri: null, capabilities: {} };
const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
if (isIpc) server.send(message);
else {
  const text = JSON.stringify(message);
  server.stdin.write('Content-Length: ' + text.length + '\\r\\n\\r\\n' + text);
}
console.log(server.pid);
setInterval(() => {}, 1000);
`;

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('it did not come to that within 15 s');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
