/** What clients say about stores, and what stores need of the client. */
import type { Connection } from 'vscode-languageserver';
import * as protocol from '../../protocol/editor/protocol.ts';
import type { StoreClient } from '../stores/stores.ts';
import { requestOfClient } from './requestOfClient.ts';

/** What notifications about stores change. */
interface StoreSession {
  trust(): void;
  forgetStores(): void;
}

/** Registers the handlers, as `addHandlers` does. */
export function addStoreHandlers(connection: Connection, session: () => StoreSession): void {
  connection.onNotification(protocol.askStoresAgain, () => session().forgetStores());
  connection.onNotification(protocol.trustGranted, () => session().trust());
}

/** The client's part in asking stores. */
export function storeClient(connection: Connection): StoreClient {
  return { access: (params, signal) => requestOfClient(connection, protocol.storeAccess, params, signal) };
}
