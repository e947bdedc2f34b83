import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type DownloadOptions, downloadWith } from './imports.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const never = new AbortController().signal;

async function serve(handle: RequestListener): Promise<URL> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/o`);
}

/** What comes of a download from a server that the user has named. */
async function downloading(
  handle: RequestListener,
  options: DownloadOptions = {},
  allowed: readonly string[] = [],
) {
  const url = await serve(handle);
  return downloadWith({ privateHosts: [url.host], ...options })(url.href, allowed, never);
}

test('asks for Turtle, without cookies or credentials', async () => {
  const seen: unknown[] = [];
  const found = await downloading(({ method, headers }, response) => {
    seen.push(method, headers.accept, headers.cookie, headers.authorization);
    response.end('\uFEFF# text');
  });
  expect(found).toMatchObject({ kind: 'downloaded', text: '# text', redirects: [] });
  expect(seen).toEqual([
    'GET',
    'text/turtle, application/n-triples;q=0.8, application/ld+json;q=0.5, application/json;q=0.3, */*;q=0.1',
    undefined,
    undefined,
  ]);
});

test('reads JSON-LD where a page says that it is, on the same server', async () => {
  const found = await downloading((request, response) => {
    if (request.url !== '/o') return response.end('{ "@context": {} }');
    response.writeHead(200, {
      'content-type': 'text/html',
      link: '</style>; rel="stylesheet", </c.jsonld>; rel="alternate"; type="application/ld+json"',
    });
    return response.end('<p>');
  });
  expect(found).toMatchObject({ kind: 'downloaded', text: '{ "@context": {} }' });
});

test('follows a redirect on the same server, and names one to another before it is asked', async () => {
  const asked: string[] = [];
  const other = await serve((request, response) => {
    asked.push(request.url!);
    response.end('# there');
  });
  const first = await serve((request, response) => {
    const to = request.url === '/o' ? '/moved' : other.href;
    response.writeHead(302, { location: to }).end();
  });
  const download = downloadWith({ privateHosts: [first.host, other.host] });
  expect(await download(first.href, [], never)).toEqual({ kind: 'redirected', origin: other.origin });
  expect(asked).toEqual([]);
  expect(await download(first.href, [other.origin], never)).toEqual({
    kind: 'downloaded',
    text: '# there',
    address: other.href,
    redirects: [other.origin],
  });
});

test.each<[name: string, handle: RequestListener, message: string, options?: DownloadOptions]>([
  ['a refusal', (_, r) => r.writeHead(404).end('<h1>Not found</h1>'), 'answers with 404: Not found'],
  [
    'an endless redirect',
    (_, r) => r.writeHead(302, { location: '/o' }).end(),
    'redirects more than 10 times',
  ],
  [
    'a redirect to a file',
    (_, r) => r.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    'never opened',
  ],
  [
    'a redirect to this machine',
    (_, r) => r.writeHead(302, { location: 'http://localhost:1/x' }).end(),
    '--allow-host localhost:1',
  ],
  [
    'a text that is too large',
    (_, r) => r.end('x'.repeat(2 ** 20 + 1)),
    'gives more than 1 MB',
    { maxBytes: 2 ** 20 },
  ],
  ['a text that is not UTF-8', (_, r) => r.end(Buffer.from([0xff])), 'is not UTF-8'],
  ['a silent server', () => {}, 'did not answer within 0.05 s', { timeout: 50 }],
  [
    'a server that answers in drops',
    (_, response) => {
      const timer = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(timer));
    },
    'did not answer within 0.05 s',
    { timeout: 50 },
  ],
  ['a broken connection', (_, r) => r.destroy(), "can't be reached, or closed the connection"],
])('%s is told', async (_, handle, message, options) => {
  const found = await downloading(handle, options);
  expect(found).toMatchObject({ kind: 'failed', message: expect.stringContaining(message) });
});

test.each([
  ['http://localhost:8080/o', 'localhost:8080 is on this machine'],
  ['http://169.254.169.254/latest', '169.254.169.254 is on this machine'],
  ['http://[::ffff:10.0.0.1]/o', 'is on this machine'],
  ['https://inside.example.org/o', 'inside.example.org (10.1.2.3) is on this machine'],
  ['https://me:secret@example.org/o', 'holds a user name or password'],
  ['urn:example:ontology', 'is not a web address'],
  ['file:///etc/passwd', 'is not a web address'],
])('%s is not asked', async (address, message) => {
  const download = downloadWith({ addressesOf: async () => ['10.1.2.3'] });
  expect(await download(address, [], never)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining(message),
  });
});
