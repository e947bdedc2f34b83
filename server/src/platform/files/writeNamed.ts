import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { attempt, FileProblem } from './fileProblem.ts';
import { namedFolder, resolveNamed } from './named.ts';
import { readTextBelow } from './readBelow.ts';
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

/**
 * Atomically replaces the text of a file that a person named. A link stays a link. Devices and pipes are written to.
 *
 * @param change computes the new text from the old one; it gets undefined for a device or a pipe, which can't be read.
 * @param tell is called with messages about the file for people.
 * @throws FileProblem when it can't be written.
 */
export function replaceNamed(
  given: string,
  change: (old: string | undefined) => string,
  tell: (note: string) => void,
): void {
  const file = resolveNamed(given, 'written');
  const found = attempt(given, 'written', () => statSync(file));
  if (found.isFIFO() || found.isCharacterDevice()) {
    writeTo(file, change(undefined));
    return;
  }
  sweepTemporary(path.dirname(file), path.basename(file));
  const old = readTextBelow(file);
  if (old === undefined) throw new FileProblem(`${given} can't be written: it is gone. Try again.`);
  replaceFileSync(file, [change(old)], tell);
}

/** Writes to a device or a pipe. It does not wait for a reader: a pipe without one is an error. */
function writeTo(file: string, text: string): void {
  const { O_WRONLY, O_NONBLOCK = 0 } = constants;
  attempt(file, 'written', () => {
    const handle = openSync(file, O_WRONLY | O_NONBLOCK);
    try {
      if (fstatSync(handle).isFile())
        throw new FileProblem(`${file} can't be written: it has just changed. Try again.`);
      writeAll(handle, Buffer.from(text));
    } finally {
      closeSync(handle);
    }
  });
}
