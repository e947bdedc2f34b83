import { isAllowedIn } from '../../platform/stores/environmentStores.ts';
import type { CommandIo } from '../io.ts';
import type { GivenFiles } from './workspace.ts';

/** Opens the stores that files link at hosts that the user has allowed, by options or the environment. */
export function openLinkedStores(
  hosts: readonly string[],
  { env, openStore }: Pick<CommandIo, 'env' | 'openStore'>,
): Pick<GivenFiles, 'openLinked'> {
  if (hosts.length === 0 && !env.SHACL_REPAIR_ALLOW_STORE) return {};
  return {
    openLinked: (address) => (isAllowedIn(env, address, hosts) ? openStore(address) : undefined),
  };
}
