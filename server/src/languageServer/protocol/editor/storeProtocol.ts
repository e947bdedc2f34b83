import type { StoreAddress } from '../../../workspace/project/storeLink.ts';
import type { Failure } from './failure.ts';

/**
 * Server → client, before a triple store that a file links is asked: may it be asked, and with which credentials? The
 * client answers from its user's earlier decisions, without asking.
 */
export const storeAccess = 'shaclRepair/storeAccess';
export interface StoreAccessParams {
  /** The address of the endpoint. */
  readonly url: string;
  /** The public key for which the credentials are sealed, as for `modelAccess`. */
  readonly publicKey: string;
}
export type StoreAccess =
  /** The credentials are a `SecretCredentials` as JSON. */
  | { readonly kind: 'granted'; readonly credentials?: SealedKey }
  /** The message is a sentence or two. `canAllow` when `allowStoreCommand` would change it. */
  | { readonly kind: 'refused'; readonly message: string; readonly canAllow: boolean };

/** For basic authentication, or for bearer authentication. */
export type SecretCredentials =
  | { readonly user: string; readonly password: string }
  | { readonly token: string };

/** Client → server, a notification: stores are to be asked again, or the user's permissions have changed. */
export const askStoresAgain = 'shaclRepair/askStoresAgain';

/** The command of the quick fix that has the user allow a store. The client runs it, with one `StoreAddress`. */
export const allowStoreCommand = 'shaclRepair.allowStore';

export interface StoreChangeParams {
  readonly uri: string;
  /** What the file is compared with, such as a Git revision. */
  readonly name: string;
  /** The text of the file at that time; absent if there was no file. */
  readonly base?: string;
  /** The former path of the file if it has been renamed, as its user knows it. */
  readonly formerPath?: string;
  /** False where there was none and the user has not told Git of the file, so that other names were not searched for. */
  readonly isTracked?: boolean;
  /** Which of several stores holds the file, as named in `several`. */
  readonly store?: string;
}
export type StoreChangeAnswer =
  | { readonly kind: 'compared'; readonly markdown: string }
  /** The file links several stores, and the request names none of them. */
  | { readonly kind: 'several'; readonly stores: readonly string[] }
  | Failure;

export type { StoreAddress };

/** Sealed by AES-256-GCM under the SHA-256 of what X25519 agrees on; everything in base64. */
export interface SealedKey {
  readonly publicKey: string;
  readonly nonce: string;
  readonly text: string;
  readonly tag: string;
}
