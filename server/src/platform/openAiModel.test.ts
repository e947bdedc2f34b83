import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { estimateInput } from '../llm/estimateInput.ts';
import { type ModelAnswer, ModelError, type ModelRequest } from '../llm/languageModel.ts';
import { estimateTokens } from '../llm/tokens.ts';
import {
  breaksOff,
  drips,
  fails,
  floods,
  hangs,
  json,
  type Reply,
  redirects,
  refusesFormats,
  refusesParameter,
  replies,
  resets,
  type ScriptedEndpoint,
  says,
  saysMessage,
  scriptedEndpoint,
  stalls,
  streams,
} from '../testing/scriptedEndpoint.ts';
import { OpenAiModel, type OpenAiModelOptions } from './openAiModel.ts';

const plantedKey = 'sk-planted-0123456789/+abcdef';

const schema = {
  name: 'repair',
  schema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
};

const request: ModelRequest = {
  messages: [{ role: 'user', text: 'Repair this: ex:alice ex:age "old" .' }],
  schema,
  temperature: 0,
  maxTokens: 500,
  seed: 7,
};

test('a request is sent as Chat Completions, and the answer comes back with its usage', async () => {
  const { answer, endpoint } = await ask([says('{"answer":""}', { model: 'tiny-2025-01-01' })]);
  expect(answer).toMatchObject({
    text: '{"answer":""}',
    finish: 'done',
    usage: { input: 100, output: 20, estimated: false },
    model: 'tiny-2025-01-01',
    format: 'json_schema',
    fromCache: false,
  });
  const [{ path, body, headers }] = endpoint.requests as [ScriptedEndpoint['requests'][0]];
  expect(path).toBe('/v1/chat/completions');
  expect(headers.authorization).toBe(`Bearer ${plantedKey}`);
  expect(body).toEqual({
    model: 'tiny',
    messages: [{ role: 'user', content: 'Repair this: ex:alice ex:age "old" .' }],
    max_tokens: 500,
    temperature: 0,
    seed: 7,
    response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } },
  });
});

test('nothing of the environment or about this machine is sent along', async () => {
  const planted = {
    OPENAI_API_KEY: 'sk-of-another-host',
    OPENAI_ADMIN_KEY: 'sk-admin',
    OPENAI_BASE_URL: 'https://example.org/',
    OPENAI_ORG_ID: 'org-planted',
    OPENAI_PROJECT_ID: 'proj-planted',
    OPENAI_CUSTOM_HEADERS: 'x-planted: yes\nauthorization: Bearer sk-of-another-host',
    OPENAI_LOG: 'debug',
  };
  const before = { ...process.env };
  Object.assign(process.env, planted);
  onTestFinished(() => {
    for (const name of Object.keys(planted)) delete process.env[name];
    Object.assign(process.env, before);
  });
  const { endpoint } = await ask([says('yes')], { key: async () => undefined });
  expect(new Set(Object.keys(endpoint.requests[0]!.headers))).toEqual(
    new Set([
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'content-length',
      'content-type',
      'host',
      'sec-fetch-mode',
      'user-agent',
    ]),
  );
});

test('a key that is set later counts for the next call', async () => {
  const keys = [undefined, 'sk-first', ' sk-second\n'];
  const endpoint = await start(says('yes'));
  const model = modelAt(endpoint, { key: async () => keys.shift() });
  for (const _ of [1, 2, 3]) await model.complete(request, new AbortController().signal);
  expect(endpoint.requests.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    'Bearer sk-first',
    'Bearer sk-second',
  ]);
});

test.each([
  [['json_schema'], 'json_object', ['json_schema', 'json_object', 'json_object']],
  [['json_schema', 'json_object'], 'prompt', ['json_schema', 'json_object', undefined, undefined]],
])('an endpoint that refuses %j is asked by %s, also the next time', async (refused, format, asked) => {
  const endpoint = await start(refusesFormats(refused, says('yes')));
  const abilities = new Map();
  const first = await modelAt(endpoint, { abilities }).complete(request, new AbortController().signal);
  const second = await modelAt(endpoint, { abilities }).complete(request, new AbortController().signal);
  expect([first.format, second.format]).toEqual([format, format]);
  expect(endpoint.requests.map(({ body }) => body.response_format?.type)).toEqual(asked);
});

