import { counted } from '../../base/counted.ts';
import type { OnUnreadable } from '../../lab/evaluation/run/trialLog.ts';
import { type LinkedFileInfo, type LinkStep, linkedFiles } from '../../service/ide/linkedFiles.ts';
import type { ValidationRun } from '../../service/report/validationRun.ts';
import type { CommandIo } from '../io.ts';
import { displayPath } from './paths.ts';
import { type Printer, paragraphs } from './print.ts';
import { printable } from './style.ts';

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

/** What `--explain-links` prints: for each data file the files that are linked to it, and each link that leads to them. */
export function linksText({ analyses }: Pick<ValidationRun, 'analyses'>, printer: Printer): string {
  return paragraphs(
    analyses.map(({ graphs: { linked } }) => {
      const { style, cwd } = printer;
      const data = linked.unit.data.map((uri) => style.bold(displayPath(cwd, uri))).join(', ');
      const files = linkedFiles(linked);
      if (files.length === 0) return [`${data}: nothing is linked`];
      return [`${data}:`, ...files.flatMap((file) => fileLines(file, printer))];
    }),
  );
}

function fileLines({ uri, role, ways }: LinkedFileInfo, printer: Printer): readonly string[] {
  const { style, cwd } = printer;
  return [
    `  ${role.padEnd('context'.length)} ${style.blue(displayPath(cwd, uri))}`,
    ...ways.flatMap((way, i) => {
      const first = i === 0 ? 'by ' : 'also by ';
      return way.map((step, at) => `    ${at === 0 ? first : 'then '}${stepText(step, printer)}`);
    }),
  ];
}

function stepText({ text, uri, line }: LinkStep, { style, cwd }: Printer): string {
  if (uri === undefined) return printable(text);
  const where = line === undefined ? displayPath(cwd, uri) : `${displayPath(cwd, uri)}:${line + 1}`;
  return `${style.dim(where)} ${printable(text)}`;
}
