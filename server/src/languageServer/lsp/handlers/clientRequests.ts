/** What models and stores need of the client. */
import { CancellationTokenSource, type Connection } from 'vscode-languageserver';
import * as protocol from '../../protocol/editor/protocol.ts';
import type { ModelClient } from '../models/models.ts';
import type { StoreClient } from '../stores/stores.ts';

/** The client's part in asking models. */
export function modelClient(connection: Connection): ModelClient {
  return {
    access: (params, signal) => requestOfClient(connection, protocol.modelAccess, params, signal),
    editorModel: (params, signal) => requestOfClient(connection, protocol.editorModel, params, signal),
  };
}

/** The client's part in asking stores. */
export function storeClient(connection: Connection): StoreClient {
  return { access: (params, signal) => requestOfClient(connection, protocol.storeAccess, params, signal) };
}

/** A request to the client that is cancelled there, too. */
async function requestOfClient<P, R>(
  connection: Connection,
  method: string,
  params: P,
  signal: AbortSignal,
): Promise<R> {
  signal.throwIfAborted();
  const source = new CancellationTokenSource();
  const cancel = () => source.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await connection.sendRequest<R>(method, params, source.token);
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}
