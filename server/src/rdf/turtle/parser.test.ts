import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { namespaces } from '../vocab.ts';
import { printTerm } from './printTerm.ts';
import { TurtleDocument } from './turtleDocument.ts';

const declarations = '@prefix ex: <http://example.org/> .\n';
const prefixes = new Map([
  ['ex', 'http://example.org/'],
  ['rdf', namespaces.rdf],
  ['xsd', namespaces.xsd],
]);

const read = (text: string) => new TurtleDocument('http://example.org/document', 1, declarations + text);

/** The triples of a text, one a line, with blank nodes numbered. */
function stated(text: string): string {
  const labels = new Map<number, string>();
  const label = (id: number) => {
    if (!labels.has(id)) labels.set(id, String(labels.size));
    return labels.get(id)!;
  };
  const print = (id: number) => printTerm(id, { prefixes, label });
  return Array.from(read(text).sources.triples(), ({ subject, predicate, object }) =>
    [subject, predicate, object].map(print).join(' '),
  ).join('\n');
}

/** The errors of a text with what they mark, one a line. */
function errors(text: string): string {
  const { text: whole, errors: found } = read(text);
  return found
    .map(({ range, message }) => `${JSON.stringify(whole.slice(range.start, range.end))} ${message}`)
    .join('\n');
}

