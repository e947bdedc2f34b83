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
  /** False leaves the declarations at the top as the only ones; true (the default) declares more in between. */
  readonly directives?: boolean;
}

/** Turtle documents with all forms of terms, comments, nesting, and few enough names for statements to meet. */
export function arbitraryTurtle(options: TurtleTextOptions = {}): fc.Arbitrary<TurtleText> {
  const { layout = 'lines', minStatements = 1, maxStatements = 8, directives = true } = options;
  const statement = fc.oneof(
    { weight: 8, arbitrary: triples },
    { weight: directives ? 1 : 0, arbitrary: directive },
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

const { pairs, collection } = fc.letrec<{
  readonly object: Tokens;
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
  ),
  collection: fc.array(tie('object'), { maxLength: 4 }).map((items) => ['(', ...items.flat(), ')']),
  pairs: fc
    .array(
      fc.tuple(
        fc.oneof(iri, fc.constant('a')),
        fc.array(tie('object'), { minLength: 1, maxLength: 3 }),
        fc.constantFrom([';'], [';', ';']),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .chain((list) => fc.constantFrom(true, false, false, false).map((trailing) => joinPairs(list, trailing))),
}));

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

const triples: fc.Arbitrary<Tokens> = fc.oneof(
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
      const inDirective = /^@?(prefix|base)$/i.test(words[0]!);
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
  const brackets = '[](),;';
  if (right === '.') return brackets.includes(left) || /["'>]$/.test(left);
  return brackets.includes(left) || brackets.includes(right) || left === '^^' || /^(@[a-z]|\^\^)/.test(right);
}
