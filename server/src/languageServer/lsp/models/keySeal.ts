import {
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
} from 'node:crypto';
import type { SealedKey } from '../../protocol/editor/protocol.ts';

/** One half of a seal: what a client seals for `publicKey` only `open` can read. To be used for one key. */
export interface KeySeal {
  /** As SPKI in base64. */
  readonly publicKey: string;
  /** @throws when the text was not sealed for this seal. */
  open(sealed: SealedKey): string;
}

/** A new seal, for asking a client for a key in messages that may be traced. */
export function newKeySeal(): KeySeal {
  const own = generateKeyPairSync('x25519');
  return {
    publicKey: own.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    open({ publicKey, nonce, text, tag }) {
      const theirs = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
      const secret = diffieHellman({ privateKey: own.privateKey, publicKey: theirs });
      const key = createHash('sha256').update(secret).digest();
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'));
      decipher.setAuthTag(Buffer.from(tag, 'base64'));
      return decipher.update(text, 'base64', 'utf8') + decipher.final('utf8');
    },
  };
}
