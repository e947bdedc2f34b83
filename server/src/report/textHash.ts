import { createHash } from 'node:crypto';

/** The SHA-256 of a text, in hexadecimal. Repairs use it to recognise the text that they apply to. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
