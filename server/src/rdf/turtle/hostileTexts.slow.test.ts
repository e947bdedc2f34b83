import { describe, expect, test } from 'vitest';
import { TripleWalk, termsOf } from './treeWalk.ts';
import { TurtleDocument } from './turtleDocument.ts';

const header = '@prefix ex: <http://example.org/> .\n';
const documentOf = (body: string) => new TurtleDocument('http://example.org/document', 1, header + body);

/** The document after a space was typed behind its header. */
function typedIn({ version, text }: TurtleDocument, document: TurtleDocument): TurtleDocument {
  const start = header.length;
  return document.changed(version + 1, `${header} ${text.slice(start)}`, { start, end: start, length: 1 });
}

/*
 * Texts that were made to be slow. How long they take is measured by `npm run bench hostile`; here is what they
 * read as, at sizes at which anything that recurses or goes through them again and again would not end in time.
 */

describe('brackets 30,000 deep', () => {
  const depth = 30_000;

  test.each([
    ['[', ''],
    ['[\n', ''],
    ['(', ''],
    ['ex:b [ ', 'ex:a '],
    ['( ', 'ex:a ex:b '],
    ['[ ', 'ex:a ex:b % '],
    ['( ', 'ex:a ex:b % '],
  ])('that are not closed state nothing (%j behind %j)', (open, before) => {
    const document = documentOf(before + open.repeat(depth));
    expect(document.errors.length).toBeGreaterThan(0);
    expect(document.graph.size).toBe(0);
    const typed = typedIn(document, document);
    expect(typed.errors.length).toBe(document.errors.length);
    expect(typed.statementCount).toBe(document.statementCount);
  });

  test.each([']', '] ', ')\n', '] ) '])('that are not opened state nothing (%j)', (close) => {
    const document = documentOf(`ex:a ex:b 1 ; ex:c ${close.repeat(depth)} .`);
    expect(document.errors).toHaveLength(1);
    expect(document.graph.size).toBe(1);
    expect(typedIn(document, document).errors).toHaveLength(1);
  });

  test('of blank nodes state as many triples', () => {
    const document = documentOf(`ex:a ${'ex:b [\n'.repeat(depth)}${'] '.repeat(depth)}.`);
    expect(document.errors).toEqual([]);
    expect(document.graph.size).toBe(depth);
    const statement = document.statement(1);
    if (statement.kind !== 'triples') throw new Error('no triples');
    expect(termsOf(statement)).toHaveLength(2 * depth + 1);
    expect(document.sources.termAt(document.text.indexOf('] ] ]'))?.node.kind).toBe('propertyList');
    expect(typedIn(document, document).graph.size).toBe(depth);
  });

  test('of collections state each cell', () => {
    const document = documentOf(`ex:a ex:b ${'('.repeat(depth)}${')'.repeat(depth)} .`);
    expect(document.errors).toEqual([]);
    expect(document.graph.size).toBe(2 * depth - 1);
    const statement = document.statement(1);
    if (statement.kind !== 'triples') throw new Error('no triples');
    const walk = new TripleWalk(statement);
    let triples = 0;
    while (walk.next()) triples++;
    expect(triples).toBe(2 * depth - 1);
  });
});

describe('5,000 errors', () => {
  const count = 5_000;

  test.each([
    ['on one line', 'ex:a ex:b % . ', count],
    ['on lines of their own', 'ex:a ex:b % .\n', count],
    ['in strings that are not closed', 'ex:a ex:b "x .\n', count],
    ['in IRIs that are not closed', 'ex:a ex:b <x . ', count],
    ['in quotes that may open a string to the end of the text', 'ex:a ex:b \\"""x .\n', count],
    ['in quotes that may open a string to the end of the line', '\\"x ', 1],
    ['in quotes glued to words', 'x"', 1],
    ['in angle brackets', '<<<<<\n', 2 * count],
    ['in names without a prefix', 'ex:a ex:b c:d .\n', count],
  ])('%s are found, and found again after an edit', (_, piece, errors) => {
    const document = documentOf(piece.repeat(count));
    expect(document.errors).toHaveLength(errors);
    const typed = typedIn(document, document);
    expect(typed.errors.map(({ message }) => message)).toEqual(document.errors.map(({ message }) => message));
  });
});
