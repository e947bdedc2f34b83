import fc from 'fast-check';
import type { TextRange } from '../../base/textRange.ts';

/** A well-formed Turtle text, with what it was made of. */
export interface TurtleText {
  readonly text: string;
  /** In order; white space and comments are between them. */
  readonly tokens: readonly TurtleToken[];
  /** From the first token to the closing dot. */
  readonly statements: readonly TextRange[];
}

export interface TurtleToken extends TextRange {
  readonly text: string;
  /** The index of its statement. */
  readonly statement: number;
  readonly inDirective: boolean;
}

export interface TurtleTextOptions {
  /**
   * `lines`: each statement starts on a line of its own, and the lines that continue it are indented. `free`: white
   * space of any kind, or none where none is needed, everywhere.
   */
  readonly layout?: 'lines' | 'free';
  readonly minStatements?: number;
  readonly maxStatements?: number;
  /** True adds what only RDF 1.2 has: triple terms, reified triples, annotations, base directions, versions. */
  readonly isRdf12?: boolean;
  /** False leaves the declarations at the top as the only ones; true (the default) declares more in between. */
  readonly directives?: boolean;
}

/** Turtle documents with all forms of terms, comments, nesting, and few enough names for statements to meet. */
export function arbitraryTurtle(options: TurtleTextOptions = {}): fc.Arbitrary<TurtleText> {
  const {
    layout = 'lines',
    minStatements = 1,
    maxStatements = 8,
    directives = true,
    isRdf12 = false,
  } = options;
  const statement = fc.oneof(
    { weight: 8, arbitrary: isRdf12 ? rdf12.triples : rdf11.triples },
    { weight: directives ? 1 : 0, arbitrary: directive },
    { weight: directives && isRdf12 ? 1 : 0, arbitrary: version },
  );
  return fc
    .tuple(
      fc.array(fc.tuple(statement, gapsFor(layout)), { minLength: minStatements, maxLength: maxStatements }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\ufeff'),
    )
    .map(([statements, lineEnd, start]) => {
      const heading = header.map((tokens): [Tokens, Gaps] => [tokens, plainGaps]);
      return write([...heading, ...statements], lineEnd, start, layout);
    });
}

type Tokens = readonly string[];

const header: readonly Tokens[] = [
  ['@prefix', 'ex:', '<http://example.org/>', '.'],
  ['PREFIX', ':', '<http://example.org/default#>'],
  ['@prefix', 'other-1.x:', '<urn:other:>', '.'],
  ['@prefix', 'xsd:', '<http://www.w3.org/2001/XMLSchema#>', '.'],
];

const directive: fc.Arbitrary<Tokens> = fc.constantFrom(
  ['@prefix', 'ex:', '<http://example.org/>', '.'],
  ['@prefix', 'ex:', '<http://example.org/second/>', '.'],
  ['prefix', 'new:', '<relative#>'],
  ['@base', '<http://example.org/base/>', '.'],
  ['BASE', '<deeper/file>'],
);

const version: fc.Arbitrary<Tokens> = fc.constantFrom(['VERSION', '"1.2"'], ['@version', "'1.2-basic'", '.']);

// Terms.

const name = fc.constantFrom(
  'ex:a',
  'ex:b',
  'ex:c',
  'ex:d.e',
  'ex:',
  ':',
  ':x',
  'other-1.x:y',
  'ex:a\\,b',
  'ex:%41-1',
  'ex:1:2',
  'ex:é·',
  'ex:𐀀z',
);

const reference = fc.constantFrom(
  '<http://example.org/a>',
  '<http://example.org/f>',
  '<urn:x-y:z>',
  '<>',
  '<#x>',
  '<../up?q=1;2>',
  '<\\u0061\\U0001F600>',
  '<a#b.c,d>',
);

const iri = fc.oneof({ weight: 4, arbitrary: name }, { weight: 1, arbitrary: reference });
const label = fc.constantFrom('_:a', '_:b.1', '_:0-x');

const number = fc.constantFrom('0', '-1', '+12', '1.5', '.5', '-0.0', '1e3', '1.E-2', '+.5e1', '007');

const string = fc.constantFrom(
  '""',
  '"a"',
  "'a'",
  '\'it "is"\'',
  '"it\'s"',
  '"# no comment"',
  '"<a> . ; , [ ("',
  '"\\t\\"\\\\\\u00e9"',
  '"""long"""',
  '"""two\nlines"""',
  '"""ex:a ex:b\n  ex:c . """',
  '"""say ""yes"""',
  "'''it's\n\n\\'''long'''",
);

const literal: fc.Arbitrary<Tokens> = fc.oneof(
  number.map((token) => [token]),
  fc.constantFrom('true', 'false').map((token) => [token]),
  string.map((token) => [token]),
  fc.tuple(string, fc.constantFrom('@en', '@de-AT', '@x-1')).map((tokens) => tokens),
  fc.tuple(string, iri).map(([lexical, datatype]) => [lexical, '^^', datatype]),
);

const anonymous = fc.constant(['[', ']']);
const node: fc.Arbitrary<Tokens> = fc.oneof(
  { weight: 4, arbitrary: iri.map((token) => [token]) },
  { weight: 1, arbitrary: label.map((token) => [token]) },
  { weight: 1, arbitrary: anonymous },
);
const verb = fc.oneof(iri, fc.constant('a'));
const reifier: fc.Arbitrary<Tokens> = fc.oneof(
  fc.constant(['~']),
  node.map((tokens) => ['~', ...tokens]),
);

/** @see https://www.w3.org/TR/rdf12-turtle/#sec-grammar-grammar */
const { tripleTerm, reifiedTriple } = fc.letrec<{
  readonly tripleTerm: Tokens;
  readonly reifiedTriple: Tokens;
}>((tie) => ({
  tripleTerm: fc
    .tuple(
      node,
      verb,
      fc.oneof({ maxDepth: 2, withCrossShrink: true }, node, literal, directed(), tie('tripleTerm')),
    )
    .map(([subject, predicate, object]) => ['<<(', ...subject, predicate, ...object, ')>>']),
  reifiedTriple: fc
    .tuple(
      fc.oneof({ maxDepth: 2, withCrossShrink: true }, node, tie('reifiedTriple')),
      verb,
      fc.oneof(
        { maxDepth: 2, withCrossShrink: true },
        node,
        literal,
        tie('tripleTerm'),
        tie('reifiedTriple'),
      ),
      fc.oneof(fc.constant([]), reifier),
    )
    .map(([subject, predicate, object, name]) => ['<<', ...subject, predicate, ...object, ...name, '>>']),
}));

function directed(): fc.Arbitrary<Tokens> {
  return fc.tuple(string, fc.constantFrom('@en--ltr', '@ar-EG--rtl'));
}

const rdf11 = statementsOf(false);
const rdf12 = statementsOf(true);

function statementsOf(isRdf12: boolean): { readonly triples: fc.Arbitrary<Tokens> } {
  const { pairs, collection } = fc.letrec<{
    readonly object: Tokens;
    readonly annotated: Tokens;
    readonly pairs: Tokens;
    readonly collection: Tokens;
  }>((tie) => ({
    object: fc.oneof(
      { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: iri.map((token) => [token]) },
      { weight: 3, arbitrary: literal },
      { weight: 1, arbitrary: label.map((token) => [token]) },
      { weight: 1, arbitrary: fc.constant(['[', ']']) },
      { weight: 1, arbitrary: tie('collection') },
      { weight: 2, arbitrary: tie('pairs').map((tokens) => ['[', ...tokens, ']']) },
      { weight: isRdf12 ? 2 : 0, arbitrary: fc.oneof(tripleTerm, reifiedTriple, directed()) },
    ),
    annotated: fc.oneof(
      { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
      { weight: 4, arbitrary: tie('object') },
      {
        weight: isRdf12 ? 2 : 0,
        arbitrary: fc
          .tuple(
            tie('object'),
            fc.array(
              fc.oneof(
                reifier,
                tie('pairs').map((inside) => ['{|', ...inside, '|}']),
              ),
              { minLength: 1, maxLength: 3 },
            ),
          )
          .map(([object, annotations]) => [...object, ...annotations.flat()]),
      },
    ),
    collection: fc.array(tie('object'), { maxLength: 4 }).map((items) => ['(', ...items.flat(), ')']),
    pairs: fc
      .array(
        fc.tuple(
          verb,
          fc.array(tie('annotated'), { minLength: 1, maxLength: 3 }),
          fc.constantFrom([';'], [';', ';']),
        ),
        { minLength: 1, maxLength: 4 },
      )
      .chain((list) =>
        fc.constantFrom(true, false, false, false).map((trailing) => joinPairs(list, trailing)),
      ),
  }));

  const triples: fc.Arbitrary<Tokens> = fc.oneof(
    { weight: isRdf12 ? 1 : 0, arbitrary: reifiedTriple.map((tokens) => [...tokens, '.']) },
    {
      weight: isRdf12 ? 1 : 0,
      arbitrary: fc.tuple(reifiedTriple, pairs).map(([subject, rest]) => [...subject, ...rest, '.']),
    },
    { weight: 6, arbitrary: fc.tuple(iri, pairs).map(([subject, rest]) => [subject, ...rest, '.']) },
    { weight: 1, arbitrary: fc.tuple(label, pairs).map(([subject, rest]) => [subject, ...rest, '.']) },
    { weight: 1, arbitrary: pairs.map((rest) => ['[', ']', ...rest, '.']) },
    { weight: 1, arbitrary: pairs.map((inside) => ['[', ...inside, ']', '.']) },
    {
      weight: 1,
      arbitrary: fc.tuple(pairs, pairs).map(([inside, rest]) => ['[', ...inside, ']', ...rest, '.']),
    },
    { weight: 1, arbitrary: fc.tuple(collection, pairs).map(([list, rest]) => [...list, ...rest, '.']) },
  );

  return { triples };
}

function joinPairs(
  list: readonly (readonly [verb: string, objects: readonly Tokens[], semicolons: Tokens])[],
  trailing: boolean,
): Tokens {
  return list.flatMap(([verb, objects, semicolons], i) => [
    verb,
    ...objects.flatMap((tokens, j) => (j === 0 ? tokens : [',', ...tokens])),
    ...(i < list.length - 1 || trailing ? semicolons : []),
  ]);
}

// Layout.

/** What stands between tokens, taken in turn. `\n` stands for the document's line end. */
type Gaps = readonly string[];

const plainGaps: Gaps = [' '];
const inlineGap = fc.constantFrom(' ', ' ', ' ', '', '  ', '\t');
const lineGap = fc.constantFrom(
  '\n  ',
  '\n\t',
  ' # comment\n  ',
  ' # "ex:a" <b> [ (\n    ',
  ' #\n\n  # more\n  ',
);
const freeGap = fc.constantFrom('\n', '\r', '#\n', ' # ex:a a ex:b .\n', ' \n \t');

function gapsFor(layout: 'lines' | 'free'): fc.Arbitrary<Gaps> {
  const gap = fc.oneof(
    { weight: 6, arbitrary: inlineGap },
    { weight: 2, arbitrary: lineGap },
    { weight: layout === 'free' ? 2 : 0, arbitrary: freeGap },
  );
  return fc.array(gap, { minLength: 1, maxLength: 7 });
}

function write(
  statements: readonly (readonly [Tokens, Gaps])[],
  lineEnd: string,
  start: string,
  layout: 'lines' | 'free',
): TurtleText {
  const tokens: TurtleToken[] = [];
  const ranges: TextRange[] = [];
  let text = start;
  for (const [statement, [words, gaps]] of statements.entries()) {
    let first = text.length;
    for (const [i, word] of words.entries()) {
      const before = words[i - 1] ?? '.';
      const gap = gaps[i % gaps.length]!.replaceAll('\n', lineEnd);
      if (i > 0 || layout === 'free') text += gap === '' && !mayTouch(before, word) ? ' ' : gap;
      if (i === 0) first = text.length;
      const inDirective = /^@?(prefix|base|version)$/i.test(words[0]!);
      tokens.push({ text: word, start: text.length, end: text.length + word.length, statement, inDirective });
      text += word;
    }
    ranges.push({ start: first, end: text.length });
    const between = gaps[0]!.includes('#') ? `${lineEnd}# ex:z ex:z ex:z .${lineEnd}` : lineEnd;
    if (layout === 'lines') text += between;
  }
  return { text, tokens, statements: ranges };
}

/** True when two tokens are two without white space between them. */
function mayTouch(left: string, right: string): boolean {
  // What opens or closes a triple is a token of several characters, which may join others.
  if (ofTriples.test(left) || ofTriples.test(right)) return false;
  const brackets = '[](),;';
  if (right === '.') return brackets.includes(left) || /["'>]$/.test(left);
  return brackets.includes(left) || brackets.includes(right) || left === '^^' || /^(@[a-z]|\^\^)/.test(right);
}

const ofTriples = /^(?:<<\(?|\)?>>|~|\{\||\|\})$/;
