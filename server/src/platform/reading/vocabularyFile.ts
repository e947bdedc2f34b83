import { readFile } from 'node:fs/promises';
import { programFile } from '../processes/programFile.ts';

/**
 * The text of the well-known vocabularies of this build.
 *
 * @throws Error when the build lacks it.
 */
export function vocabularyFile(): Promise<string> {
  return readFile(programFile('vocabularies.json'), 'utf8');
}
