import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { terms } from '../terms.ts';
import { TurtleDocument } from './turtleDocument.ts';

const declarations = '@prefix ex: <http://example.org/> .\n';

const read = (text: string) => new TurtleDocument('http://example.org/document', 1, declarations + text);

describe('bad input is read to its end', () => {
  test('zero bytes', () => {
    const document = new TurtleDocument('http://example.org/empty', 1, '');
    expect([document.statements, document.errors, [...document.graph.triples()]]).toEqual([[], [], []]);
  });

  test.each([
    ['binary', '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR\u0000\u0000'],
    ['NUL', 'ex:a ex:p \u0000 .'],
    ['lone surrogates', 'ex:\ud800 ex:\udc00 <\ud800> .'],
    ['a byte order mark inside', 'ex:a ex:p \ufeff .'],
    ['10,000 open brackets', `ex:a ex:p ${'[ ex:p '.repeat(10_000)}`],
    ['10,000 open lists', `ex:a ex:p ${'('.repeat(10_000)}`],
    ['20,000 closing brackets', ']'.repeat(20_000)],
    ['20,000 open quotes', '"\n'.repeat(20_000)],
    ['50,000 long quotes of two kinds', `"""'''\n`.repeat(50_000)],
    ['20,000 statements without a dot on one line', 'ex:a ex:p $ '.repeat(20_000)],
    ['20,000 terms too many on one line', 'ex:a ex:p ex:b ex:c $ "x" ex:d ; '.repeat(20_000)],
    ['20,000 long strings too many on one line', 'ex:a ex:p 1 $ """x""" """y""" ; '.repeat(20_000)],
    ['20,000 broken directives on one line', '@prefix x '.repeat(20_000)],
    ['200,000 halves of characters', '\ud800'.repeat(200_000)],
    [
      '20,000 statements in a string without an end',
      block`
        ex:a ex:p """
        ${'ex:a ex:p """\n'.repeat(20_000)}`,
    ],
    ['20,000 brackets without a dot', '[ ex:p 1 ]\n'.repeat(20_000)],
    [
      'an unterminated string at the top of 1 MB',
      block`
        ex:a ex:p "x .
        ${'ex:a ex:p "some text" .\n'.repeat(40_000)}`,
    ],
  ])('%s', (_, text) => {
    const document = read(text);
    expect(document.errors.length).toBeGreaterThan(0);
    for (const statement of document.statements) if (statement.kind === 'triples') statement.visit({});
  });

  test('a statement without a prefix at the very start, which is not its own successor', () => {
    const document = new TurtleDocument('http://example.org/document', 1, '<>a\n\t:;\n\nT');
    expect(document.statements.map(({ start }) => start)).toEqual([0]);
    expect(document.errors).not.toEqual([]);
  });

  test('an unterminated long string at the top of 1 MB', () => {
    const document = read(block`
      ex:a ex:p """x .
      ${'ex:b ex:p "some text" .\n'.repeat(40_000)}`);
    expect(document.errors).toHaveLength(1);
    expect(document.statements).toHaveLength(40_002);
  });

  test('10,000 nested brackets are read, and their nodes can be walked', () => {
    const text = `ex:a ex:p ${'[ ex:p ('.repeat(10_000)}${') ]'.repeat(10_000)} .`;
    const { errors: found, sources } = read(text);
    expect(found).toEqual([]);
    expect(Array.from(sources.triples())).toHaveLength(1 + 10_000 + 2 * 9_999);
    expect(sources.mentions(terms.iri('http://example.org/p'))).toHaveLength(10_001);
  });
});
