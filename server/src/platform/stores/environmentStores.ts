import { UserError } from '../../base/userError.ts';
import { type StoreAddress, storeHost } from '../../workspace/project/storeLink.ts';
import type { AwsCredentials } from './awsSignature.ts';

/** The environment variables about stores. */
export interface StoreEnvironment {
  readonly SHACL_REPAIR_ALLOW_STORE?: string | undefined;
  /** The hosts, between commas, to which the credentials belong. */
  readonly SHACL_REPAIR_STORE_HOST?: string | undefined;
  readonly SHACL_REPAIR_STORE_USER?: string | undefined;
  readonly SHACL_REPAIR_STORE_PASSWORD?: string | undefined;
  readonly SHACL_REPAIR_STORE_TOKEN?: string | undefined;
  /** Where requests are signed for AWS, as Amazon Neptune asks for. */
  readonly SHACL_REPAIR_STORE_AWS_REGION?: string | undefined;
  readonly AWS_ACCESS_KEY_ID?: string | undefined;
  readonly AWS_SECRET_ACCESS_KEY?: string | undefined;
  readonly AWS_SESSION_TOKEN?: string | undefined;
}

/**
 * The credentials for a store from the environment. Permission to ask a host does not mean that it may learn a password for
 * another one, so there are none for hosts that are not named with them.
 */
export function credentialsIn(env: StoreEnvironment, address: StoreAddress): StoreCredentials {
  if (!hostsIn(env.SHACL_REPAIR_STORE_HOST).includes(storeHost(address))) return {};
  const { SHACL_REPAIR_STORE_AWS_REGION: region, AWS_ACCESS_KEY_ID: keyId } = env;
  const secretKey = env.AWS_SECRET_ACCESS_KEY;
  if (region) {
    if (!keyId || !secretKey)
      throw new UserError(
        'SHACL_REPAIR_STORE_AWS_REGION has requests signed, for which AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are missing.',
      );
    return { aws: { region, keyId, secretKey, sessionToken: env.AWS_SESSION_TOKEN } };
  }
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
  /** Signs each request instead. */
  readonly aws?: AwsCredentials | undefined;
}

/** How to give credentials for a host in the environment, as the end of a sentence. */
export function settingCredentialsFor(host: string): string {
  return `set SHACL_REPAIR_STORE_HOST=${host} together with SHACL_REPAIR_STORE_USER and SHACL_REPAIR_STORE_PASSWORD, or with SHACL_REPAIR_STORE_TOKEN`;
}
