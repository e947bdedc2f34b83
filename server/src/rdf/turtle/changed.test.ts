import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { checkChange } from './sameDocument.testing.ts';
import { TurtleDocument } from './turtleDocument.ts';

describe('the graph is the same object after an edit', () => {
  test.each([
    ['of a comment', 'ex:a ex:p ex:b . # ⟦old|new⟧\nex:c ex:p ex:d .'],
    ['of a comment inside a statement', 'ex:a # ⟦old|new⟧\n ex:p [ ex:q ( 1 2 ) ] .'],
    ['of white space', 'ex:a⟦ |\n    ⟧ex:p [] .\nex:c ex:p ex:d .'],
    ['that writes a term in another way', 'ex:a ex:p ⟦ex:b|<http://example.org/b>⟧ .'],
    ['that swaps objects', 'ex:a ex:p ⟦ex:b , ex:c|ex:c , ex:b⟧ .'],
    [
      'that adds a prefix',
      '⟦|@prefix new: <http://example.org/new/> .\n⟧ex:a ex:p [ ex:q [] ] , [] .\n[] ex:p [] .',
    ],
  ])('%s', (_, marked) => expect(checkChange(marked).sameGraph).toBe(true));
});

describe('the prefixes are the same object', () => {
  test.each([
    ['after an edit elsewhere', 'ex:a ex:p ⟦1|2⟧ .\n', true],
    [
      'after a declaration was written again',
      '⟦|@prefix ex: <http://example.org/> .⟧\nex:a ex:p 1 .\n',
      true,
    ],
    ['not after one was added', '⟦|@prefix new: <urn:new:> .⟧\nex:a ex:p 1 .\n', false],
  ])('%s: %s', (_, marked, expected) => expect(checkChange(marked).samePrefixes).toBe(expected));
});

describe('blank nodes keep their names', () => {
  const kept = ({ before, after }: ReturnType<typeof checkChange>) =>
    Array.from(before.graph.triples()).filter(({ subject, predicate, object }) =>
      after.graph.has(subject, predicate, object),
    ).length;

  test('when a statement that looks the same is added before', () =>
    expect(kept(checkChange('⟦|ex:a ex:p [] .\n⟧ex:a ex:p [ ex:q 1 ] .\nex:a ex:p ( 2 ) .'))).toBe(5));

  test('when one is removed, and those that are read again get theirs back', () => {
    expect(kept(checkChange('⟦ex:a ex:p [] .\n|⟧ex:a ex:p [ ex:q 1 ] .'))).toBe(2);
    expect(kept(checkChange('ex:a ex:p [] .\nex:a ex:p [ ex:q 1 ] ⟦|; ex:r 2⟧ .'))).toBe(3);
  });
});

describe('statements with errors are read again when something changes', () => {
  test.each([
    [
      'in the text that they looked at',
      'ex:a ex:p """open .\nex:b ex:p 1 .\nex:c ex:p 2 .\nex:d ex:p ⟦3|"""x"""⟧ .',
    ],
    [
      'far behind a string without an end',
      'ex:a ex:p """open .\nex:b ex:p 1 .\nex:c ex:p ⟦2|"""⟧ .\nex:d ex:p 3 .',
    ],
    ['before them on their line', '⟦|  ⟧ex:a ex:p 1 . ex:b ex:p\n  ex:c ex:p 1 .'],
    ['at a byte order mark', '⟦|\ufeff⟧ex:a ex:p 1 .'],
    ['at dots', 'ex:a ex:p ex:b......⟦|c⟧ .'],
    ['where a directive could have a dot', 'PREFIX a: <urn:a:>\n⟦|.⟧\nex:a ex:p 1 .'],
    ['where a declaration breaks', '@prefix a: <urn:a:⟦>|⟧ .\na:b a:c a:d .\nex:a a:p 1 .'],
  ])('%s', (_, marked) => expect(checkChange(marked).after.version).toBe(2));
});

test('a change that does not fit the text is refused', () => {
  const document = new TurtleDocument('http://example.org/document', 1, '# a comment');
  expect(() => document.changed(2, '', { start: 0, end: 1, length: 0 })).toThrow(RangeError);
});

test('several edits lead to the text that they lead to together, also at one place', () => {
  const document = new TurtleDocument('file:///data.ttl', 1, '@prefix : <urn:> .\n:a :b 1, 3 .\n');
  const at = (offset: number, length: number, newText: string) => ({
    range: { start: offset, end: offset + length },
    newText,
  });
  const three = document.text.indexOf('3');
  const edits = [at(three, 1, '4'), at(three, 0, '2, '), at(three, 0, '3, '), at(19, 0, '# first\n')];
  const edited = document.editedBy(edits);
  expect(edited.text).toBe(applyEdits(document.text, edits));
  expect(edited.text).toContain('1, 2, 3, 4');
  expect(edited.graph.size).toBe(4);
});
