import { gzipSync } from 'node:zlib';
import { type StoreReply, send, tellsTruth } from './lyingStore.testing.ts';

/** Something that goes wrong between a store and who asks it, or that a store gets wrong itself. */
export interface StoreFault {
  readonly name: string;
  readonly reply: StoreReply;
  /** A part of what users are told where it happens to every query; without it, it does no harm. */
  readonly told?: string;
  /** Whether it ends when the time for a query is over. */
  readonly isSlow?: boolean;
}

const status =
  (code: number, body = '', headers: Readonly<Record<string, string>> = {}): StoreReply =>
  (_, response) => {
    response.writeHead(code, headers).end(body);
  };

const text =
  (change: (truth: string) => string | Buffer, headers: Readonly<Record<string, string>> = {}): StoreReply =>
  ({ truth }, response) =>
    send(response, change(truth), headers);

/** Bytes as they are, without the care of a server. */
const raw =
  (bytes: (truth: string) => string): StoreReply =>
  ({ truth }, response) => {
    response.socket?.end(bytes(truth));
  };

const half = (truth: string) => truth.slice(0, truth.length >> 1);
const page = '<!DOCTYPE html><html><body><h1>Error 42</h1></body></html>';
const elsewhere = 'http://evil.example/sparql';
const noJson = 'Its response is invalid or truncated JSON';
const lost = "It can't be reached, or closed the connection";

/** What happens to answers on their way. */
export const transportFaults: readonly StoreFault[] = [
  { name: 'a dropped connection', reply: (_, response) => response.destroy(), told: lost },
  { name: 'a reset connection', reply: (_, r) => r.socket?.resetAndDestroy(), told: lost },
  {
    name: 'a connection that is dropped inside of the answer',
    reply({ truth }, response) {
      response.writeHead(200, { 'content-length': String(Buffer.byteLength(truth)) });
      response.write(half(truth), () => response.socket?.destroy());
    },
    told: lost,
  },
  { name: 'silence', reply: () => {}, told: 'It did not answer a query within', isSlow: true },
  {
    name: 'an answer that comes in drops',
    reply({ truth }, response) {
      response.writeHead(200);
      let sent = 0;
      const timer = setInterval(() => response.write(truth[sent++] ?? ' '), 5);
      response.on('close', () => clearInterval(timer));
    },
    told: 'It did not answer a query within',
    isSlow: true,
  },
  {
    name: 'a body without end',
    reply(_, response) {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    },
    told: 'MB',
  },
  { name: 'a part of the answer when the time is over', reply: text(half), told: noJson },
  {
    name: 'an answer that the store calls incomplete',
    reply: text((truth) => truth, { 'x-sql-state': 'S1TAT' }),
    told: 'It says that it broke off',
  },
  {
    name: 'a cut that the store tells',
    reply: text((truth) => truth, { 'x-sparql-maxrows': '10000' }),
    told: 'It says that it cut its answer (X-SPARQL-MaxRows)',
  },
  { name: 'a page for people', reply: text(() => page, { 'content-type': 'text/html' }), told: 'a page for' },
  { name: 'an empty answer', reply: text(() => ''), told: 'Its answer is empty' },
  { name: 'an answer without content (204)', reply: status(204), told: '204' },
  {
    name: 'a part of the content (206)',
    reply: ({ truth }, response) => void response.writeHead(206).end(truth),
    told: '206',
  },
  { name: 'XML', reply: text(() => '<?xml version="1.0"?><sparql/>'), told: 'It answered in XML' },
  { name: 'CSV', reply: text(() => 's,p,o\r\n'), told: noJson },
  { name: 'another type of content', reply: text((truth) => truth, { 'content-type': 'text/html' }) },
  { name: 'a packed answer', reply: text((truth) => gzipSync(truth), { 'content-encoding': 'gzip' }) },
  {
    name: 'a packed answer that breaks off',
    reply: text((truth) => gzipSync(truth).subarray(0, -20), { 'content-encoding': 'gzip' }),
    told: 'It',
  },
  {
    name: 'an answer that is not packed as it says',
    reply: text((truth) => truth, { 'content-encoding': 'gzip' }),
    told: lost,
  },
  {
    name: 'a bomb',
    reply: text(() => gzipSync(Buffer.alloc(5_000_000, 32)), { 'content-encoding': 'gzip' }),
    told: 'MB',
  },
  ...[301, 302, 303, 307, 308].map((code) => ({
    name: `a redirect elsewhere (${code})`,
    reply: status(code, '', { location: elsewhere }),
    told: 'It redirects to http://evil.example',
  })),
  {
    name: 'a redirect on the same host',
    reply: status(302, '', { location: '/login?to=sparql' }),
    told: '/login, which was not asked',
  },
  {
    name: 'a redirect to a file',
    reply: status(302, '', { location: 'file:///etc/passwd' }),
    told: 'It redirects to file:///etc/passwd, which is not a web address',
  },
  { name: 'a redirect to nowhere', reply: status(302), told: 'It redirects to another address' },
  { name: 'a refusal (401)', reply: status(401), told: 'It refuses access (401)' },
  { name: 'a refusal (403)', reply: status(403), told: 'It refuses access (403)' },
  { name: 'another page (404)', reply: status(404, page), told: 'no SPARQL endpoint at this address (404)' },
  { name: 'a query that is too long (414)', reply: status(414), told: '414' },
  {
    name: 'a query that the store can’t read (400)',
    reply: status(400, 'No VALUES'),
    told: '400: No VALUES',
  },
  {
    name: 'too many requests (429)',
    reply: status(429, 'slow down', { 'retry-after': '0' }),
    told: '429: slow down',
  },
  {
    name: 'too many requests for an hour (429)',
    reply: status(429, 'slow down', { 'retry-after': '3600' }),
    told: '429: slow down',
  },
  { name: 'an error (500)', reply: status(500, page), told: '500: Error 42' },
  { name: 'a bad gateway (502)', reply: status(502), told: '502' },
  { name: 'a store at rest (503)', reply: status(503, '', { 'retry-after': '0' }), told: '503' },
  {
    name: 'garbage between chunks',
    reply: raw((truth) => `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n${truth}\r\n`),
    told: lost,
  },
  { name: 'no HTTP', reply: raw(() => 'SSH-2.0-OpenSSH_9.2\r\n'), told: lost },
  {
    name: 'a length that is too small',
    reply: raw((truth) => `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 20\r\n\r\n${truth}`),
    told: noJson,
  },
  {
    name: 'a length that is too large',
    reply: raw((truth) => `HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\n${truth}`),
    told: lost,
  },
  { name: 'a byte order mark', reply: text((truth) => `\ufeff${truth}`) },
  { name: 'UTF-16', reply: text((truth) => Buffer.from(`\ufeff${truth}`, 'utf16le')), told: 'not in UTF-8' },
  {
    name: 'invalid UTF-8',
    reply: text((truth) => Buffer.concat([Buffer.from(truth), Buffer.from([0xff])])),
    told: 'not in UTF-8',
  },
  { name: 'a very long line', reply: text((truth) => `${' '.repeat(500_000)}${truth}`) },
  { name: 'something behind the answer', reply: text((truth) => `${truth}${truth}`), told: noJson },
  { name: 'no fault', reply: tellsTruth },
];
