import { credentialsIn, type StoreEnvironment } from '../../platform/stores/environmentStores.ts';
import { httpStore } from '../../platform/stores/httpStore.ts';
import type { OpenStore } from '../io.ts';

/** Opens stores with the credentials of the environment. */
export function openStoreWith(env: StoreEnvironment): OpenStore {
  const credentials = credentialsIn(env);
  return (address, graphs = []) => httpStore(address, { credentials, graphs });
}
