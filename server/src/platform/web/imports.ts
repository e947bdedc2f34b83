import { lookup } from 'node:dns/promises';
import path from 'node:path';
import { URI } from 'vscode-uri';
import { isInsideHost } from '../../base/privateHost.ts';
import { isWebAddress } from '../../base/webAddress.ts';
import type { Download, DownloadText, ImportPorts } from '../../workspace/project/fetchImports.ts';
import { requireInside } from '../files/named.ts';
import { writeNamed } from '../files/writeNamed.ts';
import { nodeFileSystem } from '../reading/fileSystem.ts';
import { causeOf, excerptOf, isRedirect, readText, redirectTarget } from './answers.ts';

/**
 * Downloads from the web into a folder, given by its path. Nothing is written where a link leads out of it.
 *
 * @param tell is called with messages about files for people.
 */
export function importsBelow(
  folder: string,
  privateHosts: readonly string[],
  tell: (note: string) => void,
): ImportPorts {
  return {
    files: nodeFileSystem,
    download: downloadWith({ privateHosts }),
    async write(uri, text) {
      const { fsPath } = URI.parse(uri);
      requireInside(path.dirname(fsPath), [folder], 'written');
      writeNamed(fsPath, [text], tell);
    },
    today: new Date().toISOString().slice(0, 10),
  };
}

export interface DownloadOptions {
  /** Hosts with their ports on this machine or a private network that the user has named, such as `localhost:8080`. */
  readonly privateHosts?: readonly string[];
  /** How long one request may take, in ms. */
  readonly timeout?: number;
  /** The maximum unpacked size of a text, in bytes. */
  readonly maxBytes?: number;
  /** The addresses of a host. */
  readonly addressesOf?: (host: string) => Promise<readonly string[]>;
}

const defaultTimeout = 60_000;
const defaultMaxBytes = 100 * 1024 * 1024;
const maxRedirects = 10;

/**
 * Downloads by GET, without cookies or credentials. Requests are encrypted: what starts with http: is asked for by https:, and
 * hosts of this machine or a private network are asked only if the user has named them. Redirects to other origins
 * are followed only where the user has allowed them.
 */
export function downloadWith(options: DownloadOptions = {}): DownloadText {
  return async (address, allowed, signal) => {
    const redirects: string[] = [];
    let origin: string | undefined;
    let next = address;
    for (let step = 0; step <= maxRedirects; step++) {
      const asked = askedFor(next, options);
      if (asked.kind === 'failed') return asked;
      const { url } = asked;
      if (origin !== undefined && url.origin !== origin) {
        if (!allowed.includes(url.origin)) return { kind: 'redirected', origin: url.origin };
        redirects.push(url.origin);
      }
      origin = url.origin;
      const found = await request(url, options, signal);
      if (found.kind === 'downloaded') return { ...found, address: url.href, redirects };
      if (found.kind === 'failed') return found;
      next = found.to;
    }
    return failed(`It redirects more than ${maxRedirects} times.`);
  };
}

type Found =
  | { readonly kind: 'downloaded'; readonly text: string }
  | { readonly kind: 'moved'; readonly to: string }
  | Failed;

type Failed = Extract<Download, { readonly kind: 'failed' }>;

async function request(
  url: URL,
  {
    timeout = defaultTimeout,
    maxBytes = defaultMaxBytes,
    privateHosts = [],
    addressesOf = addressesIn,
  }: DownloadOptions,
  signal: AbortSignal,
): Promise<Found> {
  signal.throwIfAborted();
  const timer = AbortSignal.timeout(timeout);
  try {
    if (!privateHosts.includes(url.host)) {
      const inside = (await addressesOf(url.hostname)).find(isInsideHost);
      if (inside !== undefined) return failed(`${url.host} (${inside}) is on ${onlyIfNamed(url)}`);
    }
    const response = await fetch(url, {
      headers: { accept },
      redirect: 'manual',
      credentials: 'omit',
      signal: AbortSignal.any([signal, timer]),
    });
    if (isRedirect(response)) {
      await response.body?.cancel();
      const target = redirectTarget(response, url);
      if (target.kind === 'web') return { kind: 'moved', to: target.url.href };
      return failed(target.kind === 'other' ? target.message : 'It redirects without saying where.');
    }
    const context = contextBehind(response);
    if (context !== undefined) {
      await response.body?.cancel();
      return { kind: 'moved', to: new URL(context, url).href };
    }
    const text = await readText(response, maxBytes, (what) => new UnusableText(what));
    if (response.status !== 200)
      return failed(`${url.origin} answers with ${response.status}: ${excerptOf(text)}`);
    return { kind: 'downloaded', text };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UnusableText) {
      return failed(
        error.what === 'too large'
          ? `${url.origin} gives more than ${maxBytes / 1024 / 1024} MB, which is more than is downloaded. ${byHand}`
          : `The response of ${url.origin} is not UTF-8, as Turtle must be.`,
      );
    }
    return failed(
      timer.aborted
        ? `${url.origin} did not answer within ${timeout / 1000} s.`
        : `${url.origin} can't be reached, or closed the connection (${causeOf(error)}).`,
    );
  }
}

/**
 * The address of a page's JSON-LD, as stated by the page. @see https://www.w3.org/TR/json-ld11/#alternate-document-location
 */
function contextBehind({ headers }: Response): string | undefined {
  if (!/^text\/html\b/i.test(headers.get('content-type') ?? '')) return undefined;
  const links = headers.get('link')?.matchAll(/<([^<>]*)>((?:\s*;\s*\w+\*?=(?:"[^"]*"|[^\s",;]+))*)/g) ?? [];
  for (const [, to, what] of links)
    if (/rel="?alternate\b/i.test(what!) && /type="?application\/ld\+json/i.test(what!)) return to;
  return undefined;
}

class UnusableText extends Error {
  readonly what: 'too large' | 'not UTF-8';

  constructor(what: 'too large' | 'not UTF-8') {
    super(what);
    this.what = what;
  }
}

const accept =
  'text/turtle, application/n-triples;q=0.8, application/ld+json;q=0.5, application/json;q=0.3, */*;q=0.1';

const byHand = 'Put the file into the workspace yourself.';

/** The request for an address, or why there is none. */
function askedFor(
  address: string,
  { privateHosts = [] }: DownloadOptions,
): { readonly kind: 'ask'; readonly url: URL } | Failed {
  if (!isWebAddress(address) || !URL.canParse(address))
    return failed(`This is not a web address, so there is nothing to download. ${byHand}`);
  const url = new URL(address);
  if (url.username || url.password)
    return failed(`The address of ${url.host} holds a user name or password. ${byHand}`);
  if (privateHosts.includes(url.host)) return { kind: 'ask', url };
  if (isInsideHost(url.hostname)) return failed(`${url.host} is on ${onlyIfNamed(url)}`);
  url.protocol = 'https:';
  return { kind: 'ask', url };
}

function onlyIfNamed({ host }: URL): string {
  return `this machine or a private network, where nothing is downloaded from unless you name it: shacl-repair imports --fetch --allow-host ${host}`;
}

async function addressesIn(host: string): Promise<readonly string[]> {
  // Where names can't be looked up, a proxy may still know them; else the request fails.
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

function failed(message: string): Failed {
  return { kind: 'failed', message };
}