test('what one model of an endpoint refuses, another may take', async () => {
  const old = refusesFormats(['json_schema'], says('yes'));
  const endpoint = await start(old, old, says('yes'));
  const abilities = new Map();
  for (const model of ['old', 'new']) {
    await modelAt(endpoint, { abilities, model }).complete(request, new AbortController().signal);
  }
  expect(endpoint.requests.map(({ body }) => [body.model, body.response_format?.type])).toEqual([
    ['old', 'json_schema'],
    ['old', 'json_object'],
    ['new', 'json_schema'],
  ]);
});

test.each([
  [
    'max_tokens',
    { message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead." },
    { max_completion_tokens: 500, temperature: 0, seed: 7 },
  ],
  [
    'temperature',
    { message: "'temperature' does not support 0 with this model. Only the default (1) value is supported." },
    { max_tokens: 500, seed: 7 },
  ],
  ['seed', { message: 'Unknown parameter', param: 'seed' }, { max_tokens: 500, temperature: 0 }],
])('an endpoint that refuses %s is asked without', async (parameter, error, expected) => {
  const { answer, endpoint } = await ask([refusesParameter(parameter, error, says('yes'))]);
  expect(answer).toMatchObject({ text: 'yes', format: 'json_schema' });
  const { model, messages, response_format, ...parameters } = endpoint.requests[1]!.body;
  expect(parameters).toEqual(expected);
});

test('usage that is missing is estimated and said to be', async () => {
  const text = 'INSERT DATA { ex:alice ex:age 42 }';
  const { answer } = await ask([says(text, { usage: undefined })]);
  expect(answer.usage).toEqual({
    input: estimateInput(request),
    output: estimateTokens(text),
    estimated: true,
  });
});

test('reasoning that is only in the total counts as output, and cached input is told', async () => {
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 20,
    total_tokens: 420,
    prompt_tokens_details: { cached_tokens: 64 },
  };
  const { answer } = await ask([says('yes', { usage })]);
  expect(answer.usage).toEqual({ input: 100, output: 320, cachedInput: 64, estimated: false });
});

test.each([
  [says('cut', { finish_reason: 'length' }), 'cut', 'length'],
  [saysMessage({ content: null }, { finish_reason: 'length' }), '', 'length'],
  [says('', { finish_reason: 'content_filter' }), '', 'filtered'],
  [saysMessage({ content: null, refusal: 'I will not.' }), 'I will not.', 'filtered'],
  [says('done', { finish_reason: 'eos' }), 'done', 'done'],
  [
    saysMessage({
      content: [
        { type: 'text', text: 'in ' },
        { type: 'text', text: 'parts' },
      ],
    }),
    'in parts',
    'done',
  ],
])('how an answer ends is told (%#)', async (reply, text, finish) => {
  const { answer } = await ask([reply]);
  expect(answer).toMatchObject({ text, finish });
});

test('JSON is read whatever its content type', async () => {
  const body = JSON.stringify({ choices: [{ message: { content: 'yes' } }] });
  const { answer } = await ask([replies(200, body, { 'content-type': 'text/plain' })]);
  expect(answer).toMatchObject({ text: 'yes', model: 'tiny' });
});

test.each<[string, number, readonly [Reply, ...Reply[]]]>([
  ['429 with a pause', 2, [fails(429, {}, { 'retry-after': '0' }), says('yes')]],
  ['429 until a time', 2, [fails(429, {}, { 'retry-after': new Date(0).toUTCString() }), says('yes')]],
  ['500 twice', 3, [fails(500), fails(503), says('yes')]],
  ['408', 2, [fails(408), says('yes')]],
  ['a redirect within the endpoint', 2, [redirects(308, '/v1/chat/completions/'), says('yes')]],
])('%s is got over', async (_, requests, script) => {
  const { answer, endpoint } = await ask(script);
  expect(answer.text).toBe('yes');
  expect(endpoint.requests.length).toBe(requests);
  expect(endpoint.requests.every(({ headers }) => headers.authorization === `Bearer ${plantedKey}`)).toBe(
    true,
  );
});

