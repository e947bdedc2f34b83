import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { runs } from '../../../testing/runs.ts';
import { isomorphic } from '../../isomorphism.ts';
import '../../../testing/seed.ts';
import { arbitraryHistory } from '../arbitraryEdit.testing.ts';
import { arbitraryTurtle, type TurtleText } from '../arbitraryTurtle.testing.ts';
import { statementRange } from '../syntaxTree.ts';
import { TurtleDocument } from '../turtleDocument.ts';
import { formatDocument } from './formatDocument.ts';
import { readFormatItems } from './formatItems.ts';
import { defaultFormatOptions, type FormatOptions } from './formatOptions.ts';
import { joinEdits } from './joinEdits.ts';

const numRuns = Number(process.env.TURTLE_RUNS ?? runs(300));
const documentOf = (text: string, isTriG = false) =>
  new TurtleDocument(`http://example.org/folder/document${isTriG ? '.trig' : ''}`, 1, text);

const options: fc.Arbitrary<FormatOptions> = fc.record({
  indent: fc.constantFrom('  ', '\t', '        '),
  predicates: fc.constantFrom('indented', 'aligned'),
  alignObjects: fc.boolean(),
  objects: fc.constantFrom('keepLines', 'onePerLine'),
  semicolons: fc.constantFrom('lineEnd', 'lineStart'),
  dot: fc.constantFrom('lineEnd', 'ownLine'),
  keepOnOneLine: fc.constantFrom('nothing', 'brackets', 'statements'),
  sortPrefixes: fc.boolean(),
  alignPrefixes: fc.boolean(),
});
const anyOptions = fc.oneof(fc.constant(defaultFormatOptions), options);

/** The comments of a document, sorted, since those behind sorted declarations move with them. */
function commentsOf({ text, comments }: TurtleDocument): readonly string[] {
  return comments.map(({ start, end }) => text.slice(start, end)).sort();
}

/** The number of blank lines between the first token or comment and the last one, without those in declarations. */
function blankLinesIn(document: TurtleDocument): number {
  const { text } = document;
  const items = readFormatItems(text, 0, text.length, document.format !== undefined);
  const last = items.at(-1);
  return (
    items
      .slice(1)
      // The last dot moves up to the end of its statement.
      .filter((item) => item !== last || item.kind !== '.')
      .filter(
        ({ start }) =>
          !document.directives.some((each) => each.start < start && start < statementRange(each).end),
      )
      .reduce((sum, { breaks }) => sum + Math.max(0, breaks - 1), 0)
  );
}

function check(before: TurtleDocument, given: FormatOptions): TurtleDocument {
  const after = documentOf(
    applyEdits(before.text, formatDocument(before, given)),
    before.format !== undefined,
  );
  expect(commentsOf(after)).toEqual(commentsOf(before));
  expect(isomorphic(after.graph.triples(), before.graph.triples())).toBe(true);
  expect(after.errors.map(({ message }) => message)).toEqual(before.errors.map(({ message }) => message));
  expect(applyEdits(after.text, formatDocument(after, given))).toBe(after.text);
  return after;
}

describe('formatting keeps triples, comments and blank lines, and does nothing the second time', () => {
  test('for well-formed texts', () =>
    fc.assert(
      fc.property(arbitraryTurtle({ layout: 'free', isRdf12: true }), anyOptions, ({ text }, given) => {
        const before = documentOf(text);
        expect(blankLinesIn(check(before, given))).toBe(blankLinesIn(before));
      }),
      { numRuns },
    ));

  test('for TriG', () =>
    fc.assert(
      fc.property(
        arbitraryTurtle({ layout: 'free', isRdf12: true }),
        fc.array(fc.nat(6), { minLength: 20, maxLength: 20 }),
        anyOptions,
        (turtle, blocks, given) => {
          const before = documentOf(inBlocks(turtle, blocks), true);
          expect(before.errors).toEqual([]);
          const after = check(before, given);
          expect(after.graphNames).toEqual(before.graphNames);
        },
      ),
      { numRuns },
    ));

  test('for texts with errors', () =>
    fc.assert(
      fc.property(
        arbitraryHistory(
          arbitraryTurtle({ layout: 'lines', isRdf12: true }).map(({ text }) => text),
          3,
        ),
        anyOptions,
        ({ edits }, given) => {
          check(documentOf(edits.at(-1)!.text), given);
        },
      ),
      { numRuns },
    ));
});

/** The same statements, of which many are in graph blocks, some without their last dot. */
function inBlocks({ text, statements }: TurtleText, blocks: readonly number[]): string {
  let written = text;
  for (const [i, { start, end }] of [...statements.entries()].reverse()) {
    const statement = text.slice(start, end);
    const name = [undefined, undefined, '', 'GRAPH ex:g', '[ ]', 'ex:g', '<urn:g># name\n'][
      blocks[i % blocks.length]!
    ];
    if (name === undefined || /^(?:@|prefix\b|base\b|version\b)/i.test(statement)) continue;
    const inside = i % 2 === 0 ? statement : statement.slice(0, -1);
    written = `${written.slice(0, start)}${name}{${inside}}${written.slice(end)}`;
  }
  return written;
}

test('a range is formatted as the whole document is, and nothing else changes', () =>
  fc.assert(
    fc.property(
      arbitraryTurtle({ layout: 'lines', isRdf12: true }),
      fc.nat(),
      fc.nat(),
      ({ text, statements }, i, j) => {
        const range = {
          start: statements[i % statements.length]!.start,
          end: statements[j % statements.length]!.end,
        };
        if (range.end < range.start) return;
        const document = documentOf(text);
        const edits = formatDocument(document, defaultFormatOptions, range);
        const after = documentOf(applyEdits(text, edits));
        expect(isomorphic(after.graph.triples(), document.graph.triples())).toBe(true);
        expect(commentsOf(after)).toEqual(commentsOf(document));
        for (const edit of edits) expect(edit.range.end).toBeLessThanOrEqual(range.end);
      },
    ),
    { numRuns },
  ));

test('very many edits are one for each statement, and lead to the same text', () => {
  const text = Array.from({ length: 2000 }, (_, i) => `ex:n${i} ex:p 1;\n      ex:q 2;\n ex:r 3.\n`).join(
    '\n',
  );
  const document = documentOf(`@prefix ex: <http://example.org/>.\n${text}`);
  const edits = formatDocument(document, defaultFormatOptions);
  const joined = joinEdits(document, edits);
  expect(edits.length).toBeGreaterThan(5000);
  expect(joined.length).toBeLessThanOrEqual(document.statementCount);
  expect(applyEdits(document.text, joined)).toBe(applyEdits(document.text, edits));
  expect(joinEdits(document, edits.slice(0, 100))).toEqual(edits.slice(0, 100));
});
