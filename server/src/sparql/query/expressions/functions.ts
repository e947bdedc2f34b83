import { dateFunctions } from './dateFunctions.ts';
import type { TermFunction } from './expressionScope.ts';
import { hashFunctions } from './hashFunctions.ts';
import { numericFunctions } from './numericFunctions.ts';
import { patternFunctions } from './patternFunctions.ts';
import { stringFunctions } from './stringFunctions.ts';
import { termFunctions } from './termFunctions.ts';

/** The functions and operators of SPARQL that need nothing but the values of their arguments, as sparqljs names them. */
export const functions: ReadonlyMap<string, TermFunction> = new Map(
  Object.entries({
    ...numericFunctions,
    ...termFunctions,
    ...stringFunctions,
    ...patternFunctions,
    ...dateFunctions,
    ...hashFunctions,
  }),
);
