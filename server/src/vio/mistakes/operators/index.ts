import type { MistakeOperator } from '../mistakeOperator.ts';
import { lostMember, repeatedMember } from './lists.ts';
import {
  decimalComma,
  iriForLiteral,
  lineBreak,
  literalForIri,
  localDate,
  missingLanguage,
  numberWithUnit,
  otherUnit,
  swappedStartEnd,
  thousandsSeparator,
  wrongLanguage,
} from './literals.ts';
import { halfRenamedProperty, misspeltClass, misspeltProperty, misspeltValue } from './misspelling.ts';
import {
  blankForNamed,
  copiedNeighbour,
  cycle,
  doubledValue,
  duplicateBlock,
  hashForSlash,
  httpForHttps,
  inverseDirection,
  localForAuthority,
  missingSeparator,
  missingType,
  movedValue,
  nameInBrackets,
  prefixDeclaration,
  relativeIri,
  unchangedCopy,
  wrongNamespace,
  wrongScheme,
} from './statements.ts';

/** All kinds of mistakes, by the names that suites and profiles use. */
export const mistakeOperators = {
  misspeltClass,
  misspeltProperty,
  misspeltValue,
  wrongNamespace,
  httpForHttps,
  hashForSlash,
  literalForIri,
  iriForLiteral,
  localDate,
  decimalComma,
  thousandsSeparator,
  numberWithUnit,
  swappedStartEnd,
  missingLanguage,
  wrongLanguage,
  duplicateBlock,
  doubledValue,
  movedValue,
  inverseDirection,
  missingType,
  localForAuthority,
  nameInBrackets,
  missingSeparator,
  relativeIri,
  halfRenamedProperty,
  copiedNeighbour,
  wrongScheme,
  cycle,
  prefixDeclaration,
  blankForNamed,
  otherUnit,
  lineBreak,
  unchangedCopy,
  lostMember,
  repeatedMember,
} satisfies Readonly<Record<string, MistakeOperator>>;

export type MistakeName = keyof typeof mistakeOperators;

export const mistakeNames = Object.keys(mistakeOperators) as readonly MistakeName[];

/** The name of the mistake in reports; the given name itself if another version made the suite. */
export function mistakeTitle(name: string): string {
  const known = mistakeNames.find((each) => each === name);
  return known === undefined ? name : mistakeOperators[known].title;
}
