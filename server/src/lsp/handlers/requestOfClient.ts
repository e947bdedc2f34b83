import { CancellationTokenSource, type Connection } from 'vscode-languageserver';

/** A request to the client that is cancelled there, too. */
export async function requestOfClient<P, R>(
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
