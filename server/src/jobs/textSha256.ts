import { createHash } from 'node:crypto';
import type { Sha256 } from '../vio/suite/suiteSource.ts';

/** The SHA-256 of a text in UTF-8, in hexadecimal digits. */
export function textSha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The same for a text in pieces. */
export function newTextSha256(): Sha256 {
  const hash = createHash('sha256');
  return { update: (piece) => void hash.update(piece), digest: () => hash.digest('hex') };
}
