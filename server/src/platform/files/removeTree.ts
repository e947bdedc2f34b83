import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { attempt } from './fileProblem.ts';
import { isSame, lookAt } from './look.ts';

/**
 * Removes a file, or a folder with all that is in it. Links go themselves; what they lead to stays. Nothing is done where
 * nothing is.
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
      // It may have become a link since.
      if (!isSame(found, lstatSync(file, { bigint: true }))) {
        removeTree(file);
        return;
      }
      removeTree(path.join(file, name));
    }
    rmdirSync(file);
  });
}
