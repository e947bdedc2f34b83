/** A triple store that answers queries of SPARQL 1.1 (Protocol 2.1). The implementation makes the requests. */
export interface Store {
  /** The address, as users know it. It holds no secrets. */
  readonly url: string;
  /**
   * Asks a SELECT query.
   *
   * @returns the answer in the SPARQL 1.1 Query Results JSON Format, complete as far as the transport can tell.
   * @throws StoreError when there is no such answer; the signal's reason when aborted.
   */
  select(query: string, signal: AbortSignal): Promise<string>;
}

/** What is known about an error of a store. */
export interface StoreFailure {
  /** Whether a smaller query may be answered. */
  readonly isWorthSplitting: boolean;
  /** Whether the time limit of a query was reached. */
  readonly isTimeOut: boolean;
  /** Whether it answered with more than was requested, or with more than can be read. */
  readonly isTooLarge: boolean;
}

/** Why a store gave no usable answer. The message is for users: sentences without the name of the store. */
export class StoreError extends Error implements StoreFailure {
  override readonly name = 'StoreError';
  readonly isWorthSplitting: boolean;
  readonly isTimeOut: boolean;
  readonly isTooLarge: boolean;

  constructor(
    message: string,
    { isWorthSplitting = false, isTimeOut = false, isTooLarge = false }: Partial<StoreFailure> = {},
  ) {
    super(message);
    this.isWorthSplitting = isWorthSplitting;
    this.isTimeOut = isTimeOut;
    this.isTooLarge = isTooLarge;
  }
}

/** Carries out updates in a triple store. Only what a user consented to is sent to it. */
export interface UpdatableStore {
  /** The address for updates, as users know it. It holds no secrets. */
  readonly url: string;
  /**
   * Sends a SPARQL Update, once.
   *
   * @throws StoreError when the store does not confirm that it was carried out, although it may have been; the signal's
   * reason when aborted.
   */
  update(text: string, signal: AbortSignal): Promise<void>;
}
