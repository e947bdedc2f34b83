import { closeSync, constants, createReadStream, readFileSync } from 'node:fs';
import { attempt, fileProblem } from './fileProblem.ts';
import { openBelow, regularFile } from './look.ts';

/**
 * The bytes of a regular file below a folder, never read through a link; undefined when there is no file.
 *
 * @throws FileProblem when something else is there, or it can't be read.
 */
export function readBytesBelow(file: string): Buffer | undefined {
  if (!regularFile(file, 'read')) return undefined;
  const handle = openBelow(file, constants.O_RDONLY, 0, 'read');
  try {
    return attempt(file, 'read', () => readFileSync(handle));
  } finally {
    closeSync(handle);
  }
}

/** The text of such a file. */
export function readTextBelow(file: string): string | undefined {
  return readBytesBelow(file)?.toString('utf8');
}

/** The lines of such a file without their line ends. An incomplete last line is left out. */
export async function* readLinesBelow(file: string): AsyncIterable<string> {
  if (!regularFile(file, 'read')) return;
  const handle = openBelow(file, constants.O_RDONLY, 0, 'read');
  let rest = '';
  try {
    // The stream closes the file.
    for await (const chunk of createReadStream(file, { fd: handle, encoding: 'utf8' })) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  } catch (error) {
    throw fileProblem(error, file, 'read');
  }
}
