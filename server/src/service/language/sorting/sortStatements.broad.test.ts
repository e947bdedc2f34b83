import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { isomorphic } from '../../../rdf/isomorphism.ts';
import { block } from '../../../testing/fixture.ts';
import '../../../testing/seed.ts';
import { arbitraryTurtle } from '../../../rdf/turtle/arbitraryTurtle.testing.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { runs } from '../../../testing/runs.ts';
import { sortStatements } from './sortStatements.ts';

function sorted(text: string): string {
  const edit = sortStatements(new TurtleDocument('file:///data.ttl', 1, text));
  return edit ? applyEdits(text, [edit]) : text;
}

test('statements are sorted with their comments, between what divides the file', () =>
  expect(
    sorted(block`
      # shapes: shapes.ttl
      @prefix ex: <http://example.org/> .

      # The second.
      # shacl-repair-ignore sh:datatype
      ex:pump10 a ex:Pump . # big
      [] a ex:Pump .

      ex:pump2 a ex:Pump ;
        # inside
        ex:flow 1 .
      ex:pump10 ex:flow 2 .

      # Fans

      ex:b a ex:Fan .
      ex:a a ex:Fan .
    `),
  ).toBe(block`
    # shapes: shapes.ttl
    @prefix ex: <http://example.org/> .

    ex:pump2 a ex:Pump ;
      # inside
      ex:flow 1 .
    # The second.
    # shacl-repair-ignore sh:datatype
    ex:pump10 a ex:Pump . # big

    ex:pump10 ex:flow 2 .
    [] a ex:Pump .

    # Fans

    ex:a a ex:Fan .
    ex:b a ex:Fan .
  `));

test.each([
  ['with errors', '<b> <p> 1 .\n<a> <p> [ .\n'],
  ['with two statements on a line', '<b> <p> 1 . <c> <p> 1 .\n<a> <p> 1 .\n'],
  ['around a region', '# region\n<b> <p> 1 .\n# endregion\n<a> <p> 1 .\n'],
])('a file %s stays as it is', (_, text) => expect(sorted(text)).toBe(text));

test('comments at the start stay there', () =>
  expect(sorted('# shapes: s.ttl\n<b> <p> 1 .\n<a> <p> 1 .')).toBe(
    '# shapes: s.ttl\n<a> <p> 1 .\n<b> <p> 1 .',
  ));

test('the graph and the comments stay, and what is sorted stays as it is', () =>
  fc.assert(
    fc.property(arbitraryTurtle({ minStatements: 2, isRdf12: true }), ({ text }) => {
      const before = new TurtleDocument('file:///data.ttl', 1, text);
      const after = new TurtleDocument('file:///data.ttl', 2, sorted(text));
      expect(after.errors).toEqual([]);
      expect(isomorphic(before.graph.triples(), after.graph.triples())).toBe(true);
      expect(commentsOf(after)).toEqual(commentsOf(before));
      expect(sorted(after.text)).toBe(after.text);
    }),
    { numRuns: runs(Number(process.env.TURTLE_RUNS ?? 300)) },
  ));

/** The comments of a document, each as often as it is there, sorted. */
function commentsOf({ text, comments }: TurtleDocument): readonly string[] {
  return comments
    .map(({ start, end }) => text.slice(start, end))
    .sort((a, b) => (a < b ? -1 : Number(a > b)));
}
