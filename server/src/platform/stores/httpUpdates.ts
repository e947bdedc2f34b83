import type { UpdatableStore } from '../../workspace/store/store.ts';
import { StoreError } from '../../workspace/store/store.ts';
import { causeOf, excerptOf } from '../web/answers.ts';
import { settingCredentialsFor } from './environmentStores.ts';
import {
  formType,
  type HttpStoreAccess,
  type HttpStoreOptions,
  storeAccess,
  whoAsks,
  withoutSecrets,
} from './httpStore.ts';

/** Stores take longer to update than to answer; in ms. */
const defaultTimeout = 120_000;

/** How much of a store's answer to an update is read, in characters. */
const maxRead = 10_000;

/**
 * Sends updates by the SPARQL 1.1 Protocol, by POST to the given address only. Nothing is sent twice, and redirects are not
 * followed.
 *
 * @throws UserError when the address is not one of a store, or when credentials sent to it could be overheard.
 */
export function httpUpdates(address: string, options: HttpStoreOptions = {}): UpdatableStore {
  const access = storeAccess(address, options.credentials);
  const { timeout = defaultTimeout } = options;
  return {
    url: access.url.href,
    update: (text, signal) => send(text, { ...access, ...options, timeout }, signal),
  };
}

async function send(
  update: string,
  access: HttpStoreAccess & HttpStoreOptions & { readonly timeout: number },
  signal: AbortSignal,
): Promise<void> {
  const { url, timeout, credentials } = access;
  const body = new URLSearchParams({ update }).toString();
  signal.throwIfAborted();
  const timer = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: await access.headersFor(formType, body),
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timer]),
    });
    const text = await startOf(response);
    if (!response.ok)
      throw new StoreError(
        refusal(
          response.status,
          withoutSecrets(text, access),
          whoAsks(credentials, settingCredentialsFor(url.host)),
        ),
      );
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof StoreError) throw error;
    const why = timer.aborted
      ? `It did not answer the update within ${timeout / 1000} s`
      : `It can't be reached, or closed the connection (${causeOf(error)})`;
    throw new StoreError(`${why}, so it is not known whether it carried it out.`);
  }
}

function refusal(status: number, text: string, remedy: string): string {
  if (status >= 300 && status < 400)
    return 'It redirects updates, which is not followed. Give the other address as --update-endpoint if you trust it.';
  if (status === 401 || status === 403) return `It refuses updates (${status}). ${remedy}`;
  return `It refuses the update with ${status}: ${excerptOf(text)}`;
}

async function startOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  if (body === null) return text;
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    // Leaving the loop ends the request.
    if (text.length > maxRead) break;
  }
  return text;
}
