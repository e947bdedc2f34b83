import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { terms } from '../terms.ts';
import { rdf, xsd } from '../vocab.ts';
import type { Mention } from './sourceMap.ts';
import { rangeIn } from './syntaxTree.ts';
import { TurtleDocument } from './turtleDocument.ts';

const declarations = block`
  @prefix ex: <http://example.org/> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
const read = (text: string) => new TurtleDocument('http://example.org/document', 1, declarations + text);
const ex = (name: string) => terms.iri(`http://example.org/${name}`);

describe('the term at an offset', () => {
  test.each([
    ['ex:$0a ex:p ex:b .', 'ex:a'],
    ['$0ex:a ex:p ex:b .', 'ex:a'],
    ['ex:a$0 ex:p ex:b .', 'ex:a'],
    ['ex:a $0 ex:p ex:b .', undefined],
    ['ex:a ex:p ex:b .$0', undefined],
    ['ex:a $0a ex:T .', 'a'],
    ['ex:a ex:p "te$0xt"@en .', '"text"@en'],
    ['ex:a ex:p "1"^^xsd:$0int .', 'xsd:int'],
    ['ex:a ex:p [ $0 ] .', '[  ]'],
    ['ex:a ex:p [ ex:q ex:$0c ] .', 'ex:c'],
    ['ex:a ex:p ( 1 $02 ) .', '2'],
    ['ex:a ex:p ($0 1 ) .', '( 1 )'],
    ['ex:a ex:p "x"$0, "y" .', '"x"'],
    ['[ex:p$0<http://example.org/b>] .', '<http://example.org/b>'],
    ['@prefix ex$0: <http://example.org/> .', undefined],
  ])('%s', (marked, expected) => {
    const document = read(marked.replace('$0', ''));
    const found = document.sources.termAt(declarations.length + marked.indexOf('$0'));
    expect(found && textOf(document, found)).toBe(expected);
  });
});

describe('mentions', () => {
  const document = read(
    'ex:a a ex:T ; ex:p ex:a , 1 , "1"^^xsd:integer , [ ex:a ( ex:a ) ] .\nex:b ex:p ex:a .',
  );
  const mentions = (id: number) => document.sources.mentions(id).map((mention) => textOf(document, mention));

  test('are all places where a term is written, in order', () =>
    expect(document.sources.mentions(ex('a')).map(startOf)).toEqual(
      Array.from(document.text.matchAll(/ex:a/g), ({ index }) => index),
    ));

  test('are in any notation', () => {
    expect(mentions(terms.literal('1', xsd.integer))).toEqual(['1', '"1"^^xsd:integer']);
    expect(mentions(rdf.type)).toEqual(['a']);
    expect(mentions(xsd.integer)).toEqual(['xsd:integer']);
  });

  test('are none for what is not written', () => expect(mentions(ex('none'))).toEqual([]));

  test('say what the term is in its statement', () =>
    expect(document.sources.written(ex('a')).map(({ role }) => role)).toEqual([
      'subject',
      'object',
      'predicate',
      'object',
      'object',
    ]));

  test('are found in a range by whole statements', () => {
    const inRange: string[] = [];
    const last = document.text.lastIndexOf('ex:p');
    document.sources.forWritten({ start: last, end: last + 1 }, ({ start, end, role }) =>
      inRange.push(`${role} ${document.text.slice(start, end)}`),
    );
    expect(inRange).toEqual(['subject ex:b', 'predicate ex:p', 'object ex:a']);
  });

  function startOf({ statement, node }: Mention): number {
    return rangeIn(statement, node).start;
  }
});

describe('blocks', () => {
  test('are statements first, then property lists', () => {
    const document = read(block`
      [ ex:p 1 ] ex:q 2 .
      _:x ex:p [ ex:r _:x ] .
      _:x ex:q 3 .`);
    const of = (statement: number) => {
      const found = document.statements[statement]!;
      const blocks = found.kind === 'triples' ? document.sources.blocks(found.subject.id) : [];
      return blocks.map(({ subject, predicates }) => `${subject.kind} ${predicates.length}`);
    };
    expect(of(2)).toEqual(['propertyList 1', 'propertyList 1']);
    expect(of(3)).toEqual(['label 1', 'label 1']);
  });
});

describe('occurrences', () => {
  const source = (text: string, subject: number, predicate: number, object: number) => {
    const document = read(text);
    return document.sources.occurrences({ subject, predicate, object }).map((found) => ({
      subject: textOf(document, { statement: found.statement, node: found.subject }),
      predicate:
        found.predicate && textOf(document, { statement: found.statement, node: found.predicate.verb }),
      object: found.objectTerm && textOf(document, { statement: found.statement, node: found.objectTerm }),
    }));
  };

  test('a triple that is stated twice', () =>
    expect(source('ex:a ex:p ex:b , ex:b .', ex('a'), ex('p'), ex('b'))).toEqual([
      { subject: 'ex:a', predicate: 'ex:p', object: 'ex:b' },
      { subject: 'ex:a', predicate: 'ex:p', object: 'ex:b' },
    ]));

  test('the triples of a list have no predicate', () => {
    const document = read('ex:a ex:p ( ex:b ) .');
    const [, first, rest] = [...document.sources.triples()];
    expect(source('ex:a ex:p ( ex:b ) .', first!.subject, rdf.first, ex('b'))).toEqual([
      { subject: '( ex:b )', predicate: undefined, object: 'ex:b' },
    ]);
    expect(source('ex:a ex:p ( ex:b ) .', rest!.subject, rdf.rest, rdf.nil)).toEqual([
      { subject: '( ex:b )', predicate: undefined, object: undefined },
    ]);
  });
});

describe('the statement at an offset', () => {
  test.each([
    ['ex:a ex:p 1 .$0ex:b ex:p 1 .', 1],
    ['ex:a ex:p 1$0 .', 0],
    ['ex:a ex:p 1 .$0', 0],
    ['ex:a ex:p 1 . $0 ex:b ex:p 1 .', undefined],
  ])('%s', (marked, expected) => {
    const document = read(marked.replace('$0', ''));
    const found = document.sources.statementAt(declarations.length + marked.indexOf('$0'));
    expect(found && document.statements.indexOf(found)).toBe(
      expected === undefined ? undefined : expected + 2,
    );
  });

  test('is none in an empty document', () =>
    expect(new TurtleDocument('', 1, '').sources.statementAt(0)).toBeUndefined());
});

function textOf({ text }: TurtleDocument, { statement, node }: Mention): string {
  const { start, end } = rangeIn(statement, node);
  return text.slice(start, end);
}
