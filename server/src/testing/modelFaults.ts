import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import type { ModelError } from '../repair/llm/model/languageModel.ts';
import {
  breaksOff,
  drips,
  events,
  fails,
  floods,
  hangs,
  json,
  type Reply,
  redirects,
  replies,
  resets,
  says,
  saysAtOnce,
  saysMessage,
  scriptedEndpoint,
  stalls,
} from './scriptedEndpoint.ts';
import { selfSigned } from './selfSigned.ts';

/** The key of the client of a faulty endpoint. It must appear nowhere except in the header that carries it. */
export const plantedKey = 'sk-planted-0123456789/+abcdef';

/** An endpoint that gives no answer, and the message users get when the model “tiny” is asked. */
export interface ModelFault {
  readonly name: string;
  /** How the endpoint handles a request, if the request reaches it. */
  readonly reply?: Reply;
  readonly start: () => Promise<FaultyEndpoint>;
  readonly kind: ModelError['kind'];
  /** The whole message, as `toldOf` returns it. */
  readonly told: string;
  /** How many requests the endpoint gets when temporary failures are retried once; 1 by default. */
  readonly requests?: number;
  /**
   * The permitted silence, in ms. Set when a time limit ends the call, so that the number of requests depends on time.
   */
  readonly silence?: number;
  /** The time limit of the whole call, in ms. Set for the same reason. */
  readonly timeout?: number;
}

/** Replaces the endpoint's host in a message by HOST, and this Node version's code of a failure by CODE. */
export function toldOf(message: string, { host }: Pick<FaultyEndpoint, 'host'>): string {
  return message.replaceAll(host, 'HOST').replace(/\((?!HTTP )[A-Z_]+\)/, '(CODE)');
}

export interface FaultyEndpoint {
  readonly baseUrl: string;
  readonly host: string;
  /** The number of requests so far. */
  readonly requested: () => number;
  close(): Promise<void>;
}

type Told = readonly [kind: ModelError['kind'], told: string];

function fault(name: string, reply: Reply, [kind, told]: Told, more: Partial<ModelFault> = {}): ModelFault {
  return { name, reply, start: () => startScripted(reply), kind, told, ...more };
}

async function startScripted(reply: Reply): Promise<FaultyEndpoint> {
  const { baseUrl, host, requests, close } = await scriptedEndpoint(reply);
  return { baseUrl, host, requested: () => requests.length, close };
}

const tooMany = 'HOST gets too many requests from this account (HTTP 429). It says: “Rate limit reached”.';
const ownProblem = 'HOST has an internal problem';
const notJson: Told = [
  'server',
  'HOST answered with something that is not JSON, or only half of it. Try again; if it stays so, check shaclRepair.model.baseUrl (now http://HOST/v1).',
];
const nothing: Told = [
  'server',
  'HOST answered with nothing. Try again; if it stays so, check shaclRepair.model.baseUrl (now http://HOST/v1).',
];
const noMessage: Told = [
  'server',
  'HOST answered without a message of “tiny”. Try again, or ask another model.',
];
const flooded: Told = [
  'server',
  'HOST sent more than 4 MB, which cannot be an answer of a model. It was discarded. Try again, or ask another model than “tiny”.',
];
const lost: Told = [
  'unreachable',
  `HOST can't be reached: the connection was lost before the answer was complete (CODE). Try again.`,
];
const silent: Told = [
  'timeout',
  'HOST sent nothing for 150 ms. Try again, use a smaller model or strategy than with “tiny”, or allow more time (shaclRepair.model.timeout); a local server may still be loading it.',
];
const elsewhere = (address: string): Told => [
  'request',
  `HOST redirects to ${address}, which is not followed: your data and key go to the address that you set and nowhere else. If you trust the other address, set shaclRepair.model.baseUrl to it.`,
];
const part = { choices: [{ index: 0, delta: { content: 'INSERT' } }] };

