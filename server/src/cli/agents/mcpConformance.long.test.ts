import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The built program under the protocol's own conformance suite, which speaks HTTP: a bridge starts one `shacl-repair mcp` for
// each of its sessions. Of the releases that Node 20 can run, the newest.

const cli = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url));
const { installMcpConformance }: { installMcpConformance(): string } = await import(
  new URL('../../../../client/test/install.mjs', import.meta.url).href
);
const expected = {
  ...scenarios('passes', ['server-initialize', 'ping', 'tools-list', 'resources-list']),
  ...scenarios('asks for a capability that the server does not declare', [
    'logging-set-level',
    'completion-complete',
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
    'resources-subscribe',
    'resources-unsubscribe',
  ]),
  ...scenarios('calls a tool or reads a resource that is made for the suite', [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-error',
    'tools-call-with-progress',
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
  ]),
  ...scenarios('tries the transport over HTTP, which is the bridge', [
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ]),
};

interface Session {
  readonly child: ReturnType<typeof spawn>;
  readonly waiting: Map<unknown, (answer: string) => void>;
}
const sessions = new Map<string, Session>();
const answers: string[] = [];
let folder: string;
let bridge: Server;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-mcp-'));
  writeFileSync(path.join(folder, 'data.ttl'), '<http://example.org/a> <http://example.org/b> 1 .\n');
  bridge = createServer((request, response) => void passOn(request, response));
  await new Promise<void>((resolve) => bridge.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const { child } of sessions.values()) child.kill();
  bridge.close();
  rmSync(folder, { recursive: true });
});

test('what the conformance suite of the protocol asks of any server holds, and each other scenario is named', async () => {
  const { port } = bridge.address() as AddressInfo;
  const suite = spawn(
    process.execPath,
    [installMcpConformance(), 'server', '--url', `http://127.0.0.1:${port}/mcp`],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const printed = await text(suite.stdout);
  const outcomes = [...printed.matchAll(/^([✓✗]) (\S+): /gm)].map(([, mark, name]) => ({ mark, name }));
  expect(new Set(outcomes.map(({ name }) => name))).toEqual(new Set(Object.keys(expected)));
  const passed = outcomes.filter(({ mark }) => mark === '✓').map(({ name = '' }) => name);
  expect(passed).toEqual(expect.arrayContaining(named('passes')));
  // What is not there is refused as the protocol says, and none of it ends the server.
  const errors = answers.flatMap((answer) => JSON.parse(answer).error?.code ?? []);
  expect(new Set(errors)).toEqual(new Set([-32601, -32602]));
  expect([...sessions.values()].filter(({ child }) => (child.exitCode ?? 0) !== 0)).toEqual([]);
});

function scenarios<Reason extends string>(reason: Reason, names: readonly string[]): Record<string, Reason> {
  return Object.fromEntries(names.map((name) => [name, reason]));
}

function named(reason: string): string[] {
  return Object.keys(expected).filter((name) => (expected as Record<string, string>)[name] === reason);
}

/** One message of a client over HTTP, as a line to the server of its session; its answer the same way back. */
async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = request.headers['mcp-session-id'];
  const id = typeof asked === 'string' ? asked : randomUUID();
  if (request.method === 'DELETE') {
    sessions.get(id)?.child.stdin?.end();
    response.writeHead(200).end();
    return;
  }
  if (request.method !== 'POST') {
    response.writeHead(405).end();
    return;
  }
  const session = sessions.get(id) ?? started(id);
  const message = JSON.parse(await text(request));
  session.child.stdin?.write(`${JSON.stringify(message)}\n`);
  if (message.id === undefined) {
    response.writeHead(202).end();
    return;
  }
  session.waiting.set(message.id, (answer) =>
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': id }).end(answer),
  );
}

function started(id: string): Session {
  const child = spawn(process.execPath, [cli, 'mcp'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: Session['waiting'] = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    answers.push(line);
    const key = JSON.parse(line).id;
    waiting.get(key)?.(line);
    waiting.delete(key);
  });
  const session = { child, waiting };
  sessions.set(id, session);
  return session;
}
