import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryTurtle } from '../../../rdf/turtle/arbitraryTurtle.testing.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { block, parseFixture, withoutPrelude } from '../../../testing/fixture.ts';
import { selectionRanges } from './selectionRanges.ts';

test('a selection grows from the text of a string to the document', () =>
  expect(
    selected(block`
      ex:a ex:p [ ex:q "one$0 two"@en , 2 ; ex:r 3 ] .
      ex:b ex:p 4 .
    `),
  ).toEqual([
    'one two',
    '"one two"',
    '"one two"@en',
    '"one two"@en , 2',
    'ex:q "one two"@en , 2',
    'ex:q "one two"@en , 2 ; ex:r 3',
    '[ ex:q "one two"@en , 2 ; ex:r 3 ]',
    'ex:p [ ex:q "one two"@en , 2 ; ex:r 3 ]',
    'ex:a ex:p [ ex:q "one two"@en , 2 ; ex:r 3 ] .',
    'ex:a ex:p [ ex:q "one two"@en , 2 ; ex:r 3 ] .\nex:b ex:p 4 .\n',
  ]));

test('a selection grows from the prefix of a declaration', () =>
  expect(selected('@prefix e$0: <http://example.org/> .')).toEqual([
    'e:',
    '@prefix e: <http://example.org/> .',
  ]));

test('each selection is in the next one, at every offset', () =>
  fc.assert(
    fc.property(arbitraryTurtle({ layout: 'free', isRdf12: true }), fc.nat(), ({ text }, at) => {
      const document = new TurtleDocument('file:///data.ttl', 1, text);
      const ranges = selectionRanges(document, at % (text.length + 1));
      for (const [i, { start, end }] of ranges.slice(1).entries()) {
        const inner = ranges[i]!;
        expect(start <= inner.start && inner.end <= end && inner.end - inner.start < end - start).toBe(true);
      }
    }),
    { numRuns: 30 },
  ));

/** The texts around the cursor, from the inside out. */
function selected(marked: string): readonly string[] {
  const { text, cursor } = parseFixture(marked).files[0]!;
  const ranges = selectionRanges(new TurtleDocument('file:///data.ttl', 1, text), cursor!);
  return ranges.map(({ start, end }) => withoutPrelude(text.slice(start, end)));
}
