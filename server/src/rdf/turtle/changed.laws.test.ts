import fc from 'fast-check';
import { describe, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { arbitraryHistory } from './arbitraryEdit.testing.ts';
import { arbitraryTurtle } from './arbitraryTurtle.testing.ts';
import { expectSameDocument } from './sameDocument.testing.ts';
import { TurtleDocument } from './turtleDocument.ts';

const numRuns = runs(Number(process.env.TURTLE_RUNS ?? 150));
const uri = 'http://example.org/folder/document';
const maxEdits = 8;

/** What is asked of a version before it is changed: what was made of it then has to be brought up to date. */
const looks = {
  nothing: () => undefined,
  graph: (document: TurtleDocument) => document.graph,
  sources: (document: TurtleDocument) => [document.sources.mentions(0), document.sources.blocks(0)],
  lines: (document: TurtleDocument) => document.lines,
  statements: (document: TurtleDocument) => [document.statements, document.errors, document.comments],
};

const text = fc
  .oneof(
    arbitraryTurtle({ layout: 'lines' }),
    arbitraryTurtle({ layout: 'free' }),
    arbitraryTurtle({ layout: 'free', isRdf12: true }),
  )
  .map((generated) => generated.text);

const look = fc.constantFrom(...(Object.keys(looks) as (keyof typeof looks)[]));
const perEdit = { minLength: maxEdits, maxLength: maxEdits };

describe('a document that was changed', () => {
  test('is like one made from its text, and so are the versions before it', () =>
    fc.assert(
      fc.property(
        arbitraryHistory(text, maxEdits),
        fc.array(look, perEdit),
        fc.array(fc.nat(), perEdit),
        ({ first, edits }, looksBefore, places) => {
          let document = new TurtleDocument(uri, 0, first);
          const versions = [document];
          for (const [i, { text: after, change }] of edits.entries()) {
            looks[looksBefore[i]!](document);
            document = document.changed(i + 1, after, change);
            versions.push(document);
          }
          for (const version of versions.reverse()) {
            const offsets = places.map((place) => place % (version.text.length + 1));
            expectSameDocument(version, new TurtleDocument(uri, 0, version.text), offsets);
          }
        },
      ),
      { numRuns },
    ));
});
