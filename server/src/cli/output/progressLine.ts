import { counted } from '../../base/counted.ts';
import { escapeInvisibleLine } from '../../base/visibleText.ts';
import type { Output } from '../io.ts';
import { emptyLine } from './style.ts';

/** Shows the progress of a command: on a terminal in one line that is rewritten, elsewhere in a new line from time to time. */
export class ProgressLine {
  readonly #output: Output;
  readonly #now: () => number;
  #next: number;
  /** What the line says now. */
  #shown = '';

  /** @param now in ms. */
  constructor(output: Output, now: () => number = () => performance.now()) {
    this.#output = output;
    this.#now = now;
    this.#next = now();
    if (!output.isTTY) this.#next += silence;
  }

  /** Shows a text of one line, unless another was shown just before. */
  show(text: string): void {
    const now = this.#now();
    if (now < this.#next) return;
    const { isTTY, columns = 80 } = this.#output;
    const line = escapeInvisibleLine(text);
    this.#next = now + (isTTY ? 100 : silence);
    this.#output.write(isTTY ? `${emptyLine}${line.slice(0, columns - 1)}` : `${line}\n`);
    this.#shown = line;
  }

  /** Takes the line away. */
  end(): void {
    if (this.#shown !== '' && this.#output.isTTY) this.#output.write(emptyLine);
    this.#shown = '';
  }
}

/** The time between two lines of a log, in ms. */
const silence = 5_000;

/**
 * How much is left, and about how long that takes; empty where nothing is left or too little is known.
 *
 * @param left at most so many; undefined when that is not known.
 * @param rate how many for each ms.
 */
export function restText(left: number | undefined, rate: number): string {
  if (left === undefined || left === 0 || rate <= 0) return '';
  return `; at most ${left.toLocaleString('en')} left, about ${Math.ceil(left / rate / 60_000)} min`;
}

/** Shows how far long work has come, and about how long the rest takes if it goes on as in the last seconds. */
export class WorkProgress {
  readonly #line: ProgressLine;
  readonly #now: () => number;
  #work = '';
  #start = 0;
  #next = 0;
  /** How much had been done some seconds ago, and how much since. */
  #marks: readonly [Mark, Mark] = [
    { at: 0, done: 0 },
    { at: 0, done: 0 },
  ];

  /** @param now in ms. */
  constructor(output: Output, now: () => number = () => performance.now()) {
    this.#line = new ProgressLine(output, now);
    this.#now = now;
  }

  /**
   * Receives how much of some work is done.
   *
   * @param work what is being done, for example `reading data.ttl`.
   */
  tell(work: string, done: number, total: number): void {
    const now = this.#now();
    if (work !== this.#work) {
      this.#work = work;
      this.#start = now;
      this.#next = now + leastShown;
      this.#mark({ at: now, done });
    }
    if (done >= total) this.#line.end();
    else if (now >= this.#next && done > 0) {
      this.#next = now + between;
      this.#line.show(`${work}: ${Math.floor((100 * done) / total)} %${this.#left(done, total, now)}`);
    }
  }

  /** Shows work of which nobody can tell how much is done, until other work is told of. */
  begin(work: string): void {
    this.#work = work;
    this.#line.show(work);
  }

  /** Removes the line, so that something else can be printed; the next update is shown again. */
  clear(): void {
    this.#line.end();
  }

  /** The time for the first hundredth is not representative: it includes one-time preparations. */
  #left(done: number, total: number, now: number): string {
    if (done < total / 100 && now - this.#start < longestStart) this.#mark({ at: now, done });
    if (now - this.#marks[1].at >= betweenMarks) this.#marks = [this.#marks[1], { at: now, done }];
    const [before] = this.#marks;
    if (now - before.at < leastEstimated || done <= before.done) return '';
    const seconds = Math.ceil(((now - before.at) * (total - done)) / (done - before.done) / 1000);
    const time = seconds < 120 ? `${seconds} s` : counted(Math.round(seconds / 60), 'minute');
    return `, about ${time} left`;
  }

  /** The remaining time is estimated from what is done from here on. */
  #mark(mark: Mark): void {
    this.#marks = [mark, mark];
  }
}

interface Mark {
  /** In ms. */
  readonly at: number;
  readonly done: number;
}

/** Shorter work is done before anybody could read about it, in ms. */
const leastShown = 500;
const leastEstimated = 500;
/** After this time, in ms, an estimate is given however little has been done. */
const longestStart = 10_000;
const between = 100;
const betweenMarks = 2000;
