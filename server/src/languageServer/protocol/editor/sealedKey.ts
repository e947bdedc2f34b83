/** Sealed by AES-256-GCM under the SHA-256 of what X25519 agrees on; everything in base64. */
export interface SealedKey {
  readonly publicKey: string;
  readonly nonce: string;
  readonly text: string;
  readonly tag: string;
}
