import { closeSync, constants, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { attempt } from './fileProblem.ts';
import { namedFolder, resolveNamed } from './named.ts';
import { replaceFileSync } from './replaceFile.ts';
import { sweepTemporary } from './temporary.ts';
import { writeAll } from './writeAll.ts';

/**
 * Writes a file that a person named, and its folder when that is missing. A file is created or replaced as a whole;
 * devices and pipes are written to.
 *
 * @param tell is called with messages about the file for people.
 * @throws FileProblem when it can't be written.
 */
export function writeNamed(
  given: string,
  pieces: Iterable<string | Uint8Array>,
  tell: (note: string) => void,
): void {
  namedFolder(path.dirname(given));
  const file = resolveNamed(given, 'written');
  const found = attempt(given, 'written', () => statSync(file, { throwIfNoEntry: false }));
  if (found?.isFIFO() || found?.isCharacterDevice()) {
    attempt(given, 'written', () => {
      const handle = openSync(file, constants.O_WRONLY);
      try {
        for (const piece of pieces) writeAll(handle, typeof piece === 'string' ? Buffer.from(piece) : piece);
      } finally {
        closeSync(handle);
      }
    });
    return;
  }
  sweepTemporary(path.dirname(file), path.basename(file));
  replaceFileSync(file, pieces, tell);
}
