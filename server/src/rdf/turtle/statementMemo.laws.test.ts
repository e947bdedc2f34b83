import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { arbitraryHistory } from './arbitraryEdit.testing.ts';
import { arbitraryTurtle } from './arbitraryTurtle.testing.ts';
import { StatementFinds, StatementMemo } from './statementMemo.ts';
import { TurtleDocument } from './turtleDocument.ts';

const numRuns = runs(Number(process.env.TURTLE_RUNS ?? 400));
const uri = 'http://example.org/folder/document';
const text = arbitraryTurtle({ layout: 'lines' }).map((generated) => generated.text);

test('what is derived from the statements of a changed document is what its text has', () =>
  fc.assert(
    fc.property(arbitraryHistory(text, 6), ({ first, edits }) => {
      const kept = newMemo();
      let document = new TurtleDocument(uri, 0, first);
      const versions = [document];
      for (const [i, { text: after, change }] of edits.entries()) {
        derivedFrom(document, kept.memo);
        document = document.changed(i + 1, after, change);
        versions.push(document);
      }
      for (const version of versions.reverse()) {
        const fresh = new TurtleDocument(uri, 0, version.text);
        expect(derivedFrom(version, kept.memo)).toEqual(derivedFrom(fresh, newMemo().memo));
      }
    }),
    { numRuns },
  ));

test('what is found in the statements of a changed document is what its text has', () =>
  fc.assert(
    fc.property(arbitraryHistory(text, 6), fc.boolean(), ({ first, edits }, looksAtFirst) => {
      const kept = literalsIn();
      let document = new TurtleDocument(uri, 0, first);
      for (const [i, { text: after, change }] of edits.entries()) {
        if (looksAtFirst || i % 2 === 1) [...document.found(kept)];
        document = document.changed(i + 1, after, change);
      }
      const fresh = new TurtleDocument(uri, 0, document.text);
      expect([...document.found(kept)]).toEqual([...fresh.found(literalsIn())]);
    }),
    { numRuns },
  ));

test('statements that an edit leaves alone are derived from once', () => {
  const { memo, read } = newMemo();
  const before = new TurtleDocument(uri, 0, '<a> <p> 1 .\n<b> <p> 1 .\n<c> <p> 1 .\n');
  derivedFrom(before, memo);
  expect(read.splice(0)).toEqual(['<a> <p> 1 .', '<b> <p> 1 .', '<c> <p> 1 .']);
  const start = before.text.indexOf('<c>') + 2;
  derivedFrom(before.edited({ range: { start, end: start }, newText: 'c' }), memo);
  // The one before an edit may be read again.
  expect(read).toContain('<cc> <p> 1 .');
  expect(read).not.toContain('<a> <p> 1 .');
});

/** The places of strings in statements with some. */
function literalsIn() {
  return new StatementFinds((statement) => {
    const places: number[] = [];
    statement.forTerms(({ start, end }) => places.push(start, end), { forms: ['string'] });
    return places.length === 0 ? undefined : places;
  });
}

function newMemo() {
  const read: string[] = [];
  const memo = new StatementMemo((statement) => {
    read.push(statement.text);
    const { subject, length } = statement;
    const terms: string[] = [];
    statement.forTerms(({ role, form, start, end }) => terms.push(`${role} ${form} ${start} ${end}`));
    return {
      text: statement.text,
      length,
      subject: subject && { start: subject.start, end: subject.end },
      terms,
    };
  });
  return { memo, read };
}

function derivedFrom<T>(document: TurtleDocument, memo: StatementMemo<T>): readonly object[] {
  const found: object[] = [];
  document.forDerived(memo, (derived, start) => found.push({ derived, start }));
  return found;
}
