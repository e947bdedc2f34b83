import { type StoreAddress, storeHost } from '../../project/storeLink.ts';
import type { StoreCredentials } from './httpStore.ts';

/** The environment variables about stores. */
export interface StoreEnvironment {
  readonly SHACL_REPAIR_ALLOW_STORE?: string | undefined;
  readonly SHACL_REPAIR_STORE_USER?: string | undefined;
  readonly SHACL_REPAIR_STORE_PASSWORD?: string | undefined;
  readonly SHACL_REPAIR_STORE_TOKEN?: string | undefined;
}

/** How to prove to stores who asks, by the environment. */
export function credentialsIn(env: StoreEnvironment): StoreCredentials {
  return {
    user: env.SHACL_REPAIR_STORE_USER,
    password: env.SHACL_REPAIR_STORE_PASSWORD,
    token: env.SHACL_REPAIR_STORE_TOKEN,
  };
}

/**
 * Whether a user has allowed a store that files link, by the environment.
 *
 * @param hosts what they have allowed otherwise.
 */
export function isAllowedIn(
  env: StoreEnvironment,
  address: StoreAddress,
  hosts: readonly string[] = [],
): boolean {
  const allowed = [...hosts, ...(env.SHACL_REPAIR_ALLOW_STORE ?? '').split(',')];
  return allowed.some((host) => host.trim().toLowerCase() === storeHost(address));
}
