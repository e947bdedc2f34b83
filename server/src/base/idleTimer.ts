/** Calls a function once whenever nothing has happened for a given time. */
export class IdleTimer {
  readonly #ms: number;
  readonly #work: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param ms how long nothing must have happened. */
  constructor(ms: number, work: () => void) {
    this.#ms = ms;
    this.#work = work;
  }

  /** Restarts the timer because something happened. */
  interrupt(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#work, this.#ms);
    // The timer must not keep the process alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }
}