export const modelFaults: readonly ModelFault[] = [
  fault('401', fails(401, { message: `Incorrect API key provided: ${plantedKey}.` }), [
    'key',
    'HOST refused the API key (HTTP 401). It says: “Incorrect API key provided: <API key>”. Set a valid one for this endpoint.',
  ]),
  fault('403', fails(403, { message: 'Not for your project' }), [
    'key',
    'HOST does not let this API key use “tiny” (HTTP 403). It says: “Not for your project”. Check what the key and account allow.',
  ]),
  fault('402', fails(402, { message: 'Insufficient credits' }), [
    'limit',
    'HOST has no credit left for your account (HTTP 402). It says: “Insufficient credits”. Look at your plan and billing there.',
  ]),
  fault('404 model', fails(404, { message: 'model "tiny" not found, try pulling it first' }), [
    'model',
    'HOST has no model “tiny” (HTTP 404). It says: “model "tiny" not found, try pulling it first”. Check shaclRepair.model.id; on a local server, pull or load the model first.',
  ]),
  fault('400 model', fails(400, { message: 'The model `tiny` does not exist', code: 'model_not_found' }), [
    'model',
    'HOST has no model “tiny” (HTTP 400). It says: “The model `tiny` does not exist”. Check shaclRepair.model.id; on a local server, pull or load the model first.',
  ]),
  fault('404 page', replies(404, '<!DOCTYPE html><title>Not Found</title>'), [
    'request',
    'HOST has no Chat Completions at http://HOST/v1/chat/completions (HTTP 404). Check shaclRepair.model.baseUrl, which usually ends in /v1, and shaclRepair.model.id.',
  ]),
  fault('404 text', replies(404, 'page not found'), [
    'request',
    'HOST has no Chat Completions at http://HOST/v1/chat/completions (HTTP 404). It says: “page not found”. Check shaclRepair.model.baseUrl, which usually ends in /v1, and shaclRepair.model.id.',
  ]),
  fault(
    '408',
    fails(408),
    ['timeout', 'HOST took too long to answer (HTTP 408). Try again, or use a smaller model or strategy.'],
    { requests: 2 },
  ),
  fault('413', replies(413, ''), [
    'request',
    'HOST says that the prompt is too long for “tiny” (HTTP 413). Choose a strategy with a smaller context (shaclRepair.model.strategy) or another model.',
  ]),
  fault('400 too long', fails(400, { message: "This model's maximum context length is 8192 tokens." }), [
    'request',
    "HOST says that the prompt is too long for “tiny” (HTTP 400). It says: “This model's maximum context length is 8192 tokens”. Choose a strategy with a smaller context (shaclRepair.model.strategy) or another model.",
  ]),
  fault('400', fails(400, { message: 'bad\n\u001b[31m thing' }), [
    'request',
    'HOST did not accept the request to “tiny” (HTTP 400). It says: “bad [31m thing”. Check shaclRepair.model.id and shaclRepair.model.baseUrl.',
  ]),
  fault('422 of FastAPI', replies(422, '{"detail":[{"loc":["body","model"],"msg":"field required"}]}'), [
    'request',
    'HOST did not accept the request to “tiny” (HTTP 422). It says: “[{"loc":["body","model"],"msg":"field required"}]”. Check shaclRepair.model.id and shaclRepair.model.baseUrl.',
  ]),
  fault('429', fails(429, { message: 'Rate limit reached' }), ['limit', `${tooMany} Try again in 1 ms.`], {
    requests: 2,
  }),
  fault(
    '429 in seconds',
    fails(429, { message: 'Rate limit reached' }, { 'retry-after': '0' }),
    ['limit', `${tooMany} Try again in 0 ms.`],
    { requests: 2 },
  ),
  fault(
    '429 until a date',
    fails(429, { message: 'Rate limit reached' }, { 'retry-after': new Date(0).toUTCString() }),
    ['limit', `${tooMany} Try again in 0 ms.`],
    { requests: 2 },
  ),
  fault('429 for an hour', fails(429, { message: 'Rate limit reached' }, { 'retry-after': '3600' }), [
    'limit',
    `${tooMany} Try again in 3600 s.`,
  ]),
  fault('429 no credit', fails(429, { message: 'You exceeded your quota', code: 'insufficient_quota' }), [
    'limit',
    'HOST has no credit left for your account (HTTP 429). It says: “You exceeded your quota”. Look at your plan and billing there.',
  ]),
  fault(
    '500',
    fails(500, { message: 'The server had an error' }),
    [
      'server',
      `${ownProblem} (HTTP 500). It says: “The server had an error”. Try again in 1 ms, or ask another model.`,
    ],
    { requests: 2 },
  ),
  fault(
    '500 with the key',
    replies(500, `{"error":"Bearer ${plantedKey.replace('/', '\\/')}"}`, { 'retry-after-ms': '1' }),
    [
      'server',
      `${ownProblem} (HTTP 500). It says: “Bearer <API key>”. Try again in 1 ms, or ask another model.`,
    ],
    { requests: 2 },
  ),
  fault(
    '503 page',
    replies(503, '<html>Bad Gateway</html>', { 'retry-after-ms': '1' }),
    ['server', `${ownProblem} (HTTP 503). Try again in 1 ms, or ask another model.`],
    { requests: 2 },
  ),
  fault('200 page', replies(200, '<!doctype html><title>Welcome</title>', { 'content-type': 'text/html' }), [
    'request',
    'HOST answered with a web page. Check shaclRepair.model.baseUrl (now http://HOST/v1), which usually ends in /v1.',
  ]),
  fault('200 text', replies(200, 'OK'), notJson),
  fault('200 nothing', replies(200, ''), nothing),
  fault('204', replies(204, ''), nothing),
  fault('half of JSON', replies(200, '{"choices":[{"message":{"content":"IN'), notJson),
  fault('an event that is not JSON', events(part, '{"choices":', '[DONE]'), notJson),
  fault('200 with an error', json({ error: { message: 'Provider returned error', code: 503 } }), [
    'server',
    `${ownProblem} (HTTP 503). It says: “Provider returned error”. Try again later, or ask another model.`,
  ]),
  fault('an error among the events', events(part, { error: { message: `Overloaded by ${plantedKey}` } }), [
    'server',
    `${ownProblem} (HTTP 502). It says: “Overloaded by <API key>”. Try again later, or ask another model.`,
  ]),
  fault('no choices', json({ choices: [] }), noMessage),
  fault('no choices among the events', events({ choices: [] }, '[DONE]'), noMessage),
  fault('null', json(null), noMessage),
  fault('a list', json([1]), noMessage),
  fault('events of null', events('null', '[DONE]'), noMessage),
  fault('10 MB', floods(10), flooded),
  fault('10 MB at once', saysAtOnce('x'.repeat(10 << 20)), flooded),
  fault('20 MB of events', floods(20), flooded),
  fault('10 MB of an error', replies(500, 'x'.repeat(10 << 20)), flooded),
  fault('reset', resets, lost, { requests: 2 }),
  fault('half a body', breaksOff, lost, { requests: 2 }),
  fault('events without an end', events(part), lost, { requests: 2 }),
  fault('hangs', hangs, silent, { silence: 150 }),
  fault('stalls', stalls, silent, { silence: 150 }),
  fault(
    'slow drip',
    drips,
    [
      'timeout',
      'HOST gave no complete answer within 150 ms. Try again, or use a smaller model or strategy than with “tiny”; a local server may still be loading it.',
    ],
    { timeout: 150 },
  ),
  fault(
    'redirect to another host',
    redirects(307, 'https://user:secret@evil.example/v1?key=secret'),
    elsewhere('https://evil.example/v1'),
  ),
  fault('redirect by 302', redirects(302, '/login'), elsewhere('http://HOST/login')),
  fault('redirect to nowhere', replies(307, ''), elsewhere('an address that it does not name')),
  fault(
    'redirect to itself',
    redirects(307, '/v1/chat/completions'),
    elsewhere('http://HOST/v1/chat/completions'),
    {
      requests: 4,
    },
  ),
  {
    name: 'nothing listens',
    async start() {
      const endpoint = await startScripted(hangs);
      await endpoint.close();
      return { ...endpoint, close: async () => {} };
    },
    kind: 'unreachable',
    told: "HOST can't be reached: nothing answers there (CODE). Start the server, or check shaclRepair.model.baseUrl.",
    requests: 0,
  },
  {
    name: 'https: where http: is spoken',
    async start() {
      const endpoint = await startScripted(hangs);
      return { ...endpoint, baseUrl: endpoint.baseUrl.replace('http:', 'https:') };
    },
    kind: 'unreachable',
    told: "HOST can't be reached: it does not speak TLS (CODE). Write http: instead of https: in https://HOST/v1 if it is a local server.",
    requests: 0,
  },
  {
    name: 'a certificate that nobody vouches for',
    start: () => startServer(createHttpsServer(selfSigned()), 'https'),
    kind: 'unreachable',
    told: "HOST can't be reached: its certificate is not trusted (CODE). Use the name that the certificate is for, or name your own authority in the environment variable NODE_EXTRA_CA_CERTS.",
    requests: 0,
  },
  {
    name: 'no HTTP',
    start: () =>
      startServer(
        createTcpServer((socket) => {
          socket.write('SSH-2.0-OpenSSH\r\n', () => socket.destroySoon());
        }),
        'http',
      ),
    kind: 'unreachable',
    told: "HOST can't be reached: it does not speak HTTP there (CODE). Check the port and http: or https: in shaclRepair.model.baseUrl.",
    requests: 0,
  },
];

