import { httpStore } from '../../platform/stores/httpStore.ts';
import type { Environment, OpenStore } from '../io.ts';

/** Opens stores with the credentials of the environment. */
export function openStoreWith(env: Environment): OpenStore {
  const credentials = {
    user: env.SHACL_REPAIR_STORE_USER,
    password: env.SHACL_REPAIR_STORE_PASSWORD,
    token: env.SHACL_REPAIR_STORE_TOKEN,
  };
  return (address, graphs = []) => httpStore(address, { credentials, graphs });
}
