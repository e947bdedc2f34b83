import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { block } from '../../../testing/fixture.ts';
import { TurtleDocument } from '../turtleDocument.ts';
import { formatDocument } from './formatDocument.ts';
import { defaultFormatOptions, type FormatOptions } from './formatOptions.ts';

/** Expects a text to be formatted to another one, and that one to stay. */
function check(before: string, after: string, options: Partial<FormatOptions> = {}): void {
  expect(formatted(before, options)).toBe(after);
  expect(formatted(after, options)).toBe(after);
}

function formatted(text: string, options: Partial<FormatOptions> = {}, uri = 'file:///data.ttl'): string {
  const document = new TurtleDocument(uri, 1, text);
  return applyEdits(text, formatDocument(document, { ...defaultFormatOptions, ...options }));
}

describe('by default', () => {
  test('each predicate has a line, objects stay together, and one step indents', () =>
    check(
      block`
        @prefix   ex: <http://example.org/>.
          ex:ann a ex:Person;ex:name "Ann"  ,"Anna" ;
        ex:knows <bob>.ex:bob a ex:Person .
      `,
      block`
        @prefix ex: <http://example.org/> .
        ex:ann a ex:Person ;
          ex:name "Ann", "Anna" ;
          ex:knows <bob> .
        ex:bob a ex:Person .
      `,
    ));

  test('short brackets on one line stay there, others have lines of their own', () =>
    check(
      block`
        ex:S sh:property [sh:path ex:a;sh:minCount 1],[ sh:path ex:b ;
          sh:or ( [sh:class ex:A] [ sh:class ex:B ] ) ; sh:in ( 1
          2 3
          4 ) ] ; ex:empty [ ] , ( ) .
      `,
      block`
        ex:S sh:property [ sh:path ex:a ; sh:minCount 1 ], [
            sh:path ex:b ;
            sh:or ( [ sh:class ex:A ] [ sh:class ex:B ] ) ;
            sh:in (
              1
              2 3
              4
            )
          ] ;
          ex:empty [], () .
      `,
    ));

  test('separators move before comments at line ends; other comments and blank lines stay', () =>
    check(
      block`
        # Head


        ex:ann a ex:Person   # person
          ; # ex:age 3 ;
          ex:name "Ann"      # name
            , "Anna"

          ; ex:knows
            # nobody yet
            ex:bob # last
            .
        ex:bob a ex:Person .   # Bob
      `,
      block`
        # Head


        ex:ann a ex:Person   # person
          ; # ex:age 3 ;
          ex:name "Ann",      # name
            "Anna" ;

          ex:knows
            # nobody yet
            ex:bob . # last
        ex:bob a ex:Person .   # Bob
      `,
    ));

  test('a statement with an error stays byte for byte, the others are formatted', () =>
    check(
      block`
        ex:a   ex:p   1.
        ex:b   ex:p  [ ex:q   ex:r
        ex:c   ex:p   2.
      `,
      block`
        ex:a ex:p 1 .
        ex:b   ex:p  [ ex:q   ex:r
        ex:c ex:p 2 .
      `,
    ));

  test('strings keep their lines, and long lists get one object a line', () => {
    const names = Array.from({ length: 9 }, (_, i) => `ex:aRatherLongName${i}`);
    check(
      `ex:a ex:p """one\n   two"""@en ; ex:q ${names.join(' , ')} .`,
      `ex:a ex:p """one\n   two"""@en ;\n  ex:q ${names.join(',\n    ')} .\n`,
    );
  });

  test('line breaks stay those of the text, and it ends with one', () =>
    check('ex:a ex:p 1;\r\n\r\n ex:q 2.', 'ex:a ex:p 1 ;\r\n\r\n  ex:q 2 .\r\n'));
});

describe('with options', () => {
  const shape = block`
    @prefix b: <http://example.org/b#> .
    @prefix a: <http://example.org/longer/a#> . # a

    ex:S a sh:NodeShape ; sh:property [ sh:path ex:p ; sh:minCount 1 ] , [ sh:path ex:q ] ; sh:closed true .
  `;

  test('predicates are aligned', () =>
    check(
      shape,
      block`
        @prefix b: <http://example.org/b#> .
        @prefix a: <http://example.org/longer/a#> . # a

        ex:S a sh:NodeShape ;
             sh:property [ sh:path ex:p ;
                           sh:minCount 1 ], [ sh:path ex:q ] ;
             sh:closed true .
      `,
      { predicates: 'aligned', keepOnOneLine: 'nothing' },
    ));

  test('objects are aligned, each on a line; semicolons start lines; the dot has its own', () =>
    check(
      shape,
      block`
        @prefix b: <http://example.org/b#> .
        @prefix a: <http://example.org/longer/a#> . # a

        ex:S a           sh:NodeShape
        	; sh:property [ sh:path ex:p ; sh:minCount 1 ],
        		[ sh:path ex:q ]
        	; sh:closed   true
        .
      `,
      {
        indent: '\t',
        alignObjects: true,
        objects: 'onePerLine',
        semicolons: 'lineStart',
        dot: 'ownLine',
      },
    ));

  test('prefixes are sorted with their comments, and aligned; a long statement is broken', () =>
    check(
      shape,
      block`
        @prefix a: <http://example.org/longer/a#> . # a
        @prefix b: <http://example.org/b#> .

        ex:S a sh:NodeShape ;
          sh:property [ sh:path ex:p ; sh:minCount 1 ], [ sh:path ex:q ] ;
          sh:closed true .
      `,
      { sortPrefixes: true, alignPrefixes: true, keepOnOneLine: 'statements' },
    ));
});

