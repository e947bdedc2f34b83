import { URI } from 'vscode-uri';
import { UserError } from '../../base/userError.ts';
import { Spool } from '../../platform/files/spool.ts';
import { replaceNamed, writeNamed } from '../../platform/files/writeNamed.ts';
import type { OpenReport, WriteBytes, WriteFile } from '../io.ts';

/**
 * Files of reports on this machine. What is written is kept elsewhere until it is published.
 *
 * @param tell is called with what people should know about the file.
 */
export function nodeReportFile(tell: (note: string) => void): OpenReport {
  return async (path) => {
    const written = new Spool<'report'>();
    return {
      write: async (text) => written.add('report', text),
      async publish() {
        try {
          writeNamed(path, textsOf(written), tell);
        } finally {
          written.discard();
        }
      },
      abandon: async () => written.discard(),
    };
  };
}

/** Files that a person named by their paths, as `nodeReportFile` has them. */
export function nodeWriteBytes(tell: (note: string) => void): WriteBytes {
  return async (path, bytes) => writeNamed(path, [bytes], tell);
}

function* textsOf(spool: Spool<'report'>): Iterable<string> {
  for (const { text } of spool.pieces()) yield text;
}

/**
 * Writes a new file beside the old one and renames it, so that the file is either the old or the new one at every moment.
 * Its mode and its byte order mark are kept, and a symbolic link stays one. Ctrl-C takes effect afterwards.
 *
 * @param tell is called with what people should know about the file.
 */
export function nodeWriteFile(tell: (note: string) => void): WriteFile {
  return async (uri, before, after) => {
    const file = URI.parse(uri).fsPath;
    let interrupted: NodeJS.Signals | undefined;
    const wait = (signal: NodeJS.Signals) => {
      interrupted = signal;
    };
    for (const signal of interrupts) process.on(signal, wait);
    try {
      replaceNamed(file, (old) => newText(file, { old, before, after }), tell);
      // Signals that arrived in the meantime are delivered now.
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      for (const signal of interrupts) process.off(signal, wait);
    }
    if (interrupted) process.kill(process.pid, interrupted);
  };
}

const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const byteOrderMark = '\ufeff';

interface Texts {
  /** Undefined for a file that can't be read again. */
  readonly old: string | undefined;
  readonly before: string;
  readonly after: string;
}

function newText(file: string, { old, before, after }: Texts): string {
  if (old === undefined) return after;
  const mark = old.startsWith(byteOrderMark) ? byteOrderMark : '';
  if (old === mark + before) return mark + after;
  throw new UserError(`${file} has changed since it was read, so it is left alone. Try again.`);
}
