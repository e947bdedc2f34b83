import { expect, test } from 'vitest';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { annotate } from '../../../testing/check.ts';
import { block, parseFixture } from '../../../testing/fixture.ts';
import { isWrite, prefixOccurrences, termOccurrences } from './occurrences.ts';
import { symbolAt } from './symbolAt.ts';

test('of a term in statements', () =>
  check(block`
    ex:a a ex:T ; ex:p ex:$0b , <http://example.org/ns#b> , ( ex:b ) .
    #                  ^^^^ object
    #                         ^^^^^^^^^^^^^^^^^^^^^^^^^ object
    #                                                       ^^^^ object
    ex:b ex:b [ ex:b "x"^^ex:b ] . # ex:b
    #^^^ subject, write
    #    ^^^^ predicate
    #           ^^^^ predicate
    #                     ^^^^ datatype
  `));

test('of a term in front of its name, and of a prefix behind a letter of it', () => {
  const at = (text: string) => {
    const [file] = parseFixture(text).files;
    return symbolAt(new TurtleDocument(file!.uri, 1, file!.text), file!.cursor!)?.kind;
  };
  expect(at('ex:a ex:p $0ex:b .')).toBe('term');
  expect(at('ex:a ex:p e$0x:b .')).toBe('prefix');
  expect(at('ex:a ex:p ex$0:b .')).toBe('prefix');
  expect(at('ex:a ex:p ex:$0b .')).toBe('term');
  expect(at('@prefix : <urn:> . :a :p $0:b .')).toBe('term');
  expect(at('@prefix $0e: <urn:> .')).toBe('prefix');
  expect(at('ex:S sh:select "SELECT * { ?a $0ex:S ?b }" .')).toBe('term');
});

test('of the keyword a', () =>
  check(block`
    ex:a $0a ex:T .
    #    ^ predicate
    rdf:type ex:p 1 .
    #^^^^^^^ subject, write
  `));

test('of a blank node label', () =>
  check(block`
    _:$0b ex:p _:b .
    #^^ subject, write
    #        ^^^ object
  `));

test('of a term in query literals', () =>
  check(block`
    ex:S sh:sparql [ sh:select """SELECT $this { $this ex:$0p ?o . # ex:p
    #                                                  ^^^^ query
      FILTER (?o != 'ex:p') ?o \\n <http://example.org/ns#p>|ex:p/ex:pq ex:p. }""" ] .
    #                             ^^^^^^^^^^^^^^^^^^^^^^^^^ query
    #                                                       ^^^^ query
    #                                                                  ^^^^ query
    ex:a ex:p "ex:p" .
    #    ^^^^ predicate
  `));

test('in a query have the prefixes that are declared for it', () =>
  check(block`
    ex:O sh:declare [ sh:prefix "e" ; sh:namespace "http://example.org/ns#"^^xsd:anyURI ] .
    ex:S sh:sparql [ sh:prefixes ex:O ; sh:ask "PREFIX f: <http://example.org/ns#> ASK { $this e:p f:p }" ] .
    #                                                                                          ^^^ query
    #                                                                                              ^^^ query
    ex:a ex:$0p 1 .
    #    ^^^^ predicate
  `));

test('of a prefix', () =>
  check(block`
    @prefix ex: <http://example.org/> .
    #       ^^^ declaration, write
    PREFIX exam: <http://example.org/>
    @prefix sh: <http://www.w3.org/ns/shacl#> .
    e$0x:a exam:p "ex:a" , ex: . # ex:a
    #^^ use
    #                    ^^^ use
    ex:b sh:select "SELECT * { ?s ex:p ?o }" .
    #^^ use
    #                             ^^^ query
  `));

test('of a prefix at its declaration', () =>
  check(block`
    @prefix e$0x: <http://example.org/> .
    #       ^^^ declaration, write
    ex:a ex:p 1 .
    #^^ use
    #    ^^^ use
  `));

/** Checks that the occurrences of the symbol at the cursor are the labelled ones. */
function check(text: string): void {
  const file = parseFixture(text).files[0]!;
  const document = new TurtleDocument(file.uri, 1, file.text);
  const symbol = symbolAt(document, file.cursor!)!;
  const found =
    symbol.kind === 'term'
      ? termOccurrences(document, symbol.id)
      : prefixOccurrences(document, symbol.prefix);
  const labels = found.map((each) => ({
    range: each.range,
    text: isWrite(each) ? `${each.role}, write` : each.role,
  }));
  expect(annotate(file.text, labels)).toBe(annotate(file.text, file.labels));
}
