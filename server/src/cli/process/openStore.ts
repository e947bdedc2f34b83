import { credentialsIn, type StoreEnvironment } from '../../platform/stores/environmentStores.ts';
import { httpStore } from '../../platform/stores/httpStore.ts';
import { httpUpdates } from '../../platform/stores/httpUpdates.ts';
import type { OpenStore, OpenUpdates } from '../io.ts';

/** Opens stores with the credentials of the environment. */
export function openStoreWith(env: StoreEnvironment): OpenStore {
  return (address) =>
    httpStore(address.url, { credentials: credentialsIn(env, address), graphs: address.graphs });
}

/** The same for updates. */
export function openUpdatesWith(env: StoreEnvironment): OpenUpdates {
  return (url) => httpUpdates(url, { credentials: credentialsIn(env, { url, graphs: [] }) });
}
