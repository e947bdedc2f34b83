import { escapeInvisibleLine } from '../../base/visibleText.ts';
import type { Output } from '../io.ts';
import { emptyLine } from './style.ts';

/** Says how far a command is: on a terminal in a line that is written again and again, elsewhere in a line now and then. */
export class ProgressLine {
  readonly #output: Output;
  #next = performance.now();
  /** What the line says now. */
  #shown = '';

  constructor(output: Output) {
    this.#output = output;
    if (!output.isTTY) this.#next += silence;
  }

  /** Shows a text of one line, unless another was shown just before. */
  show(text: string): void {
    const now = performance.now();
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

/** Between two lines of a log, in ms; what takes less is not worth one. */
const silence = 5_000;
