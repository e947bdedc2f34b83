import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Lexer } from './lexer.ts';
import { SourceText } from './sourceText.ts';

function sourceOf(text: string): SourceText {
  const source = new SourceText();
  source.set(text);
  return source;
}

function tokenAt(lexer: Lexer, offset: number) {
  lexer.seek(offset);
  const { kind, start, end, quotes, closed, escaped, problem } = lexer;
  return kind === 'string' ? { kind, start, end, quotes, closed, escaped, problem } : { kind, start, end };
}

/** Quotes, escapes, good and bad, and what may stand between them. */
const pieces = fc.array(
  fc.constantFrom(
    '"',
    "'",
    '"""',
    "'''",
    '\\',
    '\\"',
    "\\'",
    '\\\\',
    '\\u0022',
    '\\u00',
    '\\z',
    'x',
    ' ',
    '\n',
  ),
  { maxLength: 30 },
);

test('a string reads the same wherever strings were read before', () => {
  fc.assert(
    fc.property(pieces, fc.infiniteStream(fc.nat({ max: 80 })), (parts, offsets) => {
      const text = parts.join('');
      const lexer = new Lexer(sourceOf(text));
      const visited = [...offsets.take(40)].map((offset) => Math.min(offset, text.length));
      const forwards = Array.from({ length: text.length }, (_, i) => i);
      for (const offset of [...visited, ...forwards]) {
        expect(tokenAt(lexer, offset)).toEqual(tokenAt(new Lexer(sourceOf(text)), offset));
      }
    }),
    { numRuns: 100 },
  );
});

test.each([
  ['to the end of the line', '\\"x '],
  ['to the end of the text', '\\"""x\n'],
  ['with bad escapes', '\\"\\z '],
])('quotes that each may open a string %s are gone through once', (_, piece) => {
  const source = sourceOf(piece.repeat(1000));
  const scans = vi.spyOn(source.stringScans, 'add');
  const lexer = new Lexer(source);
  const quotes = [...source.text.matchAll(/"+/g)].map(({ index }) => index);
  for (const quote of quotes) expect(tokenAt(lexer, quote)).toMatchObject({ kind: 'string', closed: false });
  expect(scans).toHaveBeenCalledTimes(1);
});
