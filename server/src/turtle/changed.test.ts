import { describe, expect, test } from 'vitest';
import { expectSameDocument } from '../testing/sameDocument.ts';
import { TurtleDocument } from './turtleDocument.ts';

const declarations = '@prefix ex: <http://example.org/> .\n';
const uri = 'http://example.org/document';

/** The documents before and after `old` in `⟦old|new⟧` became `new`. */
function change(marked: string) {
  const [head, old, by, tail] = marked.split(/⟦(.*)\|(.*)⟧/s) as [string, string, string, string];
  const start = declarations.length + head.length;
  const before = new TurtleDocument(uri, 1, declarations + head + old + tail);
  const graph = before.graph;
  const { prefixes } = before;
  const after = before.changed(2, declarations + head + by + tail, {
    start,
    end: start + old.length,
    length: by.length,
  });
  expectSameDocument(after, new TurtleDocument(uri, 2, after.text), [start]);
  return { before, after, sameGraph: after.graph === graph, samePrefixes: after.prefixes === prefixes };
}

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
  ])('%s', (_, marked) => expect(change(marked).sameGraph).toBe(true));
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
  ])('%s: %s', (_, marked, expected) => expect(change(marked).samePrefixes).toBe(expected));
});

describe('blank nodes keep their names', () => {
  const kept = ({ before, after }: ReturnType<typeof change>) =>
    Array.from(before.graph.triples()).filter(({ subject, predicate, object }) =>
      after.graph.has(subject, predicate, object),
    ).length;

  test('when a statement that looks the same is added before', () =>
    expect(kept(change('⟦|ex:a ex:p [] .\n⟧ex:a ex:p [ ex:q 1 ] .\nex:a ex:p ( 2 ) .'))).toBe(5));

  test('when one is removed, and those that are read again get theirs back', () => {
    expect(kept(change('⟦ex:a ex:p [] .\n|⟧ex:a ex:p [ ex:q 1 ] .'))).toBe(2);
    expect(kept(change('ex:a ex:p [] .\nex:a ex:p [ ex:q 1 ] ⟦|; ex:r 2⟧ .'))).toBe(3);
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
  ])('%s', (_, marked) => expect(change(marked).after.version).toBe(2));
});

describe('another prefix in a long document', () => {
  // Long enough for the parts without the prefix to be kept.
  const filler = Array.from(
    { length: 300 },
    (_, i) => `ex:s${i} ex:p [ ex:q "some text, some more text" ] .\n`,
  );
  const part = (subject: string) => `${filler.join('')}${subject} ex:p q:a . # q:comment\n`;
  const text = `${part('ex:a')}ex:broken ex:p\n${part('ex:b')}@prefix q: <urn:q2:> .\n${part('ex:c')}`;

  test.each([
    ['is declared', `⟦|@prefix q: <urn:q:> .\n⟧${text}`],
    ['is not declared any more', `⟦@prefix q: <urn:q:> .|⟧\n${text}`],
    ['has another IRI', `@prefix q: <urn:q⟦:|-⟧> .\n${text}`],
    ['has another name', `@prefix ⟦q|r⟧: <urn:q:> .\n${text}`],
    ['has an unreadable IRI', `@prefix q: <urn:q:⟦>|⟧ .\n${text}`],
    ['is not used', `⟦|@prefix r: <urn:r:> .\n⟧${text}`],
    ['comes with another base', `⟦|@base <http://example.org/base/> .\n⟧${text}<> ex:p <x> .\n`],
  ])('%s', (_, marked) => expect(change(marked).after.version).toBe(2));
});

test('a change that does not fit the text is refused', () => {
  const document = new TurtleDocument(uri, 1, declarations);
  expect(() => document.changed(2, '', { start: 0, end: 1, length: 0 })).toThrow(RangeError);
});

test('edits in more places than a document keeps apart lead to the same document', () => {
  const count = 700;
  const lines = Array.from({ length: count }, (_, i) => `ex:s${i} ex:p [ ex:q ${i} ] . # ${i}\n`);
  let document = new TurtleDocument(uri, 0, declarations + lines.join(''));
  for (let i = 0; i < count; i++) {
    const { text } = document;
    const subject = `ex:s${(7 * i + 3) % count}`;
    const at = text.indexOf(`${subject} `) + subject.length;
    const added = ` ex:r (${i}) ;`;
    document = document.changed(i, text.slice(0, at) + added + text.slice(at), {
      start: at,
      end: at,
      length: added.length,
    });
  }
  expectSameDocument(document, new TurtleDocument(uri, 0, document.text), [0, 1000]);
});
