import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anyOf,
  boolean,
  defaultingTo,
  describeMismatch,
  enumOf,
  isPathSegment,
  type JsonShape,
  listOf,
  nonNegativeInteger,
  nullable,
  number,
  object,
  optional,
  parsedAs,
  pathSegment,
  readAs,
  recordOf,
  string,
  stringUpTo,
} from './jsonShape.ts';

const cell = object({ id: pathSegment, notRun: nullable(string), price: optional(number) });
const run = object({
  cells: listOf(cell, 3),
  options: recordOf(anyOf<number | boolean>(number, boolean), 2),
});

describe('what does not fit is named with its place', () => {
  test.each<[problem: string | undefined, value: unknown]>([
    [undefined, { cells: [{ id: 'a-1.2_B', notRun: null, more: [] }], options: { a: 1, b: true } }],
    ['it is not an object', []],
    ['cells is missing', { options: {} }],
    ['cells is not a list', { cells: { length: 0 }, options: {} }],
    ['cells is not a list of at most 3 items', { cells: [1, 2, 3, 4], options: {} }],
    ['cells[1] is not an object', { cells: [{ id: 'a', notRun: '' }, null], options: {} }],
    ['cells[0].notRun is not a string', { cells: [{ id: 'a', notRun: 1 }], options: {} }],
    ['cells[0].price is not a number', { cells: [{ id: 'a', notRun: '', price: Number.NaN }], options: {} }],
    ['options.a is not a number', { cells: [], options: { a: 'x' } }],
    ['options is not an object of at most 2 fields', { cells: [], options: { a: 1, b: 1, c: 1 } }],
  ])('%s', (problem, value) => expect(describeMismatch(run, value)).toBe(problem));

  test('inherited fields are not given, and prototypes are no field', () => {
    expect(describeMismatch(object({ constructor: string }), {})).toBe('constructor is missing');
    expect(describeMismatch(recordOf(string), JSON.parse('{"__proto__":"x"}'))).toBe(
      '__proto__ is not allowed as the name of a field',
    );
  });

  test('a field with a default gets it where it is missing, and has to fit where it is not', () => {
    const shape = object({
      ms: defaultingTo(0, number),
      usage: object({ estimated: defaultingTo(false, boolean) }),
    });
    expect(parsedAs(shape, '{"usage":{}}')).toEqual({ ms: 0, usage: { estimated: false } });
    expect(parsedAs(shape, '{"ms":1,"usage":{"estimated":true}}')).toEqual({
      ms: 1,
      usage: { estimated: true },
    });
    expect(readAs(shape, '{"ms":"1","usage":{}}')).toEqual({ kind: 'misfit', problem: 'ms is not a number' });
  });

  test('a text that is no JSON', () => {
    expect(readAs(run, '{')).toMatchObject({
      kind: 'misfit',
      problem: expect.stringMatching(/^it is not JSON: /),
    });
    expect(parsedAs(string, '"a"')).toBe('a');
  });

  test.each<[JsonShape<unknown>, unknown, string | undefined]>([
    [nonNegativeInteger, -1, 'it is not a whole number from 0 on'],
    [nonNegativeInteger, 1e300, 'it is not a whole number from 0 on'],
    [nonNegativeInteger, 1.5, 'it is not a whole number from 0 on'],
    [stringUpTo(3), 'four', 'it is not a string of at most 3 characters'],
    [enumOf('a', 'b'), 'c', 'it is not one of "a", "b"'],
  ])('%#', (shape, value, problem) => expect(describeMismatch(shape, value)).toBe(problem));
});

describe('names', () => {
  test.each(['', '.', '..', 'a/b', 'a\\b', '$(touch x)', 'a b', 'ä', 'a\n', 'a\0', 'C:', 'a'.repeat(201)])(
    '%j is none',
    (given) => expect(isPathSegment(given)).toBe(false),
  );

  test.each(['case-0001', '...', 'A_b.C', 'a'.repeat(200)])('%j is one', (given) =>
    expect(isPathSegment(given)).toBe(true),
  );
});

test('nothing that JSON can say makes a shape throw', () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const problem = describeMismatch(run, value);
      expect(problem === undefined || problem.length > 0).toBe(true);
    }),
    { seed: 14 },
  ));
