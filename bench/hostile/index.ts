import { closurePaths } from './closurePaths.ts';
import { globBraces } from './globBraces.ts';
import { globStars } from './globStars.ts';
import type { HostileInput } from './hostileInput.ts';
import { longLists } from './longLists.ts';
import { manyRepairs } from './manyRepairs.ts';
import { manyResults } from './manyResults.ts';

/** One file for each kind of input; each input is a row of `npm run bench hostile`. */
export const hostileInputs: readonly HostileInput[] = [
  globBraces,
  globStars,
  ...closurePaths,
  ...longLists,
  ...manyResults,
  ...manyRepairs,
];
