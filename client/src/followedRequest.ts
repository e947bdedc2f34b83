import { randomUUID } from 'node:crypto';
import type { CancellationToken } from 'vscode';
import { type LanguageClient, ProgressType } from 'vscode-languageclient/node';
import type {
  ClientMethod,
  MethodAnswer,
  MethodParams,
} from '../../server/src/languageServer/protocol/methods/methods.ts';
import { ask } from './ask.ts';

export interface FollowedRequest<Name extends ClientMethod, Progress> {
  readonly method: Name;
  readonly params: Omit<MethodParams<Name>, 'partialResultToken'>;
  /** Receives the server's progress reports. */
  readonly follow: (progress: Progress) => void;
}

/**
 * Sends a request that may take minutes.
 *
 * @throws Error when the server can't answer, or the request was cancelled.
 */
export async function followedRequest<Name extends ClientMethod, Progress>(
  client: LanguageClient,
  { method, params, follow }: FollowedRequest<Name, Progress>,
  token: CancellationToken,
): Promise<MethodAnswer<Name> | null> {
  const partialResultToken = randomUUID();
  const listening = client.onProgress(new ProgressType<Progress>(), partialResultToken, follow);
  try {
    return await ask(client, method, { ...params, partialResultToken } as MethodParams<Name>, token);
  } finally {
    listening.dispose();
  }
}
