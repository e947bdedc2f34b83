import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { attempt } from './fileProblem.ts';

/** A file in the system's temporary folder that nobody else can open. */
export interface PrivateFile {
  readonly handle: number;
  /** The folder of the file, which has to be removed where open files need names. */
  readonly folder: string;
}

/**
 * Creates a private file for reading and writing. It has no name if the system supports that.
 *
 * @param purpose what waits there, in a word.
 * @throws FileProblem
 */
export function privateFile(purpose: string): PrivateFile {
  return attempt(temporaryPlace(purpose), 'written', () => {
    const folder = mkdtempSync(path.join(tmpdir(), `shacl-repair-${purpose}-`));
    const handle = openSync(path.join(folder, purpose), 'wx+', 0o600);
    // An open file needs no name; without one, nothing is left when the process is killed. Windows can't do this.
    if (process.platform !== 'win32') rmSync(folder, { recursive: true });
    return { handle, folder };
  });
}

/** The temporary folder in words for people, who may choose another one. */
export function temporaryPlace(purpose: string): string {
  return `${tmpdir()} (${process.platform === 'win32' ? 'TEMP' : 'TMPDIR'} says where long ${purpose} waits)`;
}