describe('messages say what was found, what was expected and what to do', () => {
  test.each([
    // Separators.
    ['ex:a ex:p ex:b ex:c .', `"ex:c" Expected ';', ',' or '.' after the object, found 'ex:c'.`],
    ['ex:a ex:p ex:b', `"" Expected ';', ',' or '.' after the object, found the end of the file.`],
    ['ex:a ex:p ex:b\nex:c ex:p ex:d .', `"ex:c" Expected ';', ',' or '.' after the object, found 'ex:c'.`],
    ['ex:a ex:p [ ex:q 1 2 ] .', `"2" Expected ';', ',' or ']' after the object, found '2'.`],
    ['ex:a ex:p (1, 2) .', `"," Expected an item or ')', found ','. Items are separated by white space.`],
    // Missing and wrong terms.
    ['ex:a .', `"." Expected a predicate after the subject, found '.'.`],
    ['ex:a ex:p .', `"." Expected an object after 'ex:p', found '.'.`],
    ['ex:a ex:p ex:b ; ex:q .', `"." Expected an object after 'ex:q', found '.'.`],
    ['"a" ex:p ex:b .', `"\\"a\\"" Expected a subject, found '"a"'. A literal can only be an object.`],
    [
      'ex:a "p" ex:b .',
      `"\\"p\\"" Expected a predicate after the subject, found '"p"'. A predicate is an IRI.`,
    ],
    ['ex:a _:p ex:b .', `"_:p" Expected a predicate after the subject, found '_:p'. A predicate is an IRI.`],
    ['a ex:T .', `"a" Expected a subject before 'a'.`],
    [
      'ex:x ex:p a .',
      `"a" Expected an object after 'ex:p', found 'a'. 'a' can only be a predicate; write rdf:type.`,
    ],
    [
      'ex:a ex:p old .',
      `"old" Expected an object after 'ex:p', found 'old'. A name needs a prefix and a colon, text needs quotes.`,
    ],
    [
      'ex:a name "b" .',
      `"name" Expected a predicate after the subject, found 'name'. A name needs a prefix and a colon, such as 'ex:name'.`,
    ],
    ['. ex:a ex:p ex:b .', `"." Expected a statement, found '.'. Remove it.`],
    ['{ ex:a ex:p ex:b } .', `"{" Expected a statement, found '{'.`],
    ['<< ex:a ex:p >> ex:q 1 .', `">>" Expected the object of a triple, found '>>'.`],
    ['<< ex:a ex:p ex:b ex:q 1 .', `"ex:q" Expected '>>', found 'ex:q'.`],
    ['ex:a ex:p << ex:a 1 ex:b >> .', `"1" Expected the predicate of a triple, found '1'.`],
    ['ex:a ex:p <<( ex:a ex:p ex:b >> .', `">>" Expected ')>>', found '>>'.`],
    [
      '<<( ex:a ex:p ex:b )>> ex:q 1 .',
      `"<<(" Expected a subject, found '<<('. A triple term can only be an object; write << … >> for what reifies it.`,
    ],
    ['ex:a ex:p ex:b {| |} .', `"|}" Expected a predicate, found '|}'.`],
    ['ex:a ex:p ex:b {| ex:q 1 .', `"." Expected '|}': '{| ex:q 1' is not closed.`],
    ['ex:a ex:p "b"@en--LTR .', `"LTR" Expected the base direction ltr or rtl after '--', found 'LTR'.`],
    ['VERSION 1.2', `"1.2" Expected the version in quotes, such as "1.2", found '1.2'.`],
    // Brackets.
    ['ex:a ex:p [ ex:q 1 .', `"." Expected ']': '[ ex:q 1' is not closed.`],
    ['ex:a ex:p ( 1 2 .', `"." Expected ')': '( 1 2' is not closed.`],
    ['ex:a ex:p ( [ ex:q 1 ] ( 2\n 3 ) .', `"." Expected ')': '( [ ex:q 1 ] ( 2…' is not closed.`],
    ['ex:a ex:p ex:b ] .', `"]" Expected ';', ',' or '.' after the object, found ']'.`],
    // Names.
    ['no:a ex:p ex:b .', `"no:a" Prefix 'no' is not declared. Add '@prefix no: <…> .'.`],
    [
      'ex:a rdf:type ex:b .',
      `"rdf:type" Prefix 'rdf' is not declared. Add '@prefix rdf: <${namespaces.rdf}> .'.`,
    ],
    [
      'dcat:a ex:p ex:b .',
      `"dcat:a" Prefix 'dcat' is not declared. Add '@prefix dcat: <http://www.w3.org/ns/dcat#> .'.`,
    ],
    ['ex:a ex:p :b .', `":b" Prefix '' is not declared. Add '@prefix : <…> .'.`],
    ['ex:a ex:p ex:-b .', `"-" A local name can't start with '-'. Write the IRI in full: <…>.`],
    [
      'ex:a ex:p ex:b%2 .',
      `"%" '%' in a name must be followed by two hexadecimal digits. Write '\\%' for the character itself.`,
    ],
    ['ex:a ex:p ex:b\\n .', `"\\\\n" A name can't hold this escape. Write the IRI in full: <…>.`],
    ['ex:a ex:p _: .', `"_:" Expected a label after '_:'. It starts with a letter, a digit or '_'.`],
    // IRIs.
    ['ex:a ex:p <http://e/a b> .', `" " An IRI can't hold white space. Remove it or write %20.`],
    ['ex:a ex:p <http://e/{a}> .', `"{" An IRI can't hold '{'. Remove it or write %7B.`],
    ['ex:a ex:p <http://e/a .', `"<http://e/a" The IRI '<http://e/a' is not closed. Add '>' at its end.`],
    [
      'ex:a ex:p <http://e/\\n> .',
      `"\\\\n" An IRI can't hold '\\n'. Only \\u and \\U escapes of characters that an IRI may hold are allowed.`,
    ],
    // Literals.
    [
      'ex:a ex:p "b .\nex:c ex:p ex:d .',
      `"\\"b ." This string is not closed. Add " at its end, or use """ for a string of several lines.`,
    ],
    ['ex:a ex:p """b .', `"\\"\\"\\"" This string is not closed: no """ follows. Add """ at its end.`],
    ['ex:a ex:p "\\d" .', `"\\\\d" '\\d' is not an escape sequence. Write '\\\\' for a backslash.`],
    [
      'ex:a ex:p "\\u12" .',
      `"\\\\u12" '\\u12' is not a character. Write \\u with four or \\U with eight hexadecimal digits.`,
    ],
    [
      'ex:a ex:p "\\ud800" .',
      `"\\\\ud800" '\\ud800' is not a character. Write \\u with four or \\U with eight hexadecimal digits.`,
    ],
    ['ex:a ex:p "b"@en_GB .', `"_GB" Expected ';', ',' or '.' after the object, found '_GB'.`],
    ['ex:a ex:p "b"@1 .', `"@1" Expected a language tag such as @en or @en-GB, found '@1'.`],
    ['ex:a ex:p "b"^^5 .', `"5" Expected the IRI of a datatype after '^^', found '5'.`],
    // Directives.
    ['@prefix f: <http://f/>\nf:a f:p f:b .', `"f:a" Expected '.' after @prefix, found 'f:a'.`],
    ['@prefix f <http://f/> .', `"f" Expected 'f:' before the IRI, found 'f'.`],
    ['@prefix <http://f/> .', `"<http://f/>" Expected a prefix such as 'ex:', found '<http://f/>'.`],
    ['@prefix f: f .', `"f" Expected the IRI of the prefix 'f:' in angle brackets, found 'f'.`],
    ['PREFIX f: <http://f/> .', `"." PREFIX takes no dot. Remove it, or write @prefix.`],
    ['@base "x" .', `"\\"x\\"" Expected the base IRI in angle brackets, found '"x"'.`],
    [
      '@keywords a .',
      `"@keywords" Expected a statement, found '@keywords'. The directives are @prefix, @base and @version.`,
    ],
  ])('%s', (text, expected) => {
    expect(errors(text)).toBe(expected);
  });
});

