import { counted } from '../../base/counted.ts';
import type { OnUnreadable } from '../../lab/evaluation/run/trialLog.ts';
import type { CommandIo } from '../io.ts';

/** Collects the lines of a file that can't be read, for one message: the first one with its reason, and their number. */
export class UnreadableLines {
  #count = 0;
  #first: { readonly line: number; readonly problem: string } | undefined;

  readonly add: OnUnreadable = (line, problem) => {
    this.#first ??= { line, problem };
    this.#count++;
  };

  tell(file: string, { stderr }: Pick<CommandIo, 'stderr'>): void {
    if (!this.#first) return;
    const { line, problem } = this.#first;
    const lines = counted(this.#count, 'line');
    stderr.write(`${file}:${line}: ${lines} can't be read (${problem}); these trials are run again.\n`);
  }
}
