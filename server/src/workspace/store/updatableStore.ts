/** Carries out updates in a triple store. Only what a user consented to is sent to it. */
export interface UpdatableStore {
  /** The address that updates are sent to, as users know it. It holds no secrets. */
  readonly url: string;
  /**
   * Sends a SPARQL Update, once.
   *
   * @throws StoreError when the store does not say that it was carried out, which it may have been all the same; the
   * signal's reason when aborted.
   */
  update(text: string, signal: AbortSignal): Promise<void>;
}
