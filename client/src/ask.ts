import type { CancellationToken } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type {
  ClientMethod,
  MethodAnswer,
  MethodParams,
} from '../../server/src/languageServer/protocol/methods/methods.ts';

/**
 * Asks the server by one of its methods; null where it has no answer.
 *
 * @throws Error when the server can't answer, or the request was cancelled.
 */
export function ask<Name extends ClientMethod>(
  client: LanguageClient,
  method: Name,
  params: MethodParams<Name>,
  token?: CancellationToken,
): Promise<MethodAnswer<Name> | null> {
  // An undefined token would be sent as a second parameter.
  return client.sendRequest<MethodAnswer<Name> | null>(method, params, ...(token ? [token] : []));
}
