import { type TermId, terms } from '../../../rdf/terms.ts';
import { xsd } from '../../../rdf/vocab.ts';
import { addTimes, subtractTimes } from './dateArithmetic.ts';
import type { TermFunction } from './expressionScope.ts';
import {
  type Arithmetic,
  absolute,
  add,
  ceiling,
  digitsOf,
  divide,
  floor,
  multiply,
  type Numeric,
  numberTerm,
  opposite,
  printDouble,
  readNumber,
  rounded,
  subtract,
} from './numbers.ts';

/** Arithmetic operators and functions on numbers (SPARQL 1.1, 17.4.4). */
export const numericFunctions = {
  '+': binary(add, addTimes),
  '-': binary(subtract, subtractTimes),
  '*': binary(multiply),
  '/': binary(divide),
  UMINUS: unary(opposite),
  UPLUS: unary((number) => number),
  abs: unary(absolute),
  round: unary(rounded),
  ceil: unary(ceiling),
  floor: unary(floor),
  rand: (evaluation) => terms.literal(printDouble(evaluation.random()), xsd.double),
} satisfies Record<string, TermFunction>;

function unary(calculate: (number: Numeric) => Numeric): TermFunction {
  return (evaluation, argument) => {
    evaluation.digits(digitsOf(argument!));
    const number = readNumber(argument!);
    return number && numberTerm(calculate(number));
  };
}

/** @param otherwise the operator on terms that are not both numbers */
function binary(
  calculate: Arithmetic,
  otherwise?: (a: TermId, b: TermId) => TermId | undefined,
): TermFunction {
  return (evaluation, left, right) => {
    evaluation.digits(digitsOf(left!) + digitsOf(right!));
    const a = readNumber(left!);
    const b = a && readNumber(right!);
    if (a === undefined || b === undefined) return otherwise?.(left!, right!);
    const result = calculate(a, b);
    return result && numberTerm(result);
  };
}
