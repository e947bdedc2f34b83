import { createHash } from 'node:crypto';

/** The SHA-256 of a text, in hexadecimal digits: by it, repairs recognise the text that they are for. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