/** Replies of an endpoint that are no answer. */
const failures: readonly (readonly [what: string, reply: Reply])[] = [
  ['401', fails(401, { message: `Incorrect API key provided: ${plantedKey}.` })],
  ['403', fails(403, { message: 'Not for your project' })],
  ['402', fails(402, { message: 'Insufficient credits' })],
  ['404 model', fails(404, { message: 'model "tiny" not found, try pulling it first' })],
  ['400 model', fails(400, { message: 'The model `tiny` does not exist', code: 'model_not_found' })],
  ['404 page', replies(404, '<!DOCTYPE html><title>Not Found</title>')],
  ['404 text', replies(404, 'page not found')],
  ['408', fails(408)],
  ['413', replies(413, '')],
  ['400 too long', fails(400, { message: "This model's maximum context length is 8192 tokens." })],
  ['400', fails(400, { message: 'bad\n\u001b[31m request' })],
  ['422 of FastAPI', replies(422, '{"detail":[{"loc":["body","model"],"msg":"field required"}]}')],
  ['429', fails(429, { message: 'Rate limit reached' })],
  ['429 for an hour', fails(429, { message: 'Rate limit reached' }, { 'retry-after': '3600' })],
  ['429 no credit', fails(429, { message: 'You exceeded your quota', code: 'insufficient_quota' })],
  ['500', fails(500, { message: 'The server had an error' })],
  [
    '500 echo',
    replies(500, `{"error":"Bearer ${plantedKey.replace('/', '\\/')}"}`, { 'retry-after-ms': '1' }),
  ],
  ['503 page', replies(503, '<html>Bad Gateway</html>', { 'retry-after-ms': '1' })],
  ['200 page', replies(200, '<!doctype html><title>Welcome</title>', { 'content-type': 'text/html' })],
  ['200 text', replies(200, 'OK')],
  ['200 nothing', replies(200, '')],
  ['204', replies(204, '')],
  ['half of JSON', replies(200, '{"choices":[{"message":{"content":"IN')],
  ['200 with an error', json({ error: { message: 'Provider returned error', code: 503 } })],
  ['no choices', json({ choices: [] })],
  ['null', json(null)],
  ['a list', json([1])],
  ['a stream', streams],
  ['10 MB', floods(10)],
  ['redirect to another host', redirects(307, 'https://user:secret@evil.example/v1?key=secret')],
  ['redirect by 302', redirects(302, '/login')],
  ['redirect to nowhere', replies(307, '')],
  ['redirect to itself', redirects(307, '/v1/chat/completions')],
];

