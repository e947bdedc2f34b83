import { describe, expect, test } from 'vitest';
import { block, suppliedPrefixes } from '../../testing/fixture.ts';
import { checkEdit, edit, planTurtle, preludeOf, type TurtleDelta } from '../../testing/turtleDelta.ts';
import { type Triple, terms } from '../terms.ts';
import { TurtleDocument } from '../turtle/turtleDocument.ts';
import { rdf } from '../vocab.ts';
import { type PlannedEdit, planEdits } from './planEdits.ts';

const uri = 'http://example.org/data';

function checkNotExpressible(before: string, delta: TurtleDelta, reason: string): void {
  expect(edit(preludeOf(before) + before, delta)).toBe(`not expressible: ${reason}`);
}

type Row = readonly [before: string, delta: TurtleDelta, after: string];

describe('beside syntax errors', () => {
  test.each<Row>([
    [
      block`
        ex:a ex:p .
        ex:b ex:p 1 .`,
      { add: 'ex:b ex:q 2 .' },
      block`
        ex:a ex:p .
        ex:b ex:p 1 ;
          ex:q 2 .`,
    ],
    [
      block`
        ex:b ex:p 1 .
        ex:a ex:p .`,
      { add: 'ex:c ex:q 2 .' },
      block`
        ex:b ex:p 1 .

        ex:c ex:q 2 .
        ex:a ex:p .`,
    ],
    // A declaration might bring broken text to life.
    [
      block`
        @prefix ex: <http://example.org/ns#> .
        foaf:x ex:p 1 .
        ex:b ex:p 1 .`,
      { add: 'ex:b <http://xmlns.com/foaf/0.1/name> 2 .' },
      block`
        @prefix ex: <http://example.org/ns#> .
        foaf:x ex:p 1 .
        ex:b ex:p 1 ;
          <http://xmlns.com/foaf/0.1/name> 2 .`,
    ],
  ])('%j %j', checkEdit);

  test.each<Row>([
    ['ex:a ex:p 1 ; ex:q .', { add: 'ex:a ex:r 2 .' }, 'The statement to add to has a syntax error.'],
    ['ex:a ex:p 1 ; ex:q .', { remove: 'ex:a ex:p 1 .' }, 'The statement to change has a syntax error.'],
    [
      'ex:a ex:p """ .\nex:b ex:q 1 .',
      { remove: 'ex:b ex:q 1 .', add: '_:n ex:q 1 .' },
      'The text would be read differently because of its syntax errors. Fix them first.',
    ],
  ])('%j %j', checkNotExpressible);
});

describe('what Turtle has no text for', () => {
  const x = 'ex:a ex:p _:x .';
  const xy = `${x} _:x rdf:rest _:y .`;
  test.each<Row>([
    [
      'ex:a ex:p ( 1 2 ) .',
      { where: xy, remove: '_:y rdf:first 2 .' },
      'A list of the text would be incomplete.',
    ],
    [
      'ex:a ex:p ( 1 2 ) .',
      { where: xy, remove: `${x} _:x rdf:first 1 .` },
      'Only a part of a list would be left.',
    ],
    [
      'ex:a ex:p ( 1 2 ) .',
      { where: xy, remove: '_:x rdf:rest _:y .', add: '_:x rdf:rest () .' },
      'Part of a list would be cut off but remain in use.',
    ],
    [
      'ex:a ex:p ( 1 2 ) .',
      { where: xy, add: '_:y ex:p 1 .' },
      'The change concerns part of a list that has no name in the text.',
    ],
  ])('%j %j', checkNotExpressible);

  test.each<[Partial<Triple>, string]>([
    [
      { subject: terms.literal('x') },
      'A literal or a triple term can only be an object, and only an IRI can be a predicate.',
    ],
    [{ object: terms.iri('not absolute') }, '<not absolute> is not an absolute IRI.'],
    [{ object: terms.iri('http://e/a b') }, '<http://e/a b> is not an absolute IRI.'],
    [
      { object: terms.literal('a\ud800b') },
      'A text file cannot hold half of a character (a lone surrogate).',
    ],
    [
      { object: terms.tripleTerm({ subject: terms.blankNode('b'), predicate: rdf.type, object: rdf.nil }) },
      'A triple term with blank nodes has no text of its own here. Write it by hand.',
    ],
  ])('%j', (part, reason) => {
    const subject = terms.iri('http://e/s');
    const triple = { subject, predicate: rdf.type, object: subject, ...part };
    const plan = planEdits(new TurtleDocument(uri, 1, ''), { added: [triple], removed: [] });
    expect(plan).toEqual({ kind: 'notExpressible', reason });
  });
});

