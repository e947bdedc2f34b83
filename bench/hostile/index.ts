import { globBraces } from './globBraces.ts';
import { globStars } from './globStars.ts';
import type { HostileInput } from './hostileInput.ts';

/** One file for each kind of input; each is a row of `npm run bench hostile`. */
export const hostileInputs: readonly HostileInput[] = [globBraces, globStars];
