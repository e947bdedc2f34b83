import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Rope } from '../../base/rope.ts';
import { changeBetween } from './changeBetween.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 40 });

describe('the change between two texts', () => {
  test('makes one the other, and could not be smaller at either end', () =>
    fc.assert(
      fc.property(word, word, word, word, (head, removed, inserted, tail) => {
        const [before, after] = [head + removed + tail, head + inserted + tail];
        const { start, end, length } = changeBetween(before, after);
        const put = after.slice(start, start + length);
        expect(before.slice(0, start) + put + before.slice(end)).toBe(after);
        const gone = before.slice(start, end);
        if (gone === '' || put === '') return;
        expect(gone[0]).not.toBe(put[0]);
        expect(gone.at(-1)).not.toBe(put.at(-1));
      }),
    ));

  test('is the same where versions of a long text share pieces', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.nat(), fc.nat({ max: 9 }), fc.constantFrom('', 'a', 'b', 'ab\n', 'a'.repeat(9000))),
        ),
        (edits) => {
          const before = Rope.of('ab\n'.repeat(20_000));
          let after = before;
          for (const [place, removed, inserted] of edits) {
            const start = place % (after.length + 1);
            after = after.replaced({ start, end: Math.min(after.length, start + removed) }, inserted);
          }
          expect(changeBetween(before, after)).toEqual(changeBetween(`${before}`, `${after}`));
        },
      ),
      { numRuns: 30 },
    ));

  test('is what the editor tells when that is small', () =>
    expect(changeBetween('aaaa', 'aaa', { start: 1, end: 2, length: 0 })).toEqual({
      start: 1,
      end: 2,
      length: 0,
    }));

  test('is smaller than what a program tells that replaced everything', () => {
    const before = 'a'.repeat(5000);
    const after = `${before.slice(0, 3000)}b${before.slice(3001)}`;
    expect(changeBetween(before, after, { start: 0, end: 5000, length: 5000 })).toEqual({
      start: 3000,
      end: 3001,
      length: 1,
    });
  });

  test.each([
    ['abc', 'abxc', { start: 1, end: 2, length: 1 }],
    ['abc', 'abc', { start: 2, end: 4, length: 2 }],
    ['abc', 'ab', { start: 2, end: 1, length: 0 }],
  ])('%s, %s: lengths that do not fit are refused', (before, after, known) =>
    expect(() => changeBetween(before, after, known)).toThrow(RangeError),
  );
});
