import { angleBrackets } from './angleBrackets.ts';
import { closingBrackets } from './closingBrackets.ts';
import { closurePaths } from './closurePaths.ts';
import { errorsOnLines } from './errorsOnLines.ts';
import { errorsOnOneLine } from './errorsOnOneLine.ts';
import { globBraces } from './globBraces.ts';
import { globStars } from './globStars.ts';
import type { HostileInput } from './hostileInput.ts';
import { longLists } from './longLists.ts';
import { manyRepairs } from './manyRepairs.ts';
import { manyResults } from './manyResults.ts';
import { nestedBlankNodes } from './nestedBlankNodes.ts';
import { nestedCollections } from './nestedCollections.ts';
import { openBrackets } from './openBrackets.ts';
import { openCollections } from './openCollections.ts';
import { printedResults } from './printedResults.ts';
import { unclosedIris } from './unclosedIris.ts';
import { unclosedStrings } from './unclosedStrings.ts';
import { unclosedStringsOnOneLine } from './unclosedStringsOnOneLine.ts';

/** One file for each kind of input; each input is a row of `npm run bench hostile`. */
export const hostileInputs: readonly HostileInput[] = [
  globBraces,
  globStars,
  ...closurePaths,
  ...longLists,
  ...manyResults,
  ...manyRepairs,
  ...printedResults,
  errorsOnOneLine,
  errorsOnLines,
  unclosedStrings,
  unclosedStringsOnOneLine,
  unclosedIris,
  angleBrackets,
  closingBrackets,
  openBrackets,
  openCollections,
  nestedBlankNodes,
  nestedCollections,
];
