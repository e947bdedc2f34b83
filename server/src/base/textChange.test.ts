import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composeTextChanges, type ReplacedRange } from './textChange.ts';

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const anyEdit: fc.Arbitrary<Edit> = fc.record({
  from: fc.nat(30),
  to: fc.nat(30),
  text: fc.string({ maxLength: 5 }),
});

function apply(
  text: string,
  { from, to, text: inserted }: Edit,
): { readonly text: string; readonly change: ReplacedRange } {
  const [start, end] = [from, to].map((at) => Math.min(at, text.length)).toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  return {
    text: text.slice(0, start) + inserted + text.slice(end),
    change: { start, end, length: inserted.length },
  };
}

test('the sum of changes keeps everything outside of it', () =>
  fc.assert(
    fc.property(
      fc.string({ maxLength: 30 }),
      fc.array(anyEdit, { minLength: 1, maxLength: 5 }),
      (before, edits) => {
        let after = before;
        let sum: ReplacedRange | undefined;
        for (const edit of edits) {
          const { text, change } = apply(after, edit);
          sum = sum ? composeTextChanges(sum, change) : change;
          after = text;
        }
        const { start, end, length } = sum!;
        const replaced = after.slice(start, start + length);
        expect(before.slice(0, start) + replaced + before.slice(end)).toBe(after);
      },
    ),
  ));
