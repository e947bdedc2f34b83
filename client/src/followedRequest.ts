import { randomUUID } from 'node:crypto';
import type { CancellationToken } from 'vscode';
import { type LanguageClient, ProgressType } from 'vscode-languageclient/node';

export interface FollowedRequest<Progress> {
  readonly method: string;
  readonly params: object;
  /** Receives the server's progress reports. */
  readonly follow: (progress: Progress) => void;
}

/**
 * Sends a request that may take minutes.
 *
 * @throws Error when the server can't answer, or the request was cancelled.
 */
export async function followedRequest<Answer, Progress>(
  client: LanguageClient,
  { method, params, follow }: FollowedRequest<Progress>,
  token: CancellationToken,
): Promise<Answer | null> {
  const partialResultToken = randomUUID();
  const listening = client.onProgress(new ProgressType<Progress>(), partialResultToken, follow);
  try {
    return await client.sendRequest<Answer | null>(method, { ...params, partialResultToken }, token);
  } finally {
    listening.dispose();
  }
}
