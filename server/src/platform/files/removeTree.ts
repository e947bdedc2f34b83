import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { attempt } from './fileProblem.ts';
import { isSame, lookAt } from './look.ts';

/**
 * Removes a file, or a folder with its contents. Links are removed without what they lead to. Does nothing when nothing
 * is there.
 */
export function removeTree(file: string): void {
  attempt(file, 'removed', () => {
    const found = lookAt(file);
    if (!found) return;
    if (!found.isDirectory()) {
      unlinkSync(file);
      return;
    }
    for (const name of readdirSync(file)) {
      // It may have been replaced by a link since the first stat.
      if (!isSame(found, lstatSync(file, { bigint: true }))) {
        removeTree(file);
        return;
      }
      removeTree(path.join(file, name));
    }
    rmdirSync(file);
  });
}
