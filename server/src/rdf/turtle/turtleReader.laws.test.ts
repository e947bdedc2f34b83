import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type StoredText, StoredTextReader } from '../../base/storedText.ts';
import { runs } from '../../testing/runs.ts';
import { tripleToNTriples } from '../nTriples.ts';
import type { Triple } from '../terms.ts';
import { arbitraryHistory } from './arbitraryEdit.testing.ts';
import { arbitraryTurtle } from './arbitraryTurtle.testing.ts';
import { expectSameDocument } from './sameDocument.testing.ts';
import { graphsFormat, type TextFormat } from './textFormat.ts';
import { TurtleDocument } from './turtleDocument.ts';
import { TurtleReader } from './turtleReader.ts';

const numRuns = runs(Number(process.env.TURTLE_RUNS ?? 60));
const uri = 'http://example.org/folder/document';

const wellFormed = fc
  .oneof(
    arbitraryTurtle({ layout: 'lines' }),
    arbitraryTurtle({ layout: 'free' }),
    arbitraryTurtle({ layout: 'lines', isRdf12: true }),
  )
  .map((generated) => generated.text);

/** Texts with what goes wrong while somebody types. */
const edited = arbitraryHistory(wellFormed, 4).map(({ first, edits }) => edits.at(-1)?.text ?? first);

const soup = fc
  .array(
    fc.constantFrom(
      'ex:a ex:p ex:b .\n',
      '[ ex:p 1 ] .\r\n',
      '@prefix ex: <http://e/> .\n',
      '@base <http://b/> .',
      '"""',
      '"',
      "'''",
      '# ex:\n',
      '_:b ex:p ( 1 2.0 ) ; ',
      '<a> <b> "é😀\u0000"@en .',
      '<a> <b> "1" <g> .\n',
      '_:b <b> <c> <other> .\n<a>',
      '. ',
      '.',
      ']',
      '\r',
      '\n',
      '   ex:c',
      'x'.repeat(300),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

const text = fc
  .array(fc.oneof(wellFormed, edited, soup), { minLength: 1, maxLength: 4 })
  // What reads files takes byte order marks away.
  .map((texts) =>
    new TextDecoder().decode(new TextEncoder().encode(texts.join('\n'))).replace(/^\uFEFF+/, ''),
  );

/**
 * Reads a text in parts of some numbers of bytes, in turn.
 *
 * @param take is given what was read behind each part; without it, one document has all.
 */
async function readInParts(
  whole: string,
  sizes: readonly number[],
  format: TextFormat | undefined,
  take?: (part: TurtleDocument) => void,
): Promise<TurtleDocument> {
  const bytes = new TextEncoder().encode(whole);
  const stored: StoredText = {
    size: bytes.length,
    read: async (position) => bytes.subarray(position),
    readAgain: (start, end) => bytes.subarray(start, end),
  };
  const texts = new StoredTextReader(stored, 16);
  const reader = new TurtleReader(uri, format);
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const end = at + sizes[i % sizes.length]!;
    reader.add(texts.add(bytes.subarray(at, end)));
    take?.(reader.take(texts.rope()));
    at = end;
  }
  reader.add(texts.end());
  return reader.end(texts.rope());
}

const sizes = fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 5 });

describe('a text that is read in parts', () => {
  const chosen = { unnamed: true, named: ['http://example.org/folder/g'] };
  const readings: readonly (readonly [string, TextFormat | undefined])[] = [
    ['Turtle', undefined],
    ['N-Triples', { name: 'N-Triples', chosen: undefined }],
    ['N-Quads', graphsFormat('N-Quads', undefined)],
    ['some graphs of N-Quads', graphsFormat('N-Quads', chosen)],
    ['some graphs of TriG', graphsFormat('TriG', chosen)],
  ];

  test.each(readings)('gives the same document as the whole text, read as %s', (_, format) =>
    fc.assert(
      fc.asyncProperty(text, sizes, fc.array(fc.nat(), { maxLength: 4 }), async (whole, parts, places) => {
        const document = await readInParts(whole, parts, format);
        const fresh = TurtleDocument.as(format, { uri, version: 0, text: whole });
        expectSameDocument(
          document,
          fresh,
          places.map((place) => place % (whole.length + 1)),
        );
        expect([...document.graph.triples()]).toEqual([...fresh.graph.triples()]);
      }),
      { numRuns },
    ),
  );

  test.each(readings)(
    'has the same triples, errors and comments when it is taken in parts, as %s',
    (_, format) =>
      fc.assert(
        fc.asyncProperty(text, sizes, async (whole, bytes) => {
          const parts: TurtleDocument[] = [];
          parts.push(await readInParts(whole, bytes, format, (part) => parts.push(part)));
          const fresh = TurtleDocument.as(format, { uri, version: 0, text: whole });
          const triples = parts.flatMap(({ graph }) => [...graph.triples()]);
          expect(unique(triples)).toEqual(unique([...fresh.graph.triples()]));
          expect(parts.flatMap(({ errors }) => errors)).toEqual(fresh.errors);
          expect(parts.flatMap(({ comments }) => comments)).toEqual(fresh.comments);
        }),
        { numRuns },
      ),
  );
});

const unique = (triples: readonly Triple[]) => [...new Set(triples.map(tripleToNTriples))].sort();
