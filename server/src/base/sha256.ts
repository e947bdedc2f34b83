import { sha256 as hash } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';

/** The SHA-256 of a text's UTF-8 encoding, in hexadecimal digits. */
export function sha256(text: string): string {
  return bytesToHex(hash(text));
}

/** The same for a text in pieces. */
export interface PiecewiseSha256 {
  update(piece: string): void;
  digest(): string;
}

export function piecewiseSha256(): PiecewiseSha256 {
  const state = hash.create();
  return { update: (piece) => void state.update(piece), digest: () => bytesToHex(state.digest()) };
}