test('each failure says what happened, where, and what to do', async () => {
  const told: string[] = [];
  for (const [what, reply] of failures) {
    const { error, endpoint } = await askInVain([reply]);
    told.push(
      `${what}: ${error.kind}, ${endpoint.requests.length} requests\n  ${error.message.replaceAll(endpoint.host, 'HOST')}`,
    );
  }
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "401: key, 1 requests
      HOST refused the API key (HTTP 401). It says: “Incorrect API key provided: <API key>”. Set a valid one for this endpoint.
    403: key, 1 requests
      HOST does not let this API key use “tiny” (HTTP 403). It says: “Not for your project”. Check what the key and account allow.
    402: limit, 1 requests
      HOST has no credit left for your account (HTTP 402). It says: “Insufficient credits”. Look at your plan and billing there.
    404 model: model, 1 requests
      HOST has no model “tiny” (HTTP 404). It says: “model "tiny" not found, try pulling it first”. Check shaclRepair.model.id; on a local server, pull or load the model first.
    400 model: model, 1 requests
      HOST has no model “tiny” (HTTP 400). It says: “The model \`tiny\` does not exist”. Check shaclRepair.model.id; on a local server, pull or load the model first.
    404 page: request, 1 requests
      HOST has no Chat Completions at http://HOST/v1/chat/completions (HTTP 404). Check shaclRepair.model.baseUrl, which mostly ends in /v1, and shaclRepair.model.id.
    404 text: request, 1 requests
      HOST has no Chat Completions at http://HOST/v1/chat/completions (HTTP 404). It says: “page not found”. Check shaclRepair.model.baseUrl, which mostly ends in /v1, and shaclRepair.model.id.
    408: timeout, 3 requests
      HOST took too long to answer (HTTP 408). Try again, or use a smaller model or strategy.
    413: request, 1 requests
      HOST says that the prompt is too long for “tiny” (HTTP 413). Choose a strategy with a smaller context (shaclRepair.model.strategy) or another model.
    400 too long: request, 1 requests
      HOST says that the prompt is too long for “tiny” (HTTP 400). It says: “This model's maximum context length is 8192 tokens”. Choose a strategy with a smaller context (shaclRepair.model.strategy) or another model.
    400: request, 1 requests
      HOST did not accept the request to “tiny” (HTTP 400). It says: “bad [31m request”. Check shaclRepair.model.id and shaclRepair.model.baseUrl.
    422 of FastAPI: request, 1 requests
      HOST did not accept the request to “tiny” (HTTP 422). It says: “[{"loc":["body","model"],"msg":"field required"}]”. Check shaclRepair.model.id and shaclRepair.model.baseUrl.
    429: limit, 3 requests
      HOST gets too many requests from this account (HTTP 429). It says: “Rate limit reached”. Try again in 1 ms.
    429 for an hour: limit, 1 requests
      HOST gets too many requests from this account (HTTP 429). It says: “Rate limit reached”. Try again in 3600 s.
    429 no credit: limit, 1 requests
      HOST has no credit left for your account (HTTP 429). It says: “You exceeded your quota”. Look at your plan and billing there.
    500: server, 3 requests
      HOST has a problem of its own (HTTP 500). It says: “The server had an error”. Try again in 1 ms, or ask another model.
    500 echo: server, 3 requests
      HOST has a problem of its own (HTTP 500). It says: “Bearer <API key>”. Try again in 1 ms, or ask another model.
    503 page: server, 3 requests
      HOST has a problem of its own (HTTP 503). Try again in 1 ms, or ask another model.
    200 page: request, 1 requests
      HOST answered with a web page. Check shaclRepair.model.baseUrl (now http://HOST/v1), which mostly ends in /v1.
    200 text: server, 1 requests
      HOST answered with something that is not JSON, or only half of it. Try again; if it stays so, check shaclRepair.model.baseUrl (now http://HOST/v1).
    200 nothing: server, 1 requests
      HOST answered with nothing. Try again; if it stays so, check shaclRepair.model.baseUrl (now http://HOST/v1).
    204: server, 1 requests
      HOST answered with nothing. Try again; if it stays so, check shaclRepair.model.baseUrl (now http://HOST/v1).
    half of JSON: server, 1 requests
      HOST answered with something that is not JSON, or only half of it. Try again; if it stays so, check shaclRepair.model.baseUrl (now http://HOST/v1).
    200 with an error: server, 1 requests
      HOST has a problem of its own (HTTP 503). It says: “Provider returned error”. Try again later, or ask another model.
    no choices: server, 1 requests
      HOST answered without a message of “tiny”. Try again, or ask another model.
    null: server, 1 requests
      HOST answered without a message of “tiny”. Try again, or ask another model.
    a list: server, 1 requests
      HOST answered without a message of “tiny”. Try again, or ask another model.
    a stream: server, 1 requests
      HOST streamed its answer, which it was not asked to. Try again; if it stays so, check shaclRepair.model.baseUrl (now http://HOST/v1).
    10 MB: server, 1 requests
      HOST sent more than 4 MB, which is no answer of a model. Nothing of it is used. Try again, or ask another model than “tiny”.
    redirect to another host: request, 1 requests
      HOST redirects to https://evil.example/v1, which is not followed: your data and key go to the address that you set and nowhere else. If you trust the other address, set shaclRepair.model.baseUrl to it.
    redirect by 302: request, 1 requests
      HOST redirects to http://HOST/login, which is not followed: your data and key go to the address that you set and nowhere else. If you trust the other address, set shaclRepair.model.baseUrl to it.
    redirect to nowhere: request, 1 requests
      HOST redirects to an address that it does not name, which is not followed: your data and key go to the address that you set and nowhere else. If you trust the other address, set shaclRepair.model.baseUrl to it.
    redirect to itself: request, 4 requests
      HOST redirects to http://HOST/v1/chat/completions, which is not followed: your data and key go to the address that you set and nowhere else. If you trust the other address, set shaclRepair.model.baseUrl to it."
  `);
});

test('a connection that is lost is tried again, then told', async () => {
  for (const reply of [resets, breaksOff]) {
    const { error, endpoint } = await askInVain([reply], { maxRetries: 0 });
    expect(error).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('connection was lost'),
    });
    expect(endpoint.requests.length).toBe(1);
  }
  const { answer } = await ask([breaksOff, says('yes')]);
  expect(answer.text).toBe('yes');
});

test.each([
  ['hangs', hangs],
  ['stalls', stalls],
  ['drips', drips],
])('an endpoint that %s is given up', async (_, reply) => {
  const { error, endpoint } = await askInVain([reply], { timeout: 100 });
  expect(error.kind).toBe('timeout');
  expect(error.message).toContain(`${endpoint.host} gave no complete answer within 100 ms.`);
  expect(endpoint.requests.length).toBe(1);
});

