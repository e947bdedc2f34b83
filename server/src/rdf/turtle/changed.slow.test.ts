import { describe, expect, test } from 'vitest';
import { triesAll } from '../../testing/runs.ts';
import { checkChange, expectSameDocument } from './sameDocument.testing.ts';
import { TurtleDocument } from './turtleDocument.ts';

const declarations = '@prefix ex: <http://example.org/> .\n';

const uri = 'http://example.org/document';

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
  ])('%s', (_, marked) => expect(checkChange(marked).after.version).toBe(2));
});

test.runIf(triesAll)('edits in more places than a document keeps apart lead to the same document', () => {
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