test.each([
  [
    'a triple term',
    { add: 'ex:a ex:p <<( ex:x ex:y "z"@ar--rtl )>> .' },
    'ex:a ex:p ex:b, <<( ex:x ex:y "z"@ar--rtl )>> .',
  ],
])('%s is written', (_, change, expected) => {
  expect(edit(`${suppliedPrefixes}ex:a ex:p ex:b .`, change)).toContain(expected);
});

describe('annotations', () => {
  const text = `${suppliedPrefixes}ex:a ex:p ex:b ~ ex:r {| ex:q 1 |} , ex:c ; ex:o "x"@en--ltr {| ex:q 2 |} .`;

  test.each([
    [{ add: 'ex:a ex:p ex:d .' }, 'ex:b ~ ex:r {| ex:q 1 |} , ex:c , ex:d ; ex:o'],
    [{ add: 'ex:a ex:o 5 .' }, 'ex:o "x"@en--ltr {| ex:q 2 |} , 5 .'],
    [{ remove: 'ex:a ex:p ex:c .' }, 'ex:p ex:b ~ ex:r {| ex:q 1 |} ; ex:o'],
    [{ remove: 'ex:a ex:p ex:b .' }, 'not expressible: A statement about a triple'],
  ])('stay behind their objects (%j)', (change, expected) => expect(edit(text, change)).toContain(expected));

  const where = 'ex:a ex:p ex:b . _:r rdf:reifies <<( ex:a ex:p ex:b )>> .';
  test.each([
    [
      'ex:b ~ ex:r {| ex:q 1 |} .',
      { remove: 'ex:r ex:q 1 .', add: 'ex:r ex:q 3 .' },
      '~ ex:r {| ex:q 3 |} .',
    ],
    [
      'ex:b ~ ex:r {| ex:q 1 |} .',
      { remove: 'ex:r ex:q 1 .', add: 'ex:r ex:o 1 .' },
      '~ ex:r {| ex:o 1 |} .',
    ],
    ['ex:b ~ ex:r {| ex:q 1 |} .', { add: 'ex:r ex:q 2 ; ex:o 3 .' }, '~ ex:r {| ex:q 1, 2 ; ex:o 3 |} .'],
    ['ex:b {| ex:q 1 |} .', { where, add: '_:r ex:o 3 .' }, 'ex:b {| ex:q 1 ; ex:o 3 |} .'],
    ['ex:b {| ex:q 1 ; |} .', { where, add: '_:r ex:o 3 .' }, 'ex:b {| ex:q 1 ; ex:o 3 ; |} .'],
    ['ex:b {| ex:q 1, 2 |} .', { where, remove: '_:r ex:q 2 .' }, 'ex:b {| ex:q 1 |} .'],
    ['ex:b {| ex:q 1 ; ex:o 2 |} .', { where, remove: '_:r ex:q 1 .' }, 'ex:b {| ex:o 2 |} .'],
    ['ex:b {| ex:q 1 |} .', { where, remove: '_:r ex:q 1 .' }, 'ex:p ex:b ~ .'],
    [
      'ex:b {| ex:q # why\n 1 |} .',
      { where, remove: '_:r ex:q 1 .' },
      'not expressible: A comment in {| … |}',
    ],
    ['ex:b ~ {| ex:q 1 |} .', { where, remove: '_:r ex:q 1 .' }, 'ex:p ex:b ~ .'],
    [
      'ex:b {| # as in {| below\n ex:q 1 ; ex:o 2 |} .',
      { where, remove: '_:r ex:q 1 .' },
      '{| # as in {| below\n ex:o 2 |} .',
    ],
    ['ex:b ~ ex:r {| ex:q 1 |} , 5 .', { remove: 'ex:r ex:q 1 .' }, 'ex:p ex:b ~ ex:r , 5 .'],
    ['ex:b ~ .', { where, add: '_:r ex:o 3 .' }, 'ex:b ~ {| ex:o 3 |} .'],
    ['ex:b ~ ex:r .', { add: 'ex:r ex:o 3 .' }, 'ex:b ~ ex:r .\n\nex:r ex:o 3 .'],
    ['ex:b ~ ex:r {| ex:q 1 |} . ex:r ex:o 2 ; ex:p 3 .', { add: 'ex:r ex:q 4 .' }, '{| ex:q 1, 4 |} .'],
    [
      'ex:b\n  {|\n    ex:q 1 ; # one\n    ex:o 2\n  |} .',
      { where, add: '_:r ex:p 3 .' },
      'ex:q 1 ; # one\n    ex:o 2 ;\n    ex:p 3\n  |} .',
    ],
  ])('are edited where they are written: %s (%j)', (object, change, expected) =>
    expect(edit(`${suppliedPrefixes}ex:a ex:p ${object}`, change)).toContain(expected),
  );

  const added = '_:n rdf:reifies <<( ex:a ex:p ex:b )>> ; ex:q 1 ; ex:o 2 .';

  test('are not written where the text is held to RDF 1.1, and what stands there already is left', () => {
    const options = { declaresPrefixes: true, rdf: '1.1' } as const;
    const statement = `${suppliedPrefixes}ex:a ex:p ex:b .`;
    expect(edit(statement, { add: added }, options)).toBe(
      'not expressible: RDF 1.1, which this file is held to, has no text for it: reifiers, annotations and triple terms came with RDF 1.2.',
    );
    expect(edit(`${statement} ex:c ex:p ex:d ~ ex:r .`, { add: 'ex:c ex:q 1 .' }, options)).toContain(
      'ex:c ex:p ex:d ~ ex:r ;\n  ex:q 1 .',
    );
  });

  test.each([
    ['ex:a ex:p ex:b .', { add: added }, 'ex:a ex:p ex:b {| ex:q 1 ; ex:o 2 |} .'],
    ['ex:a ex:p ex:c, ex:b ; ex:q 3 .', { add: added }, 'ex:c, ex:b {| ex:q 1 ; ex:o 2 |} ; ex:q 3 .'],
    ['ex:a ex:p ex:b ~ ex:r .', { add: added }, 'ex:a ex:p ex:b ~ ex:r ~ {| ex:q 1 ; ex:o 2 |} .'],
    ['ex:a ex:p ex:b {| ex:q 3 |} .', { add: added }, 'ex:b {| ex:q 3 |} {| ex:q 1 ; ex:o 2 |} .'],
    ['ex:a ex:p ex:b .', { add: `${added} ex:a ex:p ex:c .` }, 'ex:b {| ex:q 1 ; ex:o 2 |}, ex:c .'],
    ['ex:a ex:p ex:b .', { add: '_:n rdf:reifies <<( ex:a ex:p ex:b )>> .' }, 'ex:a ex:p ex:b ~ .'],
    [
      'ex:a ex:p ex:b .',
      { add: `${added} ex:c ex:o _:n .` },
      'ex:c ex:o [ rdf:reifies <<( ex:a ex:p ex:b )>> ; ex:q 1 ; ex:o 2 ] .',
    ],
    ['ex:a ex:o ex:b .', { add: added }, '[] rdf:reifies <<( ex:a ex:p ex:b )>> ;\n  ex:q 1 ;\n  ex:o 2 .'],
    [
      'ex:a ex:p ex:b . ex:r rdf:reifies <<( ex:a ex:o 5 )>> .',
      { add: added },
      '[] rdf:reifies <<( ex:a ex:p ex:b )>> ;\n  ex:q 1 ;\n  ex:o 2 .',
    ],
  ])('are written behind the object that they are about: %s (%j)', (statements, change, expected) =>
    expect(edit(`${suppliedPrefixes}${statements}`, change)).toContain(expected),
  );
});

