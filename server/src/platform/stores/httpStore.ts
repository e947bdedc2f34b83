import { setTimeout } from 'node:timers/promises';
import { isPrivateHost } from '../../base/privateHost.ts';
import { UserError } from '../../base/userError.ts';
import { isWebAddress } from '../../base/webAddress.ts';
import { type StoreAddress, storeUri } from '../../workspace/project/storeLink.ts';
import { type Store, StoreError, type StoreFailure } from '../../workspace/store/store.ts';
import { causeOf, excerptOf, isRedirect, readText, redirectTarget } from '../web/answers.ts';
import { type StoreCredentials, settingCredentialsFor } from './environmentStores.ts';

export interface HttpStoreOptions {
  readonly credentials?: StoreCredentials;
  /** The named graphs whose union counts; without any, the default graph of the store is used. */
  readonly graphs?: readonly string[];
  /** What to do when a store refuses access, as the end of a sentence. */
  readonly remedy?: string;
  /** How long one query may take, in ms. */
  readonly timeout?: number;
  /** The maximum unpacked size of one answer, in bytes. */
  readonly maxAnswer?: number;
}

const defaultTimeout = 60_000;
/** The longest wait for a busy store, in ms. */
const maxWait = 10_000;
const defaultMaxAnswer = 32 * 1024 * 1024;

/**
 * A store behind the SPARQL 1.1 Protocol. Queries are sent by POST to the given address only: redirects are not followed,
 * and no other host is ever asked.
 *
 * @throws UserError when the address is not one of a store, or when credentials sent to it could be overheard.
 */
export function httpStore(address: string, options: HttpStoreOptions = {}): Store {
  const access = storeAccess(address, options.credentials);
  return {
    url: storeUri({ url: access.url.href, graphs: options.graphs ?? [] }),
    select: (query, signal) => ask({ ...access, query, ...options }, signal),
  };
}

/** The address of a store, and how requests prove who asks. */
export interface HttpStoreAccess {
  readonly url: URL;
  /** What is sent along and must not be shown. */
  readonly secret: string | undefined;
  /** The headers of a request by POST, with what proves who sends it. */
  headersFor(
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<Readonly<Record<string, string>>>;
}

/** @throws UserError when the address is not one of a store, or when credentials sent to it could be overheard. */
export function storeAccess(address: string, credentials: StoreCredentials = {}): HttpStoreAccess {
  const url = readAddress(address);
  const { aws } = credentials;
  const authorization = aws ? undefined : authorizationOf(credentials, url.host);
  if ((aws ?? authorization) !== undefined && url.protocol === 'http:' && !isPrivateHost(url.hostname))
    throw new UserError(
      `The password or token for ${url.host} would be sent unencrypted. Write https: instead of http:.`,
    );
  return {
    url,
    secret: aws ? aws.sessionToken : authorization?.split(' ')[1],
    async headersFor(headers, body) {
      if (!aws) return { ...headers, ...(authorization && { authorization }) };
      const { signedHeaders } = await import('./awsSignature.ts');
      return signedHeaders({ url, headers, body }, aws, neptune, new Date());
    },
  };
}

/** The service of AWS with triple stores. */
const neptune = 'neptune-db';

function readAddress(address: string): URL {
  if (!isWebAddress(address) || !URL.canParse(address))
    throw new UserError(
      `'${address}' is not the address of a SPARQL endpoint, such as https://example.org/sparql.`,
    );
  const url = new URL(address);
  if (url.username || url.password)
    throw new UserError(
      `The address of ${url.host} holds a user name or password. Take it out and ${settingCredentialsFor(url.host)}.`,
    );
  if (url.hash) throw new UserError(`The address of ${url.host} has a part after #. Remove it.`);
  return url;
}

function authorizationOf({ user, password, token }: StoreCredentials, host: string): string | undefined {
  const trimmed = token?.trim();
  if (trimmed) {
    // The HTTP client's error message would quote it.
    if (!/^[\x21-\x7e]+$/.test(trimmed))
      throw new UserError(
        `The token for ${host} has characters that no token has, such as spaces or line breaks. Set it again.`,
      );
    return `Bearer ${trimmed}`;
  }
  if (!user) return undefined;
  return `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`;
}

interface Question extends HttpStoreOptions, HttpStoreAccess {
  readonly query: string;
}

/** Failures that may be over at the next attempt. */
class TemporaryStoreError extends StoreError {
  /** In ms. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number, options: { readonly isWorthSplitting?: boolean } = {}) {
    super(message, options);
    this.retryAfter = retryAfter;
  }
}

/** Asks once more where the store says when to retry, or a connection was lost. Queries change nothing. */
async function ask(question: Question, signal: AbortSignal): Promise<string> {
  try {
    return await askOnce(question, signal);
  } catch (error) {
    if (!(error instanceof TemporaryStoreError) || error.retryAfter > maxWait) throw error;
    await setTimeout(error.retryAfter, undefined, { signal }).catch(() => signal.throwIfAborted());
    return askOnce(question, signal);
  }
}

async function askOnce(question: Question, signal: AbortSignal): Promise<string> {
  const { url, query, timeout = defaultTimeout, graphs = [] } = question;
  signal.throwIfAborted();
  const timer = AbortSignal.timeout(timeout);
  const body = formOf(query, graphs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: await question.headersFor({ accept: 'application/sparql-results+json', ...formType }, body),
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timer]),
    });
    return await readAnswer(response, question);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof StoreError) throw error;
    if (timer.aborted)
      throw new StoreError(
        `It did not answer a query within ${timeout / 1000} s. Try again when it has less to do.`,
        { isWorthSplitting: true, isTimeOut: true },
      );
    throw new TemporaryStoreError(
      `It can't be reached, or closed the connection (${causeOf(error)}). See whether it is running, and its log.`,
      0,
    );
  }
}

