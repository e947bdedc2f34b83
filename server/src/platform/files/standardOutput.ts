import { fstatSync } from 'node:fs';
import { attempt } from './fileProblem.ts';
import { sync, writeAll } from './writeAll.ts';

/** Where standard output goes when it is a file, as by `> report.html`. */
export interface OutputFile {
  /** @throws FileProblem when not all of it can be written. */
  write(text: string): void;
  /** Waits for the disk. @throws FileProblem when it refuses. */
  sync(): void;
}

/** Node's own stream takes no notice of what a disk that is nearly full leaves out. Undefined for what is no file. */
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
    // It is closed.
    return false;
  }
}
