import { counted } from '../../base/counted.ts';
import type { Output } from '../io.ts';
import { ProgressLine } from './progressLine.ts';

/** Shows how far long work has come, and about how long the rest takes if it goes on like that. */
export class WorkProgress {
  readonly #line: ProgressLine;
  readonly #now: () => number;
  #work = '';
  #start = 0;
  #next = 0;

  /** @param now in ms. */
  constructor(output: Output, now: () => number = () => performance.now()) {
    this.#line = new ProgressLine(output);
    this.#now = now;
  }

  /**
   * Is told how much of some work is done.
   *
   * @param work what is being done, for example `reading data.ttl`.
   */
  tell(work: string, done: number, total: number): void {
    const now = this.#now();
    if (work !== this.#work) {
      this.#work = work;
      this.#start = now;
      this.#next = now + leastShown;
    }
    if (done >= total) this.#line.end();
    else if (now >= this.#next && done > 0) {
      this.#next = now + between;
      this.#line.show(`${work}: ${Math.floor((100 * done) / total)} %${this.#left(done / total, now)}`);
    }
  }

  /** Takes the line away, so that something else can be printed; what is told next is shown again. */
  clear(): void {
    this.#line.end();
  }

  #left(share: number, now: number): string {
    const seconds = Math.ceil(((now - this.#start) * (1 - share)) / share / 1000);
    const time = seconds < 120 ? `${seconds} s` : counted(Math.round(seconds / 60), 'minute');
    return `, about ${time} left`;
  }
}

/** Shorter work is done before anybody reads about it, in ms. */
const leastShown = 500;
const between = 100;
