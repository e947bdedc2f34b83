import { type StoreAddress, storeHost } from '../../workspace/project/storeLink.ts';

/** The environment variables about stores. */
export interface StoreEnvironment {
  readonly SHACL_REPAIR_ALLOW_STORE?: string | undefined;
  /** The hosts, between commas, to which the credentials belong. */
  readonly SHACL_REPAIR_STORE_HOST?: string | undefined;
  readonly SHACL_REPAIR_STORE_USER?: string | undefined;
  readonly SHACL_REPAIR_STORE_PASSWORD?: string | undefined;
  readonly SHACL_REPAIR_STORE_TOKEN?: string | undefined;
}

/**
 * The credentials for a store from the environment. Permission to ask a host does not mean that it may learn a password for
 * another one, so there are none for hosts that are not named with them.
 */
export function credentialsIn(env: StoreEnvironment, address: StoreAddress): StoreCredentials {
  if (!hostsIn(env.SHACL_REPAIR_STORE_HOST).includes(storeHost(address))) return {};
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
  const allowed = [...hosts.flatMap(hostsIn), ...hostsIn(env.SHACL_REPAIR_ALLOW_STORE)];
  return allowed.includes(storeHost(address));
}

function hostsIn(text = ''): readonly string[] {
  return text.split(',').map((host) => host.trim().toLowerCase());
}

/** How to prove to a store who is asking. */
export interface StoreCredentials {
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** For bearer authentication. */
  readonly token?: string | undefined;
}

/** How to give credentials for a host in the environment, as the end of a sentence. */
export function settingCredentialsFor(host: string): string {
  return `set SHACL_REPAIR_STORE_HOST=${host} together with SHACL_REPAIR_STORE_USER and SHACL_REPAIR_STORE_PASSWORD, or with SHACL_REPAIR_STORE_TOKEN`;
}
