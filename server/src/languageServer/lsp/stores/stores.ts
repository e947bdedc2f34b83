import {
  credentialsIn,
  isAllowedIn,
  type StoreCredentials,
  type StoreEnvironment,
  settingCredentialsFor,
} from '../../../platform/stores/environmentStores.ts';
import { type StoreAddress, storeHost } from '../../../workspace/project/storeLink.ts';
import * as protocol from '../../protocol/editor/protocol.ts';
import type { StoreOutcome, StoreRequest } from '../../protocol/engine/messages.ts';
import { newKeySeal } from '../models/models.ts';

/** What the client does for stores. */
export interface StoreClient {
  access(params: protocol.StoreAccessParams, signal: AbortSignal): Promise<protocol.StoreAccess>;
}

export interface StoresOptions {
  /** Undefined for a client that can't ask its user to allow stores. */
  readonly client: StoreClient | undefined;
  readonly env: StoreEnvironment;
  /** Whether the user does not trust what is open. */
  isRestricted(): boolean;
}

/** Asks the stores that files link: only those that the user has allowed in the client or the environment. */
export class Stores {
  readonly #options: StoresOptions;

  constructor(options: StoresOptions) {
    this.#options = options;
  }

  /** Reports the outcome of a request; it does not throw. */
  async ask({ address, query }: StoreRequest, signal: AbortSignal): Promise<StoreOutcome> {
    try {
      const access = await this.#access(address, signal);
      if (access.kind === 'refused') return access;
      const { credentials } = access;
      // Few files have a store, so nobody else waits for the code.
      const { askStore } = await import('../../../platform/stores/httpStore.ts');
      return await askStore(address, query, { credentials, remedy: remedyFor(address) }, signal);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { kind: 'failed', message: `It could not be asked: ${message}.`, failure: {} };
    }
  }

  async #access(address: StoreAddress, signal: AbortSignal): Promise<Granted | Refused> {
    const { client, env, isRestricted } = this.#options;
    if (isRestricted()) return { kind: 'refused', message: protocol.whyRestricted.stores, canAllow: false };
    if (isAllowedIn(env, address)) return { kind: 'granted', credentials: credentialsIn(env, address) };
    if (!client) return { kind: 'refused', message: notInEnvironment, canAllow: false };
    const seal = newKeySeal();
    const access = await client.access({ url: address.url, publicKey: seal.publicKey }, signal);
    if (access.kind === 'refused') return access;
    return {
      kind: 'granted',
      credentials: access.credentials ? JSON.parse(seal.open(access.credentials)) : {},
    };
  }
}

interface Granted {
  readonly kind: 'granted';
  readonly credentials: StoreCredentials;
}

type Refused = Extract<StoreOutcome, { readonly kind: 'refused' }>;

const notInEnvironment =
  'Put its host into the environment variable SHACL_REPAIR_ALLOW_STORE of the language server to have it asked.';

function remedyFor(address: StoreAddress): string {
  const host = storeHost(address);
  return `give your user name and password, or a token, by 'SHACL Repair: Set Store Password…'; or, where SHACL_REPAIR_ALLOW_STORE names ${host}, ${settingCredentialsFor(host)}`;
}
