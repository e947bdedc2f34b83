import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Gives memory that is not needed back to the system. V8 does so on its own only under pressure, so that a server
 * which once read a large file would look large for ever. Takes some 100 ms per GB: for when nothing else is to do.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
