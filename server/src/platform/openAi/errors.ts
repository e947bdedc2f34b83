import { isObject } from '../../base/jsonShape.ts';
import { ModelError } from '../../repair/llm/model/languageModel.ts';
import type { Endpoint } from './endpoint.ts';

/** What failure messages need to know about a call. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly model: string;
  /** Whether a key was sent. The key itself is not known here. */
  readonly hasKey: boolean;
  /** The environment variable of a proxy that is configured but not used. */
  readonly ignoredProxy?: string | undefined;
}

/** An answer with a status other than 2xx, or an error in place of an answer. */
export interface EndpointRefusal {
  readonly status: number;
  /** The endpoint's message on one line; empty when there is none that can be read. */
  readonly message: string;
  /** The endpoint's code for the error, and the parameter it is about. */
  readonly code: string;
  readonly parameter: string;
  readonly isHtml: boolean;
  /** How long the endpoint asks to wait, in ms. */
  readonly wait: number | undefined;
}

/** Reads the error of an endpoint. The format differs between servers. */
export function readRefusal(status: number, body: string, wait: number | undefined): EndpointRefusal {
  const isHtml = /^\s*<(!doctype|html|head|body|\?xml)/i.test(body);
  const json = parsed(body);
  const error = isObject(json) ? (json.error ?? json) : json;
  const details = isObject(error) ? error : {};
  const text = [
    error,
    details.message,
    details.detail,
    details.detail && JSON.stringify(details.detail),
  ].find((each) => typeof each === 'string');
  return {
    status,
    message: oneLine(text ?? (json === undefined && !isHtml ? body : '')),
    code: `${details.code ?? ''} ${details.type ?? ''}`.trim(),
    parameter: `${details.param ?? ''}`,
    isHtml,
    wait,
  };
}

/** The error in an answer with status 2xx; undefined when there is none. */
export function refusalInAnswer(body: string): EndpointRefusal | undefined {
  const answer = parsed(body);
  if (!isObject(answer) || !answer.error || answer.choices) return undefined;
  const refusal = readRefusal(502, body, undefined);
  const status = Number(isObject(answer.error) ? answer.error.code : undefined);
  if (status >= 400 && status < 600) return { ...refusal, status };
  return { ...refusal, status: /invalid_request/.test(refusal.code) ? 400 : 502 };
}

/** True when waiting does not help because the account is empty. Some endpoints report that as too many requests. */
export function isOutOfCredit({ status, code, message }: EndpointRefusal): boolean {
  return status === 402 || /insufficient_quota|credit balance|billing/i.test(`${code} ${message}`);
}

/** The reason for a refusal and the remedy. */
export function refused(refusal: EndpointRefusal, call: Call): ModelError {
  const { status } = refusal;
  const { model } = call;
  const { host, url } = call.endpoint;
  const said = refusal.message && ` It says: “${refusal.message}”.`;
  const error = (kind: ModelError['kind'], what: string, remedy: string) =>
    new ModelError(kind, `${host} ${what} (HTTP ${status}).${said} ${remedy}`);

  if (isOutOfCredit(refusal)) {
    return error('limit', 'has no credit left for your account', 'Look at your plan and billing there.');
  }
  if (status === 401 || (status === 403 && !call.hasKey)) {
    return call.hasKey
      ? error('key', 'refused the API key', 'Set a valid one for this endpoint.')
      : error('key', 'asks for an API key, and none is set', 'Set one for this endpoint.');
  }
  if (status === 403) {
    return error('key', `does not let this API key use “${model}”`, 'Check what the key and account allow.');
  }
  if (isAboutModel(refusal)) {
    return error(
      'model',
      `has no model “${model}”`,
      'Check shaclRepair.model.id; on a local server, pull or load the model first.',
    );
  }
  if (status === 404 || status === 405) {
    return error(
      'request',
      `has no Chat Completions at ${url}/chat/completions`,
      'Check shaclRepair.model.baseUrl, which usually ends in /v1, and shaclRepair.model.id.',
    );
  }
  if (status === 408 || status === 504) {
    return error('timeout', 'took too long to answer', 'Try again, or use a smaller model or strategy.');
  }
  if (status === 413 || isTooLong(refusal)) {
    return error(
      'request',
      `says that the prompt is too long for “${model}”`,
      'Choose a strategy with a smaller context (shaclRepair.model.strategy) or another model.',
    );
  }
  if (status === 429) {
    const when = refusal.wait === undefined ? 'later' : `in ${seconds(refusal.wait)}`;
    return error('limit', 'gets too many requests from this account', `Try again ${when}.`);
  }
  if (status >= 500) {
    const when = refusal.wait === undefined ? 'later' : `in ${seconds(refusal.wait)}`;
    return error('server', 'has an internal problem', `Try again ${when}, or ask another model.`);
  }
  return error(
    'request',
    `did not accept the request to “${model}”`,
    'Check shaclRepair.model.id and shaclRepair.model.baseUrl.',
  );
}

function isAboutModel({ status, code, message }: EndpointRefusal): boolean {
  if (/model_not_found|invalid_model/i.test(code)) return true;
  return (
    (status === 404 && /\bmodel\b/i.test(message)) ||
    (status === 400 && /model\b.*(not found|does not exist|not loaded|invalid model)/i.test(message))
  );
}

