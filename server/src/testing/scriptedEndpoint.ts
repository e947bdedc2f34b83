import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the endpoint received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** An empty object when the text is not JSON. */
  readonly body: ChatRequest;
  readonly text: string;
}

/** The part of a Chat Completions request that scripts and tests read. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: { readonly type: string };
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly [parameter: string]: unknown;
}

/** How the endpoint handles a request. */
export type Reply = (request: ReceivedRequest, response: ServerResponse) => void;

export interface ScriptedEndpoint {
  /** The value for shaclRepair.model.baseUrl. */
  readonly baseUrl: string;
  readonly host: string;
  /** All requests received so far. */
  readonly requests: readonly ReceivedRequest[];
  /** Closes all connections, answered or not. */
  close(): Promise<void>;
}

/**
 * A server on the loopback interface that answers Chat Completions by a script: one reply for each request. The last
 * reply also answers all further requests.
 */
export async function scriptedEndpoint(...script: readonly [Reply, ...Reply[]]): Promise<ScriptedEndpoint> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body: bodyIn(text), text };
    const reply = script[Math.min(requests.length, script.length - 1)]!;
    requests.push(request);
    reply(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: `http://${host}/v1`,
    host,
    requests,
    close: () => close(server),
  };
}

function bodyIn(text: string): ChatRequest {
  try {
    return JSON.parse(text);
  } catch {
    // The body is an uploaded file.
    return {} as ChatRequest;
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

type Different = Readonly<Record<string, unknown>>;

/** A completion with the given text, streamed if requested. `different` replaces fields of the completion. */
export function says(text: string, different: Different = {}): Reply {
  return saysMessage({ role: 'assistant', content: text }, different);
}

/** A completion with any message. */
export function saysMessage(message: Readonly<Record<string, unknown>>, different: Different = {}): Reply {
  return (request, response) => {
    const reply = request.body.stream
      ? events(...parts(request, message, different), '[DONE]')
      : json(completion(request, message, different));
    reply(request, response);
  };
}

/** Like `says`, but never streamed. */
export function saysAtOnce(text: string, different: Different = {}): Reply {
  return (request, response) =>
    json(completion(request, { role: 'assistant', content: text }, different))(request, response);
}

export function completion(request: Pick<ReceivedRequest, 'body'>, message: unknown, different: Different) {
  const { finish_reason = 'stop', ...rest } = different;
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: request.body.model,
    choices: [{ index: 0, message, finish_reason }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    ...rest,
  };
}

/** The completion as a stream, with its texts cut into pieces. */
function parts(
  request: ReceivedRequest,
  message: Readonly<Record<string, unknown>>,
  different: Different,
): readonly object[] {
  const { choices, usage, object: _, ...rest } = completion(request, message, different);
  const { finish_reason } = choices[0]!;
  const part = (delta: unknown, reason: unknown = null) => ({
    ...rest,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const pieces = Object.entries(message).flatMap(([name, value]) =>
    (typeof value === 'string' && name !== 'role' ? cut(value) : [value]).map((piece) => ({ [name]: piece })),
  );
  const isCounted = request.body.stream_options?.include_usage;
  return [
    ...pieces.map((piece) => part(piece)),
    part({}, finish_reason),
    ...(isCounted ? [{ ...rest, choices: [], usage }] : []),
  ];
}

/** Cuts a text into pieces of about a word, at most fifty. */
function cut(text: string): readonly string[] {
  const size = Math.max(5, Math.ceil(text.length / 50));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
    text.slice(i * size, (i + 1) * size),
  );
}

/** Sends events with the given data, then closes the connection. */
export function events(...data: readonly (object | string)[]): Reply {
  return replies(200, eventText(data), { 'content-type': 'text/event-stream' });
}

function eventText(data: readonly (object | string)[]): string {
  return data.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`).join('');
}

/** Any JSON with status 200. */
export function json(value: unknown): Reply {
  return replies(200, JSON.stringify(value), { 'content-type': 'application/json' });
}

/** An error in OpenAI's format. It asks for a very short wait before the retry. */
export function fails(
  status: number,
  error: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = { 'retry-after-ms': '1' },
): Reply {
  return replies(status, JSON.stringify({ error }), { 'content-type': 'application/json', ...headers });
}

/** Any status, body and headers. */
export function replies(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return (_, response) => {
    response.writeHead(status, headers).end(body);
  };
}

/** Redirects to a URL, or to a path on this endpoint. */
export function redirects(status: number, location: string): Reply {
  return replies(status, '', { location });
}

/** Never answers. */
export const hangs: Reply = () => {};

/** Sends the beginning of an answer and then nothing more. */
export const stalls: Reply = (request, response) => {
  begin(request, response);
};

/** Sends data for ever: spaces, which JSON may begin with, or stream events with almost no content. */
export const drips: Reply = (request, response) => {
  begin(request, response);
  const part = eventText([{ choices: [{ index: 0, delta: { content: ' ' } }] }]);
  const timer = setInterval(() => response.write(request.body.stream ? part : ' '), 5);
  response.on('close', () => clearInterval(timer));
};

function begin({ body }: ReceivedRequest, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': body.stream ? 'text/event-stream' : 'application/json' });
  response.write(body.stream ? eventText([{ choices: [{ index: 0, delta: { content: 'IN' } }] }]) : ' ');
}

/** Closes the connection without an answer. */
export const resets: Reply = (_, response) => {
  response.socket?.resetAndDestroy();
};

/** Announces a complete answer, sends half of it, and closes the connection. */
export const breaksOff: Reply = (request, response) => {
  const message = { role: 'assistant', content: 'half of it' };
  const { stream } = request.body;
  const body = stream
    ? eventText(parts(request, message, {}))
    : JSON.stringify(completion(request, message, {}));
  const type = stream ? 'text/event-stream' : 'application/json';
  response.writeHead(200, { 'content-type': type, 'content-length': `${body.length}` });
  response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
};

/** Sends the given number of megabytes, more than any real answer. */
export function floods(megabytes: number): Reply {
  return says('x'.repeat(megabytes * 1024 * 1024));
}

/** Refuses requests for the given answer formats, like a server that does not know them. Accepts other requests. */
export function refusesFormats(formats: readonly string[], otherwise: Reply): Reply {
  return (request, response) => {
    const type = request.body.response_format?.type ?? 'text';
    const message = `'response_format' of type '${type}' is not supported`;
    const reply = formats.includes(type) ? fails(400, { message, param: 'response_format' }) : otherwise;
    reply(request, response);
  };
}

/** Refuses requests that contain a parameter. Accepts other requests. */
export function refusesParameter(
  parameter: string,
  error: Readonly<Record<string, unknown>>,
  otherwise: Reply,
): Reply {
  return (request, response) => {
    const reply = request.body[parameter] === undefined ? otherwise : fails(400, error);
    reply(request, response);
  };
}