describe('while someone is typing, what was complete stays', () => {
  test.each([
    [
      'a dot is missing before the next statement',
      'ex:a ex:p ex:b\nex:c ex:p ex:d .',
      'ex:a ex:p ex:b\nex:c ex:p ex:d',
    ],
    [
      'a statement of a subject only',
      'ex:new\nex:c a ex:T ; ex:p ex:d .',
      'ex:c rdf:type ex:T\nex:c ex:p ex:d',
    ],
    ['a statement without its object', 'ex:new ex:p\nex:c ex:p ex:d .', 'ex:c ex:p ex:d'],
    [
      'a semicolon and nothing behind it',
      block`
        ex:a ex:p ex:b ;
        ex:c ex:p ex:d ; ex:q 1 .`,
      block`
        ex:a ex:p ex:b
        ex:c ex:p ex:d
        ex:c ex:q 1`,
    ],
    [
      'a comma and nothing behind it',
      'ex:a ex:p ex:b ,\nex:c a ex:T .',
      'ex:a ex:p ex:b\nex:c rdf:type ex:T',
    ],
    ['a dangling comma', 'ex:a ex:p ex:b , .', 'ex:a ex:p ex:b'],
    ['an open bracket', 'ex:a ex:p ex:b ; ex:q [\nex:c ex:p ex:d .', 'ex:a ex:p ex:b\nex:c ex:p ex:d'],
    ['an open bracket with content', 'ex:a ex:q [ ex:r 1 ;\nex:c ex:p ex:d .', 'ex:c ex:p ex:d'],
    ['an open list', 'ex:a ex:q ( 1\nex:c ex:p ex:d ; ex:q 2 .', 'ex:c ex:p ex:d\nex:c ex:q 2'],
    [
      'a new predicate above others',
      block`
        ex:a ex:p ex:b ;
          ex:new
          ex:q ex:c ;
          ex:r ex:d .`,
      block`
        ex:a ex:p ex:b
        ex:a ex:r ex:d`,
    ],
    [
      'a missing semicolon at the line end',
      block`
        ex:a ex:p ex:b
          ex:q ex:c ;
          ex:r ex:d .`,
      block`
        ex:a ex:p ex:b
        ex:a ex:r ex:d`,
    ],
    [
      'an open quote',
      block`
        ex:a ex:p "b ;
          ex:q ex:c .
        ex:d ex:p 1 .`,
      block`
        ex:a ex:q ex:c
        ex:d ex:p 1`,
    ],
    ['an open quote at the end of a statement', 'ex:a ex:p "b .\nex:d ex:p 1 .', 'ex:d ex:p 1'],
    ['an open quote alone', 'ex:a ex:p "\nex:d ex:p 1 .', 'ex:d ex:p 1'],
    [
      'an open long string, another one later',
      block`
        ex:a ex:p """b
        ex:c ex:p """d""" .
        ex:d ex:p 1 .`,
      block`
        ex:c ex:p "d"
        ex:d ex:p 1`,
    ],
    ['an open long string', 'ex:a ex:p """b\nex:c ex:p ex:d .', 'ex:c ex:p ex:d'],
    ['an open IRI', 'ex:a ex:p <http://e/ ; ex:q 1 .\nex:d ex:p 1 .', 'ex:a ex:q 1\nex:d ex:p 1'],
    ['a prefix without its colon', 'ex:a ex:p ex ; ex:q 1 .', 'ex:a ex:q 1'],
    [
      'a directive in the middle',
      block`
        ex:a ex:p ex:b
        @prefix f: <http://f/> .
        f:a f:p f:b .`,
      block`
        ex:a ex:p ex:b
        <http://f/a> <http://f/p> <http://f/b>`,
    ],
    ['a quote missing in front', 'ex:a ex:p hello there" ; ex:q 1 .', 'ex:a ex:q 1'],
    ['an unknown prefix', 'ex:a ex:p no:b , ex:c ; no:q 1 ; ex:r 2 .', 'ex:a ex:p ex:c\nex:a ex:r 2'],
    ['an unknown prefix in a list', 'ex:a ex:p ( 1 no:b ) , 2 .', 'ex:a ex:p 2'],
    ['an unknown subject', 'no:a ex:p [ ex:q 1 ] .\nex:c ex:p ex:d .', 'ex:c ex:p ex:d'],
    [
      'a prefix with an unreadable IRI',
      block`
        @prefix f: <http://f/ x> .
        f:a ex:p 1 .
        ex:c ex:p f:d , 2 .`,
      'ex:c ex:p 2',
    ],
  ])('%s', (_, text, expected) => {
    expect(stated(text)).toBe(expected);
    expect(errors(text)).not.toBe('');
  });
});