/** How queries and updates are sent. */
export const formType = { 'content-type': 'application/x-www-form-urlencoded' };

function formOf(query: string, graphs: readonly string[]): string {
  const form = new URLSearchParams({ query });
  for (const graph of graphs) form.append('default-graph-uri', graph);
  return form.toString();
}

/** What to do where a store does not know, or does not let in, who asks. */
export function whoAsks(credentials: StoreCredentials | undefined, remedy: string): string {
  return credentials?.aws
    ? `The request was signed for the region ${credentials.aws.region}: check the region, the keys and their permissions.`
    : `To prove who asks, ${remedy}.`;
}

async function readAnswer(response: Response, question: Question): Promise<string> {
  const { url, maxAnswer = defaultMaxAnswer, remedy = settingCredentialsFor(url.host) } = question;
  const { status, headers } = response;
  if (isRedirect(response)) {
    await response.body?.cancel();
    throw new StoreError(redirectMessage(response, url));
  }
  const text = await readText(response, maxAnswer, (what) =>
    what === 'too large'
      ? new StoreError(
          `Its answer has more than ${maxAnswer / 1024 / 1024} MB, which is more than is read.`,
          { isWorthSplitting: true, isTooLarge: true },
        )
      : new StoreError('Its answer is not in UTF-8, as JSON has to be.'),
  );
  if (status === 401 || status === 403)
    throw new StoreError(`It refuses access (${status}). ${whoAsks(question.credentials, remedy)}`);
  if (status === 404 || status === 405)
    throw new StoreError(
      `There is no SPARQL endpoint at this address (${status}). Many end in /sparql or /query.`,
    );
  if (status === 204 || status === 206)
    throw new StoreError(
      `It sent no whole answer (${status}). See whether a proxy before it changes answers.`,
    );
  if (status !== 200) {
    const message = `It refuses a query with ${status}: ${excerptOf(withoutSecrets(text, question))}`;
    const options = { isWorthSplitting: status >= 500 || [400, 413, 414].includes(status) };
    throw new TemporaryStoreError(message, waitBefore(status, headers), options);
  }
  if (headers.has('x-sparql-maxrows'))
    throw new StoreError(
      'It says that it cut its answer (X-SPARQL-MaxRows). Raise ResultSetMaxRows in virtuoso.ini.',
      { isWorthSplitting: true },
    );
  if (headers.has('x-sparql-anytime') || headers.has('x-sql-state'))
    throw new StoreError(
      'It says that it broke off its answer (X-SQL-State). Raise MaxQueryExecutionTime in virtuoso.ini.',
      { isWorthSplitting: true },
    );
  return text;
}

/** How long to wait before the same query is asked again, in ms. */
function waitBefore(status: number, headers: Headers): number {
  const after = headers.get('retry-after');
  const isBusy = status === 429 || status === 502 || status === 503;
  return isBusy && after !== null && /^\d{1,4}$/.test(after)
    ? Number(after) * 1000
    : Number.POSITIVE_INFINITY;
}

/** The target of a redirect, without parts that could be secret. */
function redirectMessage(response: Response, url: URL): string {
  const target = redirectTarget(response, url);
  if (target.kind === 'other') return target.message;
  const name =
    target.kind === 'unknown'
      ? 'another address'
      : target.url.origin + (target.url.origin === url.origin ? target.url.pathname : '');
  return `It redirects to ${name}, which was not asked. Give that address if you trust it.`;
}

export function withoutSecrets(text: string, { secret }: HttpStoreAccess): string {
  return secret ? text.replaceAll(secret, '***') : text;
}

/** The outcome of asking a store, for another process. Messages are sentences without its name. */
export type StoreAnswer =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string; readonly failure: Partial<StoreFailure> };

/**
 * Asks a store a query; without one, checks whether it could be asked, and sends nothing.
 *
 * @throws the signal's reason when aborted.
 */
export async function askStore(
  { url, graphs }: StoreAddress,
  query: string | undefined,
  options: Omit<HttpStoreOptions, 'graphs'>,
  signal: AbortSignal,
): Promise<StoreAnswer> {
  try {
    const store = httpStore(url, { ...options, graphs });
    return { kind: 'answered', text: query === undefined ? '' : await store.select(query, signal) };
  } catch (error) {
    if (error instanceof UserError) return { kind: 'failed', message: error.message, failure: {} };
    if (!(error instanceof StoreError)) throw error;
    const { message, isWorthSplitting, isTimeOut, isTooLarge } = error;
    return { kind: 'failed', message, failure: { isWorthSplitting, isTimeOut, isTooLarge } };
  }
}
