import type { MistakeOperator } from '../mistakeOperator.ts';
import { literalForIri } from './literalForIri.ts';
import { missingType } from './missingType.ts';
import { misspeltClass } from './misspeltClass.ts';
import { misspeltProperty } from './misspeltProperty.ts';
import { misspeltValue } from './misspeltValue.ts';

/** All kinds of mistakes, by the names that suites and profiles use. */
export const mistakeOperators = {
  misspeltClass,
  misspeltProperty,
  misspeltValue,
  literalForIri,
  missingType,
} satisfies Readonly<Record<string, MistakeOperator>>;

export type MistakeName = keyof typeof mistakeOperators;

export const mistakeNames = Object.keys(mistakeOperators) as readonly MistakeName[];