describe('nothing is guessed', () => {
  test.each([
    ['a subject is missing', 'ex:p ex:o ; ex:q ex:r .', ''],
    ['a subject is missing before a literal', 'ex:p true ; ex:q ex:r .', ''],
    ['a predicate is missing', 'ex:a ex:p ex:b ; ex:c , ex:d ; ex:r 1 .', 'ex:a ex:p ex:b\nex:a ex:r 1'],
    ['an opening bracket is missing', 'ex:a ex:o 1 ; ex:p ex:q ex:r ; ex:s ex:t ] ; ex:u 2 .', 'ex:a ex:o 1'],
    ['a closing bracket is too much', 'ex:a ex:o 1 ; ex:p [ ex:q 2 ] ] ; ex:u 3 .', 'ex:a ex:o 1'],
    ['a list is cut', 'ex:a ex:o 1 ; ex:p ( 1 $ 2 ) , ex:b .', 'ex:a ex:o 1\nex:a ex:p ex:b'],
    [
      'two strings run into one another',
      'ex:a ex:p "b" ; ex:q "c"d" ; ex:r 1 .',
      'ex:a ex:p "b"\nex:a ex:r 1',
    ],
    [
      'terms in rows belong to a list',
      block`
        ex:a ex:p (
        ex:b ex:c ex:d
        $ ) .
        ex:e ex:p 1 .`,
      'ex:e ex:p 1',
    ],
  ])('%s', (_, text, expected) => expect(stated(text)).toBe(expected));
});

describe('triples come in the order of the text', () => {
  test('a triple comes before what its brackets say', () =>
    expect(stated('ex:a ex:p [ ex:q ( 1 [ ex:r 2 ] ) ] , 3 .')).toBe(
      [
        'ex:a ex:p _:0',
        '_:0 ex:q _:1',
        '_:1 rdf:first 1',
        '_:1 rdf:rest _:2',
        '_:2 rdf:first _:3',
        '_:3 ex:r 2',
        '_:2 rdf:rest rdf:nil',
        'ex:a ex:p 3',
      ].join('\n'),
    ));

  test('brackets in front come first', () =>
    expect(stated('[ ex:q 1 ] ex:p () .')).toBe('_:0 ex:q 1\n_:0 ex:p rdf:nil'));
});

describe('the document', () => {
  test('has its comments, also in text that is skipped, but not in strings', () => {
    const { text, comments } = read(block`
      # one
      ex:a ex:p "# no", <#x> ; $ # two
       ex:q 1 .# three`);
    expect(comments.map(({ start, end }) => text.slice(start, end))).toEqual(['# one', '# two', '# three']);
  });

  test('has the prefixes in force at its end', () => {
    const { prefixes: found } = read(block`
      @base <http://b/> .
      PREFIX f: <f#>
      @prefix ex: <http://new/> .`);
    expect([...found]).toEqual([
      ['ex', 'http://new/'],
      ['f', 'http://b/f#'],
    ]);
  });

  test('a prefix means what it was declared to be before', () =>
    expect(stated('ex:a ex:p 1 . @prefix ex: <http://new/> . ex:a ex:p 1 .')).toBe(
      'ex:a ex:p 1\n<http://new/a> <http://new/p> 1',
    ));

  test('labels are the same node throughout one document and another one in others', () => {
    const [one, two] = ['http://example.org/1', 'http://example.org/2'].map((uri) =>
      Array.from(new TurtleDocument(uri, 1, '_:x <urn:p> _:x . _:x <urn:p> [] .').graph.triples()),
    );
    expect(one![0]!.subject).toBe(one![0]!.object);
    expect(one![1]!.subject).toBe(one![0]!.subject);
    expect(two![0]!.subject).not.toBe(one![0]!.subject);
    expect(two![1]!.object).not.toBe(one![1]!.object);
  });

  test('is damaged only where it is', () => {
    const { statements } = read(block`
      ex:a ex:p 1 .
      ex:b ex:p $ ; ex:q 1 .
      ex:c ex:p no:x .`);
    expect(
      statements.map((statement) => (statement.kind === 'triples' ? statement.damaged : statement.kind)),
    ).toEqual(['prefix', false, true, 'skipped']);
  });
});
