import { uriOf } from '../input/paths.ts';

/** The folder of a suite, or of several, as users give it: by its path or that of its suite.json. */
export function suiteUri(given: string, cwd: string): string {
  return uriOf(cwd, given.replace(/[\\/]suite\.json$/, '')).replace(/\/$/, '');
}
