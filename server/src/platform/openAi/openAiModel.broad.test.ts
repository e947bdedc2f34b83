import { expect, onTestFinished, test } from 'vitest';
import { estimateInput, estimateTokens } from '../../repair/llm/model/estimateTokens.ts';
import { type ModelAnswer, ModelError, type ModelRequest } from '../../repair/llm/model/languageModel.ts';
import { plantedKey } from '../../testing/modelFaults.ts';
import {
  breaksOff,
  drips,
  fails,
  hangs,
  type Reply,
  redirects,
  refusesFormats,
  refusesParameter,
  replies,
  resets,
  type ScriptedEndpoint,
  says,
  saysAtOnce,
  saysMessage,
  scriptedEndpoint,
  stalls,
} from '../../testing/scriptedEndpoint.ts';
import { OpenAiModel, type OpenAiModelOptions } from './openAiModel.ts';

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
    stream: true,
    stream_options: { include_usage: true },
    response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } },
  });
});

test('tools are sent, what a model calls comes back, and so does what its calls were answered', async () => {
  const tools = [{ name: 'validate', description: 'Checks.', parameters: { type: 'object' } }];
  const called = { id: 'c1', type: 'function', function: { name: 'validate', arguments: '{"files":[]}' } };
  const loose = { function: { name: 'validate', arguments: { files: [] } } };
  const message = { role: 'assistant', content: null, tool_calls: [called, loose, { function: {} }] };
  const { answer } = await ask(
    [saysMessage(message, { usage: null })],
    {},
    { ...request, schema: undefined, tools },
  );
  const calls = [
    { id: 'c1', name: 'validate', input: '{"files":[]}' },
    { id: 'call_2', name: 'validate', input: '{"files":[]}' },
  ];
  expect(answer).toMatchObject({ text: '', calls, finish: 'done', usage: { estimated: true } });
  expect(answer!.usage.output).toBeGreaterThan(10);
  const messages: ModelRequest['messages'] = [
    ...request.messages,
    { role: 'assistant', text: '', calls: calls.slice(0, 1) },
    { role: 'tool', text: '{"verdict":"conforms"}', callId: 'c1' },
  ];
  const { endpoint } = await ask([says('Done.')], {}, { ...request, schema: undefined, tools, messages });
  expect(endpoint.requests[0]!.body).toEqual({
    model: 'tiny',
    messages: [
      { role: 'user', content: 'Repair this: ex:alice ex:age "old" .' },
      { role: 'assistant', content: null, tool_calls: [called] },
      { role: 'tool', content: '{"verdict":"conforms"}', tool_call_id: 'c1' },
    ],
    tools: [{ type: 'function', function: tools[0] }],
    max_tokens: 500,
    temperature: 0,
    seed: 7,
  });
});

test('a bare request holds what is asked and nothing else, and takes away no ability from others', async () => {
  const bare = { ...request, schema: undefined, bare: true };
  const endpoint = await start(says('{"answer":""}'));
  const model = modelAt(endpoint);
  for (const each of [bare, request]) await model.complete(each, new AbortController().signal);
  const [first, second] = endpoint.requests.map(({ body }) => body as Record<string, unknown>);
  expect(first).toEqual({
    model: 'tiny',
    messages: [{ role: 'user', content: 'Repair this: ex:alice ex:age "old" .' }],
    temperature: 0,
    seed: 7,
  });
  expect(second).toMatchObject({ max_tokens: 500, stream: true });
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
  const { model, messages, response_format, stream, stream_options, ...parameters } =
    endpoint.requests[1]!.body;
  expect(parameters).toEqual(expected);
});

test.each([
  [
    'stream_options',
    { message: 'Extra inputs are not permitted', param: 'stream_options' },
    [true, undefined],
  ],
  [
    'stream',
    { message: 'Your organization must be verified to stream this model.', param: 'stream' },
    [undefined, undefined],
  ],
])('an endpoint that refuses %s is asked without, also the next time', async (parameter, error, expected) => {
  const endpoint = await start(refusesParameter(parameter, error, says('yes')));
  const abilities = new Map();
  for (const _ of [1, 2]) {
    const answer = await modelAt(endpoint, { abilities }).complete(request, new AbortController().signal);
    expect(answer).toMatchObject({ text: 'yes', format: 'json_schema' });
  }
  const asked = endpoint.requests.slice(1).map(({ body }) => [body.stream, body.stream_options]);
  expect(asked).toEqual([expected, expected]);
});

