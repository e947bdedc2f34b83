import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { HttpStoreOptions } from './httpStore.ts';
import { httpUpdates } from './httpUpdates.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const never = new AbortController().signal;
const text = 'DELETE WHERE { <urn:a> <urn:p> 1 }';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Sends the update to a server of this process. */
async function sending(handle: Handler, options: HttpStoreOptions = {}): Promise<void> {
  const server = createServer(async (request, response) => {
    handle(request, response, (await request.setEncoding('utf8').toArray()).join(''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  await httpUpdates(`http://127.0.0.1:${port}/update`, options).update(text, never);
}

test('an update is posted once as a form, with the credentials', async () => {
  const seen: unknown[] = [];
  await sending(
    ({ method, url, headers }, response, body) => {
      seen.push(method, url, headers.authorization, new URLSearchParams(body).get('update'));
      response.writeHead(204).end();
    },
    { credentials: { token: 'abc' } },
  );
  expect(seen).toEqual(['POST', '/update', 'Bearer abc', text]);
});

test.each<readonly [string, Handler, string]>([
  [
    'a refusal',
    (_, response) => response.writeHead(400).end('<p>no such thing abc</p>'),
    'no such thing ***',
  ],
  ['missing rights', (_, response) => response.writeHead(403).end(), 'It refuses updates (403)'],
  [
    'a redirect',
    (_, response) => response.writeHead(307, { location: 'https://other.example/' }).end(),
    'It redirects updates',
  ],
  ['a lost connection', ({ socket }) => socket.destroy(), 'not known whether it carried it out'],
  ['no answer', () => {}, 'not known whether it carried it out'],
])('%s is told, and nothing is sent again', async (_, handle, message) => {
  let requests = 0;
  const counting: Handler = (request, response, body) => {
    requests++;
    handle(request, response, body);
  };
  await expect(sending(counting, { timeout: 500, credentials: { token: 'abc' } })).rejects.toThrow(message);
  expect(requests).toBe(1);
});

test('a password is not sent unencrypted to other machines', () => {
  expect(() => httpUpdates('http://store.example/', { credentials: { user: 'u', password: 'p' } })).toThrow(
    'unencrypted',
  );
});
