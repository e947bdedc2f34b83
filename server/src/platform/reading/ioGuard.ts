import path from 'node:path';

/** What did not answer in time, as a sentence without its end. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/**
 * Keeps file operations that never end, as on a network drive that is gone, from holding up others. Each of them holds
 * one of the few threads that the process has for files, for good; so nothing else is tried in a folder that does not
 * answer, and some threads are always left.
 */
export class IoGuard {
  readonly #timeout: number;
  readonly #maxStuck: number;
  /** How many operations have not ended in time and still have not ended, by folder. */
  readonly #stuck = new Map<string, number>();

  /**
   * @param timeout how long an operation may take, in ms.
   * @param maxStuck how many may be waited for in vain at the same time.
   */
  constructor(timeout: number, maxStuck: number) {
    this.#timeout = timeout;
    this.#maxStuck = maxStuck;
  }

  /** True while some operation has not ended in time. */
  get isStuck(): boolean {
    return this.#stuck.size > 0;
  }

  /**
   * Does something with a file or folder that is quick where the disk answers.
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
    // What fails after it was given up on is of no interest.
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
