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