/** A well-formed answer that cannot be used. */
export interface BadAnswer {
  readonly name: string;
  readonly reply: Reply;
  /** Why the answer is not offered. HOST stands for the endpoint's host. */
  readonly told: string;
}

/** For data in which ex:alice lacks the required ex:name. */
export const badAnswers: readonly BadAnswer[] = [
  {
    name: 'nothing',
    reply: says(''),
    told: 'The answer is empty.',
  },
  {
    name: 'no JSON',
    reply: says('I would give Alice a name.'),
    told: 'The model gave no repair.',
  },
  {
    name: 'another schema',
    reply: says('{"result":{"fixed":true}}'),
    told: 'The answer is JSON without a text "answer".',
  },
  {
    name: 'cut off',
    reply: says('{"why":"a name","answer":"INSERT DATA { ex:alice ex:na', { finish_reason: 'length' }),
    told: 'The answer is cut off.',
  },
  {
    name: 'no SPARQL',
    reply: says('{"answer":"UPDATE people SET name"}'),
    told: 'This is not a SPARQL Update: line 1, column 1, at "UPDATE people SET na".',
  },
  {
    name: 'held back by a filter',
    reply: says('', { finish_reason: 'content_filter' }),
    told: 'HOST withheld the answer of “tiny”, or the model refused. Ask another model, or show it less (shaclRepair.model.strategy).',
  },
  {
    name: 'a refusal',
    reply: saysMessage({ content: null, refusal: 'I will not.' }),
    told: 'HOST withheld the answer of “tiny”, or the model refused: “I will not”. Ask another model, or show it less (shaclRepair.model.strategy).',
  },
  {
    name: 'the key',
    reply: says(plantedKey),
    told: 'The model gave no repair.',
  },
  {
    name: 'an update with the key',
    reply: says(`{"answer":"INSERT DATA { ex:alice ex:name ${plantedKey} }"}`),
    told: 'This is not a SPARQL Update: line 1, column 32, at "<API key> }".',
  },
  {
    name: 'everything gone',
    reply: says('{"answer":"DROP ALL"}'),
    told: 'DROP is not allowed: repairs read and change the triples of the default graph only.',
  },
  {
    name: 'another place',
    reply: says('{"answer":"LOAD <file:///etc/passwd>"}'),
    told: 'LOAD is not allowed: repairs read and change the triples of the default graph only.',
  },
];

async function startServer(server: Server, scheme: string): Promise<FaultyEndpoint> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return { baseUrl: `${scheme}://${host}/v1`, host, requested: () => 0, close };
}
