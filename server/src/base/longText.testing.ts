import fc from 'fast-check';

/** Texts with all kinds of line ends, from none to several pieces of a rope. */
export const longText = fc
  .tuple(
    fc.array(fc.constantFrom('a', 'ex:b ', '\n', '\r', '\r\n', 'é𝒳', '# word', 'wo', 'rd'), {
      maxLength: 12,
    }),
    fc.constantFrom(1, 1, 200, 1000, 5000),
  )
  .map(([parts, times]) => parts.join('').repeat(times));

/** A replacement somewhere in a text of a length, at its ends and near them more often. */
export const replacement = fc
  .record({
    at: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1)),
    nudge: fc.integer({ min: -2, max: 2 }),
    count: fc.oneof(fc.nat(3), fc.nat(40_000)),
    newText: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('', 'x', '\n', '\r', '\r\n', 'word') },
      longText,
    ),
  })
  .map(({ at, nudge, count, newText }) => ({
    newText,
    rangeIn: (length: number) => {
      const start = Math.max(0, Math.min(length, Math.round(at * length) + nudge));
      return { start, end: Math.min(length, start + count) };
    },
  }));