test('brackets may be nested deep', () => {
  const nested = (depth: number) =>
    `${suppliedPrefixes}ex:a ex:p ${'[ ex:p '.repeat(depth)} 1 ${']'.repeat(depth)} .`;
  expect(edit(nested(450), { add: 'ex:a ex:q 1 .' })).toContain('ex:q 1 .');
  expect(edit(nested(3000), { add: 'ex:a ex:q 1 .' })).toBe(
    'not expressible: The brackets are nested too deeply to be edited.',
  );
});

test('a byte order mark stays at the start', () => {
  const foaf = 'ex:a <http://xmlns.com/foaf/0.1/name> "x" .';
  expect(edit('\ufeff<http://example.org/ns#a> a 1 .\n', { add: foaf })).toMatch(/^\ufeff@prefix foaf: /);
  expect(edit('\ufeff<http://example.org/ns#a> a 1 .\n', { remove: 'ex:a a 1 .' })).toBe('\ufeff');
});

test('nothing to change, nothing to edit', () => {
  const text = 'ex:a ex:p 1 .';
  checkEdit(text, {}, text);
  checkEdit(text, { add: text, remove: 'ex:a ex:p 2 .' }, text);
  checkEdit(text, { add: text, remove: text }, text);
});

test('new terms are known with their places', () => {
  const plan = planTurtle(`${suppliedPrefixes}ex:a a ex:P .`, { add: 'ex:a ex:name "", [ ex:p 1 ] .' });
  expect(plan.kind === 'edits' && plan.edits.map(describeTerms)).toEqual([
    ['<http://example.org/ns#name> is ex:name', '"" is ""', '<http://example.org/ns#p> is ex:p', '1 is 1'],
  ]);
});

function describeTerms({ newText, inserted }: PlannedEdit): readonly string[] {
  return inserted.map(({ term, range }) => {
    const value = terms.isIri(term) ? `<${terms.value(term)}>` : terms.value(term) || '""';
    return `${value} is ${newText.slice(range.start, range.end)}`;
  });
}