test.each([
  ['hangs', hangs],
  ['stalls', stalls],
  ['drips', drips],
  ['asks to wait', fails(429, {}, { 'retry-after': '30' })],
])('who cancels while an endpoint %s gets the reason at once', async (_, reply) => {
  const cancel = new AbortController();
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const endpoint = await start((received, response) => {
    response.on('close', close);
    reply(received, response);
    // Once the pause has begun, where there is one.
    setTimeout(() => cancel.abort('not needed any more'), 50);
  });
  await expect(modelAt(endpoint).complete(request, cancel.signal)).rejects.toBe('not needed any more');
  // Nobody goes on answering for nothing.
  await closed;
  expect(endpoint.requests.length).toBe(1);
});

test('who has cancelled before gets the reason, and nothing is sent', async () => {
  const endpoint = await start(says('yes'));
  const key = async () => {
    throw new Error('asked for');
  };
  await expect(modelAt(endpoint, { key }).complete(request, AbortSignal.abort('no'))).rejects.toBe('no');
  expect(endpoint.requests).toEqual([]);
});

test('neither data nor key follow a redirect to another host', async () => {
  const other = await start(says('mine'));
  for (const status of [301, 302, 303, 307, 308]) {
    const { error } = await askInVain([redirects(status, `${other.baseUrl}/chat/completions`)]);
    expect(error.message).toContain(`redirects to ${other.baseUrl}/chat/completions, which is not followed`);
  }
  expect(other.requests).toEqual([]);
});

test('where nothing listens, that is said without trying again', async () => {
  const endpoint = await scriptedEndpoint(says('yes'));
  await endpoint.close();
  const error = await failureOf(modelAt(endpoint));
  expect(error.message.replace(endpoint.host, 'HOST')).toBe(
    "HOST can't be reached: nothing answers there (ECONNREFUSED). Start the server, or check shaclRepair.model.baseUrl.",
  );
});

test('a local server that is called by https is told apart', async () => {
  const endpoint = await start(says('yes'));
  const error = await failureOf(modelAt({ baseUrl: endpoint.baseUrl.replace('http:', 'https:') }));
  expect(error.message).toContain('it does not speak TLS');
});

test('what is no HTTP is told apart', async () => {
  const server = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const error = await failureOf(modelAt({ baseUrl: `http://127.0.0.1:${port}/v1` }));
  expect(error.message).toContain('it does not speak HTTP there');
});

test.each(['sk two words', 'sk-ünlikely-key', 'sk-line\nbreak'])(
  'a key that cannot be sent is refused without being shown: %j',
  async (key) => {
    const { error, endpoint } = await askInVain([says('yes')], { key: async () => key });
    expect(error.kind).toBe('key');
    expect(error.message).not.toContain(key.slice(3));
    expect(endpoint.requests).toEqual([]);
  },
);

test('an endpoint without a key says when it asks for one', async () => {
  const { error, endpoint } = await askInVain([fails(401)], { key: async () => undefined });
  expect(error.message).toBe(
    `${endpoint.host} asks for an API key, and none is set (HTTP 401). Set one for this endpoint.`,
  );
});

test('an answer that repeats the key comes without it', async () => {
  const { answer } = await ask([says(`I was called with ${plantedKey}`, { model: plantedKey })]);
  expect(answer).toMatchObject({ text: 'I was called with <API key>', model: '<API key>' });
});

async function ask(script: readonly [Reply, ...Reply[]], options: Partial<OpenAiModelOptions> = {}) {
  const endpoint = await start(...script);
  const answer: ModelAnswer = await modelAt(endpoint, options).complete(
    request,
    new AbortController().signal,
  );
  expect(JSON.stringify(answer)).not.toContain(plantedKey);
  return { answer, endpoint };
}

async function askInVain(script: readonly [Reply, ...Reply[]], options: Partial<OpenAiModelOptions> = {}) {
  const endpoint = await start(...script);
  return { error: await failureOf(modelAt(endpoint, options)), endpoint };
}

/** The error of a call, which must not hold the key anywhere. */
async function failureOf(model: OpenAiModel): Promise<ModelError> {
  const error = await model.complete(request, new AbortController().signal).then(
    (answer) => answer.text,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ModelError);
  expect(`${error.stack}${JSON.stringify(error)}${error.cause}`).not.toContain(plantedKey);
  return error;
}

async function start(...script: readonly [Reply, ...Reply[]]): Promise<ScriptedEndpoint> {
  const endpoint = await scriptedEndpoint(...script);
  onTestFinished(() => endpoint.close());
  return endpoint;
}

function modelAt({ baseUrl }: { baseUrl: string }, options: Partial<OpenAiModelOptions> = {}): OpenAiModel {
  return new OpenAiModel({ baseUrl, model: 'tiny', key: async () => plantedKey, ...options });
}
