import type { Store } from './store.ts';

/** A triple store that also carries out updates. Only what a user consented to is sent to it. */
export interface UpdatableStore extends Store {
  /** The address that updates are sent to. It holds no secrets. */
  readonly updateUrl: string;
  /**
   * Sends a SPARQL Update, once. A store that did not answer may have carried it out.
   *
   * @throws StoreError when the store does not say that it was carried out; the signal's reason when aborted.
   */
  update(text: string, signal: AbortSignal): Promise<void>;
}