test('an endpoint that answers at once although it is asked for parts is not asked for them again', async () => {
  const endpoint = await start(saysAtOnce('yes'));
  const abilities = new Map();
  for (const _ of [1, 2]) {
    const answer = await modelAt(endpoint, { abilities }).complete(request, new AbortController().signal);
    expect(answer).toMatchObject({ text: 'yes', usage: { input: 100, output: 20, estimated: false } });
  }
  expect(endpoint.requests.map(({ body }) => body.stream)).toEqual([true, undefined]);
});

const part = (content: string, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason }],
});

test.each<[string, string, string]>([
  ['lines end in CR and LF', 'data: A\r\n\r\ndata: Z\r\n\r\ndata: [DONE]\r\n\r\n', 'ab'],
  ['there is no space', 'data:A\n\ndata:Z\n\ndata:[DONE]\n\n', 'ab'],
  ['there are comments and names', ': alive\n\nid: 1\nevent: chunk\ndata: A\n\n: alive\n\ndata: Z\n\n', 'ab'],
  ['the end is not said', 'data: A\n\ndata: Z\n\n', 'ab'],
  ['the end is all that is said', 'data: A\n\ndata: [DONE]', 'a'],
  ['something comes after the end', 'data: A\n\ndata: [DONE]\n\ndata: Z\n\n', 'a'],
])('parts are read when %s', async (_, stream, text) => {
  const body = stream.replace('A', JSON.stringify(part('a'))).replace('Z', JSON.stringify(part('b', 'stop')));
  const { answer } = await ask([replies(200, body, { 'content-type': 'text/event-stream' })]);
  expect(answer).toMatchObject({ text, finish: 'done' });
});

test('after the end it is not waited for more, even if the connection stays open', async () => {
  const { answer } = await ask([
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(part('yes', 'stop'))}\n\ndata: [DONE]\n\n`);
    },
  ]);
  expect(answer.text).toBe('yes');
});

test('an endpoint that goes on saying something is waited for', async () => {
  const { answer } = await ask(
    [
      async (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (let i = 0; i < 20; i++) {
          response.write(': at work\n\n');
          await new Promise((resolve) => setTimeout(resolve, 25));
        }
        response.end(`data: ${JSON.stringify(part('yes', 'stop'))}\n\n`);
      },
    ],
    { silence: 400 },
  );
  expect(answer.text).toBe('yes');
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
  ['streamed', says],
  ['at once', saysAtOnce],
])('the configuration that a provider names is kept (%s)', async (_, reply) => {
  const { answer } = await ask([reply('yes', { system_fingerprint: 'fp_44709d6fcb' })]);
  expect(answer.fingerprint).toBe('fp_44709d6fcb');
  expect((await ask([reply('yes')])).answer).not.toHaveProperty('fingerprint');
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
  [
    '429 until a time of a clock that is ahead',
    2,
    [
      fails(
        429,
        {},
        { 'retry-after': 'Fri, 01 Jan 2100 00:00:01 GMT', date: 'Fri, 01 Jan 2100 00:00:00 GMT' },
      ),
      says('yes'),
    ],
  ],
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

test('an answer that broke off is asked for again', async () => {
  for (const half of [resets, breaksOff]) {
    const { answer } = await ask([half, says('yes')]);
    expect(answer.text).toBe('yes');
  }
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
    // After the pause has begun, if there is one.
    setTimeout(() => cancel.abort('not needed any more'), 50);
  });
  await expect(modelAt(endpoint).complete(request, cancel.signal)).rejects.toBe('not needed any more');
  // The server has stopped answering.
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

test.each([says, saysAtOnce])('an answer that repeats the key comes without it', async (reply) => {
  const { answer } = await ask([reply(`I was called with ${plantedKey}`, { model: plantedKey })]);
  expect(answer).toMatchObject({ text: 'I was called with <API key>', model: '<API key>' });
});

async function ask(
  script: readonly [Reply, ...Reply[]],
  options: Partial<OpenAiModelOptions> = {},
  asked = request,
) {
  const endpoint = await start(...script);
  const answer: ModelAnswer = await modelAt(endpoint, options).complete(asked, new AbortController().signal);
  expect(JSON.stringify(answer)).not.toContain(plantedKey);
  return { answer, endpoint };
}

async function askInVain(script: readonly [Reply, ...Reply[]], options: Partial<OpenAiModelOptions> = {}) {
  const endpoint = await start(...script);
  return { error: await failureOf(modelAt(endpoint, options)), endpoint };
}

/** The error of a call. It must not contain the key. */
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
