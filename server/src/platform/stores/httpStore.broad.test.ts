import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { type HttpStoreOptions, httpStore } from './httpStore.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

async function serve(handle: Handler): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => handle(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/sparql`;
}

const never = new AbortController().signal;

async function asking(handle: Handler, options: HttpStoreOptions = {}): Promise<string> {
  return httpStore(await serve(handle), options).select('SELECT * { ?s ?p ?o }', never);
}

test('a query is posted as a form, with the credentials, and the answer is returned', async () => {
  const seen: unknown[] = [];
  const answer = await asking(
    ({ method, url, headers }, response, body) => {
      seen.push(method, url, headers.authorization, body);
      response.end('{}');
    },
    { credentials: { user: 'me', password: 'secret' } },
  );
  expect(answer).toBe('{}');
  expect(seen).toEqual([
    'POST',
    '/sparql',
    `Basic ${Buffer.from('me:secret').toString('base64')}`,
    'query=SELECT+*+%7B+%3Fs+%3Fp+%3Fo+%7D',
  ]);
});

test('for Amazon Neptune, each query is signed, and the secret key is not sent', async () => {
  const seen: string[] = [];
  const aws = { region: 'eu-west-1', keyId: 'AKID', secretKey: 'planted', sessionToken: 'session' };
  const handle: Handler = ({ headers }, response, body) => {
    seen.push(JSON.stringify(headers) + body);
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/neptune-db\/aws4_request, SignedHeaders=accept;content-type;host;x-amz-date;x-amz-security-token, Signature=[\da-f]{64}$/,
    );
    response.writeHead(400).end(`no session ${headers['x-amz-security-token']}`);
  };
  await expect(asking(handle, { credentials: { aws } })).rejects.toThrow('400: no *** ***');
  expect(seen.join(' ')).not.toContain('planted');
  expect(() => httpStore('http://example.org/sparql', { credentials: { aws } })).toThrow('unencrypted');
});

test('named graphs are asked for by the parameters of the protocol', async () => {
  const bodies: string[] = [];
  await asking(
    (_, response, body) => {
      bodies.push(body);
      response.end('{}');
    },
    { graphs: ['http://example.org/a', 'http://example.org/b'] },
  );
  expect(new URLSearchParams(bodies[0]).getAll('default-graph-uri')).toEqual([
    'http://example.org/a',
    'http://example.org/b',
  ]);
});

const faults: readonly [name: string, handle: Handler, message: string, isWorthSplitting: boolean][] = [
  [
    'a redirect elsewhere',
    (_, response) => response.writeHead(302, { location: 'http://evil.example/x?y' }).end(),
    'It redirects to http://evil.example, which was not asked.',
    false,
  ],
  [
    'an error of its own',
    (_, r) => r.writeHead(500).end('<b>Transaction timed out</b>\nmore'),
    '500: Transaction timed out',
    true,
  ],
  ['a query that it can’t read', (_, r) => r.writeHead(400).end('too long'), '400: too long', true],
  ['no access', (_, r) => r.writeHead(401).end(), 'It refuses access (401).', false],
  [
    'another page',
    (_, r) => r.writeHead(404).end(),
    'There is no SPARQL endpoint at this address (404).',
    false,
  ],
  ['too many requests', (_, r) => r.writeHead(429).end('slow down'), '429: slow down', false],
  [
    'a cut that it tells',
    (_, r) => r.writeHead(200, { 'x-sparql-maxrows': '10000' }).end('{}'),
    'cut its answer',
    true,
  ],
  ['a part of the content', (_, r) => r.writeHead(206).end('{}'), '206', false],
  ['a closed connection', (_, r) => r.destroy(), "It can't be reached, or closed the connection", false],
  [
    'an answer that breaks off',
    (_, r) => {
      r.writeHead(200, { 'content-length': '100' });
      r.write('{"results"');
      setTimeout(() => r.destroy(), 20);
    },
    'closed the connection',
    false,
  ],
  ['an answer in another encoding', (_, r) => r.end(Buffer.from([0x22, 0xff, 0x22])), 'not in UTF-8', false],
  [
    'a bomb',
    (_, r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000, 32))),
    'more than 1 MB',
    true,
  ],
  ['silence', () => {}, 'within 0.2 s', true],
  [
    'an answer in drops',
    (_, response) => {
      const timer = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(timer));
    },
    'within 0.2 s',
    true,
  ],
];

test.each(faults)('%s becomes an error that says so', async (_, handle, message, isWorthSplitting) => {
  const timeout = message === 'within 0.2 s' ? 200 : 20_000;
  const failing = asking(handle, { timeout, maxAnswer: 1024 * 1024 });
  await expect(failing).rejects.toThrow(message);
  await expect(failing).rejects.toMatchObject({ name: 'StoreError', isWorthSplitting });
});

test('a password that a store repeats is not printed', async () => {
  const echo: Handler = ({ headers }, response) => response.writeHead(500).end(headers.authorization);
  const failing = asking(echo, { credentials: { token: 'tok-123' } });
  await expect(failing).rejects.toThrow('Bearer ***');
});

test('who aborts gets their own reason', async () => {
  const controller = new AbortController();
  const url = await serve(() => controller.abort(new Error('enough')));
  await expect(httpStore(url).select('ASK {}', controller.signal)).rejects.toThrow('enough');
});

test.each([
  ['ftp://example.org/sparql', 'is not the address of a SPARQL endpoint'],
  ['https://me:secret@example.org/sparql', 'holds a user name or password'],
  ['https://example.org/sparql#graph', 'has a part after #'],
])('%s is refused before anything is sent', (address, message) => {
  expect(() => httpStore(address)).toThrow(message);
});

test('nothing that is given becomes a header of its own, and a token that would is not printed', async () => {
  const given = '\r\nX-Injected: 1';
  const seen: unknown[] = [];
  const url = await serve(({ headers }, response) => {
    seen.push(headers['x-injected']);
    response.end('{}');
  });
  await httpStore(`${url}${given}`).select('ASK {}', never);
  await httpStore(url, { graphs: [`http://example.org/${given}`] }).select(`ASK {} #${given}`, never);
  const credentials = { user: `me${given}`, password: `secret${given}` };
  await httpStore(url, { credentials }).select('ASK {}', never);
  expect(seen).toEqual([undefined, undefined, undefined]);
  const withToken = () => httpStore(url, { credentials: { token: `secret${given}` } });
  expect(withToken).toThrow('has characters that no token has');
  expect(withToken).not.toThrow('secret');
});

test('credentials are not sent unencrypted over a public network', () => {
  const credentials = { token: 'secret' };
  expect(() => httpStore('http://example.org/sparql', { credentials })).toThrow('Write https:');
  expect(() => httpStore('http://localhost:7001/sparql', { credentials })).not.toThrow();
});
