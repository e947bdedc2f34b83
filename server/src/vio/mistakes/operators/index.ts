import type { MistakeOperator } from '../mistakeOperator.ts';
import { decimalComma } from './decimalComma.ts';
import { doubledValue } from './doubledValue.ts';
import { duplicateBlock } from './duplicateBlock.ts';
import { hashForSlash } from './hashForSlash.ts';
import { httpForHttps } from './httpForHttps.ts';
import { inverseDirection } from './inverseDirection.ts';
import { iriForLiteral } from './iriForLiteral.ts';
import { literalForIri } from './literalForIri.ts';
import { localDate } from './localDate.ts';
import { localForAuthority } from './localForAuthority.ts';
import { missingLanguage } from './missingLanguage.ts';
import { missingSeparator } from './missingSeparator.ts';
import { missingType } from './missingType.ts';
import { misspeltClass } from './misspeltClass.ts';
import { misspeltProperty } from './misspeltProperty.ts';
import { misspeltValue } from './misspeltValue.ts';
import { movedValue } from './movedValue.ts';
import { nameInBrackets } from './nameInBrackets.ts';
import { numberWithUnit } from './numberWithUnit.ts';
import { relativeIri } from './relativeIri.ts';
import { swappedStartEnd } from './swappedStartEnd.ts';
import { thousandsSeparator } from './thousandsSeparator.ts';
import { wrongLanguage } from './wrongLanguage.ts';
import { wrongNamespace } from './wrongNamespace.ts';

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
} satisfies Readonly<Record<string, MistakeOperator>>;

export type MistakeName = keyof typeof mistakeOperators;

export const mistakeNames = Object.keys(mistakeOperators) as readonly MistakeName[];

/** The mistake as reports name it; the given name itself if another version made the suite. */
export function mistakeTitle(name: string): string {
  const known = mistakeNames.find((each) => each === name);
  return known === undefined ? name : mistakeOperators[known].title;
}