function isTooLong({ status, code, message }: EndpointRefusal): boolean {
  return (
    (status === 400 || status === 422) &&
    /context_length_exceeded|context (length|window|size)|maximum context|too many tokens|prompt is too long/i.test(
      `${code} ${message}`,
    )
  );
}

/** The error for a failure below HTTP, from the code of the system or the HTTP client. */
export function unreachable(code: string, { endpoint: { host, url }, ignoredProxy }: Call): ModelError {
  const proxy = ignoredProxy
    ? ` ${ignoredProxy} is set, but proxies are used only where NODE_USE_ENV_PROXY is 1, by Node.js 22.21, 24 and newer.`
    : '';
  const error = (what: string, remedy: string) =>
    new ModelError('unreachable', `${host} can't be reached: ${what} (${code}). ${remedy}${proxy}`);
  if (isCertificateProblem(code)) {
    return error(
      'its certificate is not trusted',
      'Use the name that the certificate is for, or name your own authority in the environment variable NODE_EXTRA_CA_CERTS.',
    );
  }
  switch (code) {
    case 'ECONNREFUSED':
      return error('nothing answers there', 'Start the server, or check shaclRepair.model.baseUrl.');
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return error('it does not react', 'Check shaclRepair.model.baseUrl and the connection to the network.');
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return error(
        'the name is not known',
        'Check shaclRepair.model.baseUrl and the connection to the network.',
      );
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return error(
        'it does not speak TLS',
        `Write http: instead of https: in ${url} if it is a local server.`,
      );
    case 'HPE_INVALID_CONSTANT':
      return error(
        'it does not speak HTTP there',
        'Check the port and http: or https: in shaclRepair.model.baseUrl.',
      );
    default:
      return error('the connection was lost before the answer was complete', 'Try again.');
  }
}

/** True for failures that an immediate retry would meet again. */
export function isLasting(code: string): boolean {
  return (
    isCertificateProblem(code) ||
    /^(ECONNREFUSED|ENOTFOUND|EPROTO|ERR_SSL_.*|HPE_.*|ERR_INVALID_URL)$/.test(code)
  );
}

function isCertificateProblem(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code);
}

/** An answer with status 2xx that does not come from a model. */
export function notAnAnswer(
  body: string,
  contentType: string,
  { endpoint: { host, url } }: Call,
): ModelError {
  if (/html/i.test(contentType) || /^\s*<(!doctype|html)/i.test(body)) {
    return new ModelError(
      'request',
      `${host} answered with a web page. Check shaclRepair.model.baseUrl (now ${url}), which usually ends in /v1.`,
    );
  }
  const what = body.trim()
    ? 'answered with something that is not JSON, or only half of it'
    : 'answered with nothing';
  return new ModelError(
    'server',
    `${host} ${what}. Try again; if it stays so, check shaclRepair.model.baseUrl (now ${url}).`,
  );
}

/** A redirect that is not followed, because the key and the data are meant for this host only. */
export function redirected(location: string | undefined, { endpoint: { host } }: Call): ModelError {
  const to = location === undefined ? 'an address that it does not name' : shown(location);
  return new ModelError(
    'request',
    `${host} redirects to ${to}, which is not followed: your data and key go to the address that you set and nowhere else. If you trust the other address, set shaclRepair.model.baseUrl to it.`,
  );
}

/** The URL without user, query and fragment, which may hold secrets. */
function shown(location: string): string {
  try {
    const { origin, pathname } = new URL(location);
    return origin + pathname;
  } catch {
    return 'an address that can’t be read';
  }
}

/** The largest answer, in UTF-16 code units. Real answers have some KB; a much larger one would only use up memory. */
export const maxAnswer = 4 * 1024 * 1024;

export function tooLarge({ endpoint: { host }, model }: Call): ModelError {
  return new ModelError(
    'server',
    `${host} sent more than ${maxAnswer / 1024 / 1024} MB, which cannot be an answer of a model. It was discarded. Try again, or ask another model than “${model}”.`,
  );
}

export function timedOut(ms: number, { endpoint: { host }, model }: Call): ModelError {
  return new ModelError(
    'timeout',
    `${host} gave no complete answer within ${seconds(ms)}. Try again, or use a smaller model or strategy than with “${model}”; a local server may still be loading it.`,
  );
}

/** The endpoint sent nothing for `ms`, before or within the answer. */
export function silent(ms: number, { endpoint: { host }, model }: Call): ModelError {
  return new ModelError(
    'timeout',
    `${host} sent nothing for ${seconds(ms)}. Try again, use a smaller model or strategy than with “${model}”, or allow more time (shaclRepair.model.timeout); a local server may still be loading it.`,
  );
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.ceil(ms)} ms` : `${Math.ceil(ms / 1000)} s`;
}

/**
 * The text in one line, short enough for a notification, without characters that could forge log lines or reverse text.
 */
function oneLine(text: string): string {
  const line = text
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ')
    .trim()
    .replace(/\.$/, '');
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

/** The value of a JSON text; undefined for other texts. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Not JSON but text or an HTML page.
    return undefined;
  }
}

/** The fields of a JSON value; none if it is not an object. */
export function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
