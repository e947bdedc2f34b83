import { storeHost } from '../../project/storeLink.ts';
import type { GivenFiles } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';

/** Opens the stores that files link at hosts that the user has allowed, by options or the environment. */
export function openLinkedStores(
  hosts: readonly string[],
  { env, openStore }: Pick<CommandIo, 'env' | 'openStore'>,
): Pick<GivenFiles, 'openLinked'> {
  const allowed = new Set(
    [...hosts, ...(env.SHACL_REPAIR_ALLOW_STORE ?? '').split(',')]
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ''),
  );
  if (allowed.size === 0) return {};
  return {
    openLinked: (address) =>
      allowed.has(storeHost(address)) ? openStore(address.url, address.graphs) : undefined,
  };
}
