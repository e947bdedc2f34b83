import type { Output } from './io.ts';

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
    this.#next = now + (isTTY ? 100 : silence);
    this.#output.write(isTTY ? `\r\u001b[K${text.slice(0, columns - 1)}` : `${text}\n`);
    this.#shown = text;
  }

  /** Takes the line away. */
  end(): void {
    if (this.#shown !== '' && this.#output.isTTY) this.#output.write('\r\u001b[K');
    this.#shown = '';
  }
}

/** Between two lines of a log, in ms; what takes less is not worth one. */
const silence = 5_000;