test('edits are no larger than what changes', () => {
  const text = 'ex:a  ex:p 1 ;\n    ex:q 2 .\n';
  const document = new TurtleDocument('file:///data.ttl', 1, text);
  expect(formatDocument(document, defaultFormatOptions)).toEqual([
    { range: { start: 5, end: 6 }, newText: '' },
    { range: { start: 17, end: 19 }, newText: '' },
  ]);
});

describe('what came with RDF 1.2', () => {
  test('triples stay on a line; annotations are laid out as brackets are', () =>
    check(
      block`
        <<ex:a ex:p 1>>ex:q <<(ex:a a <<( ex:b
          ex:p "x"@en--ltr)>>)>> ,( <<(ex:a ex:p[])>> ) .
        << ex:a ex:p << ex:b ex:q 2~ex:r>>~ >> .
        ex:a ex:p 1~,2 ~ex:r{|ex:q 1|} , 3{|ex:q 1;
        ex:s[ex:t 2]|}~_:b{| a ex:C |};ex:q 4 ~ # why
          ex:r .
      `,
      block`
        << ex:a ex:p 1 >> ex:q <<( ex:a a <<( ex:b ex:p "x"@en--ltr )>> )>>, ( <<( ex:a ex:p [] )>> ) .
        << ex:a ex:p << ex:b ex:q 2 ~ ex:r >> ~ >> .
        ex:a ex:p 1 ~,
            2 ~ ex:r {| ex:q 1 |},
            3 {|
              ex:q 1 ;
              ex:s [ ex:t 2 ]
            |} ~ _:b {| a ex:C |} ;
          ex:q 4 ~ # why
            ex:r .
      `,
    ));

  test('aligned', () =>
    check(
      'ex:a ex:p 1 {| ex:q 1 ;\n ex:r 2 |} ; ex:s 2 .\n',
      block`
        ex:a ex:p 1 {| ex:q 1 ;
                       ex:r 2 |} ;
             ex:s 2 .
      `,
      { predicates: 'aligned' },
    ));
});

test('what is in a graph block of TriG is indented', () => {
  const uri = 'file:///data.trig';
  const text = block`
    PREFIX ex: <http://example.org/> ex:a ex:p 1 .
    GRAPH ex:g{ex:a ex:p 1,2;ex:q [ ex:p 1 ; # one
      ex:q 2 ] .

    # last
    ex:b a ex:C # no dot
    } # names
    { }
    <urn:g> { ex:a ex:p 2 }
  `;
  const after = formatted(text, {}, uri);
  expect(after).toMatchInlineSnapshot(`
    "PREFIX ex: <http://example.org/>
    ex:a ex:p 1 .
    GRAPH ex:g {
      ex:a ex:p 1, 2 ;
        ex:q [
          ex:p 1 ; # one
          ex:q 2
        ] .

      # last
      ex:b a ex:C # no dot
    } # names
    {
    }
    <urn:g> {
      ex:a ex:p 2
    }
    "
  `);
  expect(formatted(after, {}, uri)).toBe(after);
});

test('the last semicolon of a graph block has its own comment', () => {
  const uri = 'file:///data.trig';
  const before = '{ <a> <p> 1 # one\n ; # two\n }\n';
  const after = '{\n  <a> <p> 1 # one\n    ; # two\n}\n';
  expect(formatted(before, {}, uri)).toBe(after);
  expect(formatted(after, {}, uri)).toBe(after);
});

test('declarations that are sorted in a graph block of TriG are indented, though they do not belong there', () => {
  const uri = 'file:///data.trig';
  const text = '<urn:g> {\n@prefix ex: <urn:ex:> .\n@prefix a: <urn:a:> .\na:s ex:p 1 .\n}\n';
  const after = formatted(text, { sortPrefixes: true }, uri);
  expect(after).toBe('<urn:g> {\n  @prefix a: <urn:a:> .\n  @prefix ex: <urn:ex:> .\n  a:s ex:p 1 .\n}\n');
  expect(formatted(after, { sortPrefixes: true }, uri)).toBe(after);
});
