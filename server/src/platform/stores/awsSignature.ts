import { createHash, createHmac } from 'node:crypto';

/** Whom AWS knows. */
export interface AwsCredentials {
  /** Such as eu-west-1. */
  readonly region: string;
  readonly keyId: string;
  readonly secretKey: string;
  /** Of keys that hold for a while only. */
  readonly sessionToken?: string | undefined;
}

/** A request by POST that is to be signed. */
export interface UnsignedRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The headers of a request to a service of AWS, with those that prove who sends it (Signature Version 4). The secret key is
 * not among them.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signedHeaders(
  { url, headers, body }: UnsignedRequest,
  { region, keyId, secretKey, sessionToken }: AwsCredentials,
  service: string,
  now: Date,
): Readonly<Record<string, string>> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const signed: Readonly<Record<string, string>> = {
    ...headers,
    'x-amz-date': time,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
  };
  const lines = Object.entries({ ...signed, host: url.host }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = lines.map(([name]) => name).join(';');
  const canonical = [
    'POST',
    url.pathname.split('/').map(encoded).join('/'),
    [...url.searchParams]
      .map((pair) => pair.map(encoded).join('='))
      .toSorted()
      .join('&'),
    ...lines.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    hash(body),
  ].join('\n');
  const scope = [time.slice(0, 8), region, service, 'aws4_request'];
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretKey}`);
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash(canonical)].join('\n');
  return {
    ...signed,
    authorization: `AWS4-HMAC-SHA256 Credential=${[keyId, ...scope].join('/')}, SignedHeaders=${names}, Signature=${hmac(key, text).toString('hex')}`,
  };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** @see https://www.rfc-editor.org/rfc/rfc3986#section-2.3 */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
