/** What all requests to servers that files name have in common. */
import { escapeInvisibleLine } from '../../base/visibleText.ts';
import { isWebAddress } from '../../base/webAddress.ts';

/**
 * The text of an answer, which has to be in UTF-8. Its unpacked size counts, not its packed size.
 *
 * @param failure creates the error that is thrown when it has more bytes than are read, or is not in UTF-8.
 */
export async function readText(
  { body }: Response,
  maxBytes: number,
  failure: (what: 'too large' | 'not UTF-8') => Error,
): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw failure('too large');
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw failure('not UTF-8');
    throw error;
  }
}

/** Where a redirect leads; the message says that its target is never opened. */
export type RedirectTarget =
  | { readonly kind: 'web'; readonly url: URL }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'other'; readonly message: string };

export function redirectTarget({ headers }: Response, url: URL): RedirectTarget {
  const location = headers.get('location');
  if (location === null || !URL.canParse(location, url.href)) return { kind: 'unknown' };
  const target = new URL(location, url);
  if (isWebAddress(target.href)) return { kind: 'web', url: target };
  const name = escapeInvisibleLine(target.href.slice(0, 100));
  return {
    kind: 'other',
    message: `It redirects to ${name}, which is not a web address and is never opened. See which server answers at this address.`,
  };
}

export function isRedirect({ status }: Response): boolean {
  return status >= 300 && status < 400;
}

/** The first line of a server's message, for people. */
export function excerptOf(text: string): string {
  const line =
    text
      .replace(/<[^>]*>/g, ' ')
      .trim()
      .split(/\r\n|\r|\n/, 1)[0] ?? '';
  return line === '' ? 'without a reason.' : escapeInvisibleLine(line.slice(0, 200));
}

/** Why a request failed, as its code or message. */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return 'no reason given';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : escapeInvisibleLine(cause.message);
}
