/** The built server as a process, spoken to in raw bytes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { runs } from '../../../testing/runs.ts';
import { requestParams } from './gate.ts';
import { Frames } from './guardedTransport.ts';

const program = fileURLToPath(new URL('../../../../../dist/server.js', import.meta.url));

interface Answer {
  readonly id?: number | string | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A server that bytes are written to. */
class RawClient {
  readonly #server: ChildProcess;
  readonly #answers: Answer[] = [];
  readonly #exit: Promise<number | null>;
  #changed = () => {};
  errors = '';

  constructor() {
    this.#server = spawn(process.execPath, [program, '--stdio'], { stdio: 'pipe' });
    this.#exit = once(this.#server, 'exit').then(([code]) => code);
    const frames = new Frames(
      (message) => {
        const { method } = message as { readonly method?: string };
        if (method === undefined) this.#answers.push(message as Answer);
        this.#changed();
      },
      (problem) => expect.unreachable(problem),
    );
    this.#server.stdout!.on('data', (bytes) => frames.push(bytes));
    this.#server.stderr!.on('data', (bytes) => {
      this.errors += bytes;
    });
    this.#server.stdin!.on('error', () => {});
  }

  write(bytes: string): void {
    this.#server.stdin!.write(bytes);
  }

  send(message: unknown): void {
    const body = JSON.stringify(message);
    this.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  async ask(id: number, method: string, params?: unknown): Promise<Answer> {
    this.send({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) });
    return this.answer(id);
  }

  async answer(id: number | null): Promise<Answer> {
    for (;;) {
      const answer = this.#answers.find((each) => each.id === id);
      if (answer) return answer;
      const next = new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
      const ended = this.#exit.then((code) => {
        throw new Error(`The server ended with ${code}: ${this.errors}`);
      });
      await Promise.race([next, ended]);
    }
  }

  exitCode(): Promise<number | null> {
    return this.#exit;
  }

  /** Closes the connection without a word. */
  leave(): void {
    this.#server.stdin!.end();
  }

  kill(): void {
    this.#server.kill('SIGKILL');
  }
}

let client: RawClient;
afterEach(() => client.kill());

test('a session in its order', async () => {
  client = new RawClient();
  expect(await client.ask(1, 'textDocument/hover')).toMatchObject({ error: { code: -32002 } });
  client.send({ jsonrpc: '2.0', method: 'textDocument/didOpen', params: {} });
  expect(await client.ask(2, 'initialize', {})).toMatchObject({
    result: { serverInfo: { name: 'SHACL Repair' } },
  });
  client.send({ jsonrpc: '2.0', method: 'initialized', params: {} });
  expect(await client.ask(3, 'initialize', {})).toMatchObject({ error: { code: -32600 } });
  expect(await client.ask(4, 'textDocument/hover', { textDocument: null })).toMatchObject({
    error: { code: -32602 },
  });
  expect(await client.ask(5, 'unknown/method')).toMatchObject({ error: { code: -32601 } });
  expect(await client.ask(6, 'shutdown')).toMatchObject({ result: null });
  expect(await client.ask(7, 'shaclRepair/report', {})).toMatchObject({ error: { code: -32600 } });
  client.send({ jsonrpc: '2.0', method: 'exit' });
  expect(await client.exitCode()).toBe(0);
});

test.each([
  { capabilities: null, processId: null },
  { capabilities: {} },
  { capabilities: { textDocument: null, workspace: 5 } },
])('a client that says %j is served', async (params) => {
  client = new RawClient();
  expect(await client.ask(1, 'initialize', params)).toMatchObject({ result: {} });
  client.send({ jsonrpc: '2.0', method: 'initialized', params: {} });
  const textDocument = {
    uri: 'file:///nowhere/a.ttl',
    languageId: 'turtle',
    version: 1,
    text: '<a:b> <a:c> 1 .',
  };
  client.send({ jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument } });
  const position = { line: 0, character: 1 };
  const { uri } = textDocument;
  expect(await client.ask(2, 'textDocument/hover', { textDocument: { uri }, position })).toHaveProperty(
    'result',
  );
});

test('exit without shutdown ends with 1, before and after initialize', async () => {
  for (const first of [[], [{ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }]]) {
    client = new RawClient();
    for (const message of first) client.send(message);
    client.send({ jsonrpc: '2.0', method: 'exit' });
    expect(await client.exitCode()).toBe(1);
  }
});

test('a client that is gone takes the server along', async () => {
  client = new RawClient();
  await client.ask(1, 'initialize', {});
  client.leave();
  expect(await client.exitCode()).toBe(1);
});

describe('what can not be read', () => {
  test.each([
    ['no length', 'Content-Type: a\r\n\r\n{}'],
    ['a negative length', 'Content-Length: -1\r\n\r\n{}'],
    ['a length that is no number', 'Content-Length: many\r\n\r\n{}'],
    ['a huge length', 'Content-Length: 1e99\r\n\r\n{}'],
    ['another charset', 'Content-Length: 2\r\nContent-Type: x; charset=latin1\r\n\r\n{}'],
    ['garbage', '\u0000\u0001\u0002'],
    ['no header', '{"jsonrpc":"2.0","id":1,"method":"shutdown"}'],
    ['a header without end', `X: ${'x'.repeat(10_000)}`],
  ])('%s ends the session, with a line that says so', async (_, bytes) => {
    client = new RawClient();
    await client.ask(1, 'initialize', {});
    client.write(bytes);
    expect(await client.exitCode()).toBe(1);
    expect(client.errors).toMatch(
      /^shacl-repair: The input can no longer be read: a header .*\. The session ends\.\n$/,
    );
  });

  test('a body that is no JSON is answered, and the session goes on', async () => {
    client = new RawClient();
    client.write('Content-Length: 5\r\n\r\n{"id"');
    expect(await client.answer(null)).toMatchObject({ error: { code: -32700 } });
    expect(await client.ask(1, 'initialize', {})).toHaveProperty('result');
  });
});

test('whatever the parameters are, each request is answered, and none by a fault of ours', async () => {
  client = new RawClient();
  await client.ask(1, 'initialize', {});
  client.send({ jsonrpc: '2.0', method: 'initialized', params: {} });
  const methods = Object.keys(requestParams).filter((method) => !['initialize', 'shutdown'].includes(method));
  let id = 1;
  const uri = fc.constantFrom('file:///a.ttl', 'untitled:x', '', 'a b:c', 5, null);
  const field = fc.oneof(uri, fc.jsonValue(), fc.record({ uri }), fc.constant([]));
  const params = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom('uri', 'textDocument', 'position', 'range', 'context', 'key', 'keys', 'cases'),
      field,
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...methods), params, async (method, given) => {
      id++;
      const answer = await client.ask(id, method, given);
      expect(answer.error?.code ?? 0, `${method} ${answer.error?.message}`).not.toBe(-32603);
    }),
    { seed: 14, numRuns: runs(1500) },
  );
  expect(await client.ask(id + 1, 'shutdown')).toMatchObject({ result: null });
});
