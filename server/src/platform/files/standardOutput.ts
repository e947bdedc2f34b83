import { fstatSync } from 'node:fs';
import { attempt } from './fileProblem.ts';
import { sync, writeAll } from './writeAll.ts';

/** Standard output that is redirected to a file, as by `> report.html`. */
export interface OutputFile {
  /** @throws FileProblem when the text can't be written completely. */
  write(text: string): void;
  /** Flushes the file to disk. @throws FileProblem when that fails. */
  sync(): void;
}

/**
 * The file behind a handle; undefined when it is not a file. Node's own stream ignores partial writes on a nearly full
 * disk.
 */
export function outputFile(handle: number): OutputFile | undefined {
  if (!isFile(handle)) return undefined;
  return {
    write: (text) => attempt('output', 'written', () => writeAll(handle, Buffer.from(text))),
    sync: () => attempt('output', 'written', () => sync(handle)),
  };
}

function isFile(handle: number): boolean {
  try {
    return fstatSync(handle).isFile();
  } catch {
    // The handle is closed.
    return false;
  }
}
