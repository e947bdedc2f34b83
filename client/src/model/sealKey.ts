import {
  createCipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';

/**
 * Seals a key for the server that gave its public key. Messages between client and server are written to the output
 * when tracing is on, and a key must not be readable there.
 */
export function sealKey(key: string, publicKey: string): protocol.SealedKey {
  const own = generateKeyPairSync('x25519');
  const theirs = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const secret = diffieHellman({ privateKey: own.privateKey, publicKey: theirs });
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(secret).digest(), nonce);
  const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
  return {
    publicKey: own.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    nonce: nonce.toString('base64'),
    text: text.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}
