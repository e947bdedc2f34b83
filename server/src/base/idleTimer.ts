/** Does something once whenever nothing has happened for a while. */
export class IdleTimer {
  readonly #ms: number;
  readonly #work: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param ms how long nothing has to happen. */
  constructor(ms: number, work: () => void) {
    this.#ms = ms;
    this.#work = work;
  }

  /** Says that something happened. */
  interrupt(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#work, this.#ms);
    // A process may end while it waits.
    (this.#timer as { unref?: () => void }).unref?.();
  }
}
