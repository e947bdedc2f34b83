import path from 'node:path';

/** A path did not respond in time. The message is a sentence without its full stop. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/**
 * Keeps file operations that never end, as on a disconnected network drive, from blocking others. Each of them
 * permanently holds one of the few threads that the process has for files. So a folder that does not respond is not
 * tried again, and some threads always stay free.
 */
export class IoGuard {
  readonly #timeout: number;
  readonly #maxStuck: number;
  /** By folder, the number of operations that missed their time-out and still run. */
  readonly #stuck = new Map<string, number>();

  /**
   * @param timeout how long an operation may take, in ms.
   * @param maxStuck how many operations may be stuck at the same time.
   */
  constructor(timeout: number, maxStuck: number) {
    this.#timeout = timeout;
    this.#maxStuck = maxStuck;
  }

  /** True while an operation has missed its time-out and still runs. */
  get isStuck(): boolean {
    return this.#stuck.size > 0;
  }

  /**
   * Runs an operation on a file or folder that is fast when the disk responds.
   * @throws NoAnswerError when it does not end in time.
   */
  async run<T>(file: string, work: () => Promise<T>): Promise<T> {
    const folder = path.dirname(file);
    if (this.#stuck.has(folder)) throw new NoAnswerError(`the folder ${folder} does not answer`);
    const stuck = [...this.#stuck.values()].reduce((sum, count) => sum + count, 0);
    if (stuck >= this.#maxStuck) {
      throw new NoAnswerError(`${stuck} other files do not answer, so no more are opened`);
    }
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const working = work().finally(() => {
      if (isOver) this.#count(folder, -1);
    });
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isOver = true;
        this.#count(folder, 1);
        reject(new NoAnswerError(`it does not answer within ${this.#timeout / 1000} s`));
      }, this.#timeout);
    });
    // A failure after the time-out is ignored.
    working.catch(() => {});
    try {
      return await Promise.race([working, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #count(folder: string, change: number): void {
    const count = (this.#stuck.get(folder) ?? 0) + change;
    if (count > 0) this.#stuck.set(folder, count);
    else this.#stuck.delete(folder);
  }
}

/**
 * How long a constraint, or a file that is read, may make no progress, in ms: the default of `validation.timeout`. Tests of the
 * built programs shorten it, so that they need not wait.
 */
export const patience = Number(process.env.SHACL_REPAIR_PATIENCE) || 10_000;
