import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoredText } from '../../base/storedText.ts';
import { tripleToNTriples } from '../../rdf/nTriples.ts';
import { terms } from '../../rdf/terms.ts';
import { arbitraryTurtle } from '../../rdf/turtle/arbitraryTurtle.testing.ts';
import { type LineParser, parsePart } from '../../rdf/turtle/parsedPart.ts';
import { expectSameDocument } from '../../rdf/turtle/sameDocument.testing.ts';
import { graphsFormat, type TextFormat } from '../../rdf/turtle/textFormat.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { runs } from '../../testing/runs.ts';
import { readStored } from './readStored.ts';

const uri = 'http://example.org/data';
const numRuns = runs(100);

const linesOfGraph = fc
  .oneof(arbitraryTurtle({ layout: 'lines' }), arbitraryTurtle({ layout: 'lines', isRdf12: true }))
  .map(({ text }) => [...new TurtleDocument(uri, 0, text).graph.triples()].map(tripleToNTriples));

const otherLines = fc.constantFrom(
  '# a comment',
  '',
  '<http://e/a> <http://e/b> "1"^^<http://e/t> <http://e/g> .',
  '<http://e/a> <http://e/b> "\\u00e9 é😀"@EN--ltr <http://example.org/folder/g> . # in a graph',
  '_:b <http://e/b> _:c.',
  '  <http://e/a>\t<http://e/b>\t<http://e/c>   .   ',
  '<http://e/a> <http://e/b> "with a NUL \u0000" .',
);

const damagedLines = fc.constantFrom(
  '<http://e/a> <http://e/b> "not closed .',
  '<http://e/a> <http://e/b> """on',
  'two lines""" .',
  '<http://e/a>',
  '. ',
  '<a> <b> <c> .',
  'ex:a a ex:b ; ex:c [ ex:d 1 ] .',
  '@prefix ex: <http://e/> .',
  'VERSION "1.2"',
  '\r',
  '<http://e/a> <http://e/b> <http://e/c>, <http://e/d> .',
  '"x"'.repeat(400),
);

const text = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: linesOfGraph },
        { weight: 2, arbitrary: otherLines.map((line) => [line]) },
        { weight: 1, arbitrary: damagedLines.map((line) => [line]) },
      ),
      { minLength: 1, maxLength: 4 },
    ),
    fc.integer({ min: 1, max: 3 }),
    fc.boolean(),
    fc.constantFrom('\n', '\n', '\r\n'),
    fc.boolean(),
  )
  .map(([groups, times, isRegular, lineEnd, hasMark]) => {
    // Enough of them that there are parts without damage.
    const regular = Array.from({ length: 80 }, (_, i) => `<http://e/r${i}> <http://e/p> "${i}" .`);
    const lines = Array.from({ length: times }, () => [
      ...groups.flat(),
      ...(isRegular ? regular : []),
    ]).flat();
    return `${hasMark ? '\ufeff' : ''}${lines.join(lineEnd)}${lineEnd}`;
  });

const chosen = { unnamed: true, named: ['http://example.org/folder/g'] };
const formats: readonly TextFormat[] = [
  { name: 'N-Triples', chosen: undefined },
  graphsFormat('N-Quads', chosen),
];

test.each(formats)('lines of $name that others have parsed are the same document', async (format) => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 300, max: 6000 }), fc.nat(), async (whole, atOnce, place) => {
      const bytes = new TextEncoder().encode(whole);
      const stored: StoredText = {
        size: bytes.length,
        read: async (position) => bytes.slice(position, position + atOnce),
        readAgain: (start, end) => bytes.slice(start, end),
      };
      const parser: LineParser = {
        atOnce: 2,
        // As a thread does.
        parse: async (lines) => {
          const part = structuredClone(parsePart(structuredClone(lines)));
          if (part) taken++;
          return part;
        },
        end() {},
      };
      const source = { uri, format, stored };
      const document = await readStored(
        source,
        (work) => work(),
        () => {},
        { openParser: async () => parser },
      );
      if (!('graph' in document)) throw new Error(document.detail);
      const fresh = TurtleDocument.as(format, { uri, version: 0, text: whole.replace(/^\ufeff/, '') });
      expectSameDocument(document, fresh, [place % (whole.length + 1)]);
      expect([...document.graph.triples()]).toEqual([...fresh.graph.triples()]);
    }),
    { numRuns },
  );
  expect(taken).toBeGreaterThan(numRuns / 4);
});

describe('a line that is longer than what is read of it at once', () => {
  const parsedElsewhere: LineParser = { atOnce: 2, parse: async (lines) => parsePart(lines), end() {} };
  const read = (bytes: Uint8Array) =>
    readStored(
      {
        uri,
        format: formats[0]!,
        stored: {
          size: bytes.length,
          read: async (position) => bytes.slice(position, position + 8_000_001),
          readAgain: (start, end) => bytes.slice(start, end),
        },
      },
      (work) => work(),
      () => {},
      { openParser: async () => parsedElsewhere },
    );

  test('is cut between characters', async () => {
    const value = '€'.repeat(9_000_000);
    const document = await read(
      new TextEncoder().encode(
        `<http://e/a> <http://e/b> <http://e/c> .\n<http://e/a> <http://e/d> "${value}" .\n`,
      ),
    );
    if (!('graph' in document)) throw new Error(document.detail);
    expect([...document.graph.triples()].map(({ object }) => terms.value(object).length)).toEqual([
      10, 9_000_000,
    ]);
  });

  test('is refused where it is not UTF-8', async () => {
    expect(await read(new Uint8Array(30_000_000).fill(0x80))).toMatchObject({
      kind: 'unreadable',
      reason: 'binary',
    });
  });
});
