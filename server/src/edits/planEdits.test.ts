import { describe, expect, test } from 'vitest';
import { type Triple, terms } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocab.ts';
import { suppliedPrefixes } from '../testing/fixture.ts';
import { checkEdit, edit, planTurtle, preludeOf, type TurtleDelta } from '../testing/turtleDelta.ts';
import { TurtleDocument } from '../turtle/turtleDocument.ts';
import { type PlannedEdit, planEdits } from './planEdits.ts';

const uri = 'http://example.org/data';

function checkNotExpressible(before: string, delta: TurtleDelta, reason: string): void {
  expect(edit(preludeOf(before) + before, delta)).toBe(`not expressible: ${reason}`);
}

type Row = readonly [before: string, delta: TurtleDelta, after: string];

describe('a new part goes to the end of the block', () => {
  const add = 'ex:a ex:new 0 .';
  test.each<Row>([
    ['ex:a a ex:P . # keep me', { add }, 'ex:a a ex:P ;\n  ex:new 0 . # keep me'],
    ['ex:a a ex:P.', { add }, 'ex:a a ex:P ;\n  ex:new 0.'],
    ['ex:a a ex:P ; ex:p 1 .', { add }, 'ex:a a ex:P ; ex:p 1 ; ex:new 0 .'],
    ['ex:a a ex:P; ex:p 1.', { add }, 'ex:a a ex:P; ex:p 1; ex:new 0.'],
    ['ex:a a ex:P ;\n\tex:p 1 .', { add }, 'ex:a a ex:P ;\n\tex:p 1 ;\n\tex:new 0 .'],
    ['ex:a a ex:P ;\r\n    ex:p 1 .\r\n', { add }, 'ex:a a ex:P ;\r\n    ex:p 1 ;\r\n    ex:new 0 .\r\n'],
    ['ex:a a ex:P ;\r    ex:p 1 .\r', { add }, 'ex:a a ex:P ;\r    ex:p 1 ;\r    ex:new 0 .\r'],
    // The subject stands alone.
    ['ex:a\n    a ex:P .', { add }, 'ex:a\n    a ex:P ;\n    ex:new 0 .'],
    // Verbs in a column, objects in a column.
    ['ex:a a ex:P ;\n     ex:p 1 .', { add }, 'ex:a a ex:P ;\n     ex:p 1 ;\n     ex:new 0 .'],
    [
      'ex:a a         ex:P ;\n     ex:label  1 .',
      { add },
      'ex:a a         ex:P ;\n     ex:label  1 ;\n     ex:new    0 .',
    ],
    // The last separator counts.
    ['ex:a a ex:P ; ex:p 1 ;\n  ex:q 2 .', { add }, 'ex:a a ex:P ; ex:p 1 ;\n  ex:q 2 ;\n  ex:new 0 .'],
    // Semicolons at the start of lines.
    ['ex:a a ex:P\n   ; ex:p 1\n   .', { add }, 'ex:a a ex:P\n   ; ex:p 1\n   ; ex:new 0\n   .'],
    ['ex:a a ex:P\n   ; ex:p 1 # one\n   .', { add }, 'ex:a a ex:P\n   ; ex:p 1 # one\n   ; ex:new 0\n   .'],
    // A semicolon before the dot.
    ['ex:a a ex:P ;\n  ex:p 1 ;\n.', { add }, 'ex:a a ex:P ;\n  ex:p 1 ;\n  ex:new 0 ;\n.'],
    ['ex:a a ex:P ;\n.', { add }, 'ex:a a ex:P ;\n  ex:new 0 ;\n.'],
    [
      'ex:a a ex:P ; # type\n  ex:p 1 ; # one\n.',
      { add },
      'ex:a a ex:P ; # type\n  ex:p 1 ; # one\n  ex:new 0 ;\n.',
    ],
    // Comments stay behind the token that they follow.
    [
      'ex:a a ex:P ; # type\n  ex:p 1 . # one',
      { add },
      'ex:a a ex:P ; # type\n  ex:p 1 ; # one\n  ex:new 0 .',
    ],
    ['ex:a a ex:P ;\n  ex:p 1 # one\n.', { add }, 'ex:a a ex:P ;\n  ex:p 1 ; # one\n  ex:new 0\n.'],
    ['ex:a a ex:P ;\n  ex:p 1\n  # to do\n.', { add }, 'ex:a a ex:P ;\n  ex:p 1 ;\n  ex:new 0\n  # to do\n.'],
    // A lone part is laid out like the other statements.
    [
      'ex:b a ex:P ;\n\tex:p 1 .\nex:a a ex:P .',
      { add },
      'ex:b a ex:P ;\n\tex:p 1 .\nex:a a ex:P ;\n\tex:new 0 .',
    ],
    ['ex:b a ex:P; ex:p 1.\nex:a a ex:P.', { add }, 'ex:b a ex:P; ex:p 1.\nex:a a ex:P; ex:new 0.'],
    // The block that says most.
    ['ex:a a ex:P .\nex:a ex:p 1 ; ex:q 2 .', { add }, 'ex:a a ex:P .\nex:a ex:p 1 ; ex:q 2 ; ex:new 0 .'],
    // Several at once, types first.
    [
      'ex:a ex:p 1 .',
      { add: 'ex:a ex:q 2, 3 ; ex:r "x" ; a ex:P .' },
      'ex:a ex:p 1 ;\n  a ex:P ;\n  ex:q 2, 3 ;\n  ex:r "x" .',
    ],
    ['_:x ex:p 1 .', { add: '_:x ex:new 0 .' }, '_:x ex:p 1 ;\n  ex:new 0 .'],
    ['ex:a rdf:type ex:P .', { add: 'ex:b a ex:P .' }, 'ex:a rdf:type ex:P .\n\nex:b rdf:type ex:P .'],
  ])('%j %j', checkEdit);
});

describe('a new object goes behind the last one of its predicate', () => {
  test.each<Row>([
    ['ex:a ex:p 1 .', { add: 'ex:a ex:p 2 .' }, 'ex:a ex:p 1, 2 .'],
    ['ex:a ex:p 1 ; ex:q 2 .', { add: 'ex:a ex:p 2, 3 .' }, 'ex:a ex:p 1, 2, 3 ; ex:q 2 .'],
    ['ex:a ex:p 1 , 2 .', { add: 'ex:a ex:p 3 .' }, 'ex:a ex:p 1 , 2 , 3 .'],
    ['ex:a ex:p 1,\n    2 .', { add: 'ex:a ex:p 3 .' }, 'ex:a ex:p 1,\n    2,\n    3 .'],
    ['ex:a ex:p 1\n  , 2\n  .', { add: 'ex:a ex:p 3 .' }, 'ex:a ex:p 1\n  , 2\n  , 3\n  .'],
    [
      'ex:a ex:p 1, # one\n    2 # two\n.',
      { add: 'ex:a ex:p 3 .' },
      'ex:a ex:p 1, # one\n    2, # two\n    3\n.',
    ],
    [
      'ex:b ex:p 1,\n        2 .\nex:a ex:p 1 .',
      { add: 'ex:a ex:p 3 .' },
      'ex:b ex:p 1,\n        2 .\nex:a ex:p 1,\n        3 .',
    ],
    // Where it is said in another block, it is continued there.
    [
      'ex:a ex:p 1 .\nex:a ex:q 1 ; ex:r 1 .',
      { add: 'ex:a ex:p 2 .' },
      'ex:a ex:p 1, 2 .\nex:a ex:q 1 ; ex:r 1 .',
    ],
    // A block that repeats the predicate for each object goes on like that.
    [
      'ex:a owl:imports ex:x ;\n  owl:imports ex:y ;\n.',
      { add: 'ex:a owl:imports ex:z .' },
      'ex:a owl:imports ex:x ;\n  owl:imports ex:y ;\n  owl:imports ex:z ;\n.',
    ],
    [
      'ex:b ex:p 1 ;\n  ex:p 2 .\nex:a ex:p 1 ;\n  ex:q 2 .',
      { add: 'ex:a ex:p 3, 4 .' },
      'ex:b ex:p 1 ;\n  ex:p 2 .\nex:a ex:p 1 ;\n  ex:p 3 ;\n  ex:p 4 ;\n  ex:q 2 .',
    ],
    // Together with a new part.
    ['ex:a ex:p 1 # one\n.', { add: 'ex:a ex:p 2 ; ex:q 3 .' }, 'ex:a ex:p 1, # one\n  2 ;\n  ex:q 3\n.'],
    ['ex:a ex:p 1 ; # one\n.', { add: 'ex:a ex:p 2 ; ex:q 3 .' }, 'ex:a ex:p 1, 2 ; # one\n  ex:q 3 ;\n.'],
  ])('%j %j', checkEdit);
});

describe('a new statement', () => {
  const add = 'ex:n a ex:P ; ex:p 0 .';
  test.each<Row>([
    // Behind the last one of its type, else where its subject is mentioned, else at the end of its namespace.
    [
      'ex:a a ex:P ; ex:p 1 .\n\nex:b a ex:Q .\n',
      { add },
      'ex:a a ex:P ; ex:p 1 .\n\nex:n a ex:P ; ex:p 0 .\n\nex:b a ex:Q .\n',
    ],
    [
      'ex:a ex:q ex:n . # a\nex:b a ex:Q .\n',
      { add },
      'ex:a ex:q ex:n . # a\nex:n a ex:P ;\n  ex:p 0 .\nex:b a ex:Q .\n',
    ],
    [
      'ex:a a ex:Q .\n<urn:x> a ex:Q .\n',
      { add },
      'ex:a a ex:Q .\nex:n a ex:P ;\n  ex:p 0 .\n<urn:x> a ex:Q .\n',
    ],
    // Statements on one line stay together.
    ['ex:a a ex:P . ex:b a ex:Q .', { add }, 'ex:a a ex:P . ex:b a ex:Q .\nex:n a ex:P ;\n  ex:p 0 .'],
    [
      'ex:a a ex:P ;\n\tex:p 1 ;\n.\n',
      { add },
      'ex:a a ex:P ;\n\tex:p 1 ;\n.\n\nex:n a ex:P ;\n\tex:p 0 ;\n.\n',
    ],
    [
      'ex:a a ex:P\n  ; ex:p 1\n  .\n',
      { add },
      'ex:a a ex:P\n  ; ex:p 1\n  .\n\nex:n a ex:P\n  ; ex:p 0\n  .\n',
    ],
    [
      'ex:a a ex:P ;\r\n  ex:p 1 .\r\n',
      { add },
      'ex:a a ex:P ;\r\n  ex:p 1 .\r\n\r\nex:n a ex:P ;\r\n  ex:p 0 .\r\n',
    ],
    [
      '@prefix ex: <http://example.org/ns#> .\n',
      { add },
      '@prefix ex: <http://example.org/ns#> .\n\nex:n a ex:P ;\n  ex:p 0 .\n',
    ],
    ['# nothing yet', { add }, '# nothing yet\n\nex:n a ex:P ;\n  ex:p 0 .'],
    // Subjects that have nothing left.
    ['ex:a ex:p ex:n .\n', { add: '_:n ex:p 1 .' }, 'ex:a ex:p ex:n .\n\n[] ex:p 1 .\n'],
  ])('%j %j', checkEdit);

  test('in an empty text', () =>
    expect(edit('', { add: 'ex:n ex:p 0 .' })).toBe(
      '<http://example.org/ns#n> <http://example.org/ns#p> 0 .\n',
    ));
});

describe('what is removed takes its separator along', () => {
  test.each<Row>([
    ['ex:a ex:p 1, 2, 3 .', { remove: 'ex:a ex:p 1 .' }, 'ex:a ex:p 2, 3 .'],
    ['ex:a ex:p 1, 2, 3 .', { remove: 'ex:a ex:p 2 .' }, 'ex:a ex:p 1, 3 .'],
    ['ex:a ex:p 1, 2, 3 .', { remove: 'ex:a ex:p 3 .' }, 'ex:a ex:p 1, 2 .'],
    [
      'ex:a ex:p 1,\n    2,\n    3 ;\n  ex:q 4 .',
      { remove: 'ex:a ex:p 2, 3 .' },
      'ex:a ex:p 1 ;\n  ex:q 4 .',
    ],
    ['ex:a ex:p 1,\n    2 ;\n  ex:q 4 .', { remove: 'ex:a ex:p 1, 2 .' }, 'ex:a ex:q 4 .'],
    ['ex:a ex:p 1 ;\n  ex:q 2 ;\n  ex:r 3 .', { remove: 'ex:a ex:q 2 .' }, 'ex:a ex:p 1 ;\n  ex:r 3 .'],
    ['ex:a ex:p 1 ;\n  ex:q 2 .', { remove: 'ex:a ex:q 2 .' }, 'ex:a ex:p 1 .'],
    ['ex:a ex:p 1 ;\n  ex:q 2 ;\n.', { remove: 'ex:a ex:q 2 .' }, 'ex:a ex:p 1 ;\n.'],
    ['ex:a ex:p 1\n  ; ex:q 2\n  ; ex:r 3\n  .', { remove: 'ex:a ex:q 2 .' }, 'ex:a ex:p 1\n  ; ex:r 3\n  .'],
    ['ex:a ex:p 1;ex:q ex:b.', { remove: 'ex:a ex:p 1 .' }, 'ex:a ex:q ex:b.'],
    ['ex:a ex:p 1;ex:q ex:b.', { remove: 'ex:a ex:q ex:b .' }, 'ex:a ex:p 1.'],
    // Everywhere where it is stated.
    ['ex:a ex:p 1, 1 ; ex:q 2 ; ex:p 1 .\nex:a ex:p 1 .\n', { remove: 'ex:a ex:p 1 .' }, 'ex:a ex:q 2 .\n'],
  ])('%j %j', checkEdit);
});

describe('a statement without parts goes away', () => {
  const remove = 'ex:b ex:p 2 .';
  test.each<Row>([
    ['ex:a ex:p 1 .\nex:b ex:p 2 .\nex:c ex:p 3 .\n', { remove }, 'ex:a ex:p 1 .\nex:c ex:p 3 .\n'],
    ['ex:a ex:p 1 .\n\nex:b ex:p 2 .\n\nex:c ex:p 3 .\n', { remove }, 'ex:a ex:p 1 .\n\nex:c ex:p 3 .\n'],
    ['ex:a ex:p 1 .\n\nex:b ex:p 2 .\n', { remove }, 'ex:a ex:p 1 .\n'],
    ['ex:a ex:p 1 .\n\nex:b ex:p 2 .', { remove }, 'ex:a ex:p 1 .'],
    ['ex:a ex:p 1 . ex:b ex:p 2 . ex:c ex:p 3 .', { remove }, 'ex:a ex:p 1 . ex:c ex:p 3 .'],
    ['ex:a ex:p 1 . ex:b ex:p 2 .', { remove }, 'ex:a ex:p 1 .'],
    ['ex:a ex:p 1 .\r\nex:b ex:p 2 .\r\n', { remove }, 'ex:a ex:p 1 .\r\n'],
    // Its comments don't.
    ['# about b\nex:b ex:p 2 . # two\nex:c ex:p 3 .', { remove }, '# about b\n# two\nex:c ex:p 3 .'],
    ['ex:b # b\n  ex:p # p\n  2 . # two\nex:c ex:p 3 .', { remove }, '# b\n# p\n# two\nex:c ex:p 3 .'],
    ['ex:b ex:p # p\n  2 . \t\nex:c ex:p 3 .', { remove }, '# p\nex:c ex:p 3 .'],
    ['ex:b ex:p # p\n  2 .\t', { remove }, '# p'],
    ['[ ex:p 1 ] .\n', { where: '_:x ex:p 1 .', remove: '_:x ex:p 1 .' }, ''],
    ['[ ex:p 1 ] ex:q 2 .\n', { where: '_:x ex:p 1 .', remove: '_:x ex:p 1 ; ex:q 2 .' }, ''],
  ])('%j %j', checkEdit);
});

describe('comments stay when what they follow is removed', () => {
  const three = 'ex:a a ex:P ; # type\n  ex:p 1 ; # one\n  ex:q 2 . # two';
  test.each<Row>([
    [three, { remove: 'ex:a a ex:P .' }, 'ex:a # type\n  ex:p 1 ; # one\n  ex:q 2 . # two'],
    [three, { remove: 'ex:a ex:p 1 .' }, 'ex:a a ex:P ; # type\n  # one\n  ex:q 2 . # two'],
    [three, { remove: 'ex:a ex:q 2 .' }, 'ex:a a ex:P ; # type\n  ex:p 1 . # one\n  # two'],
    [
      'ex:a a ex:P ;\n  # about p\n  ex:p 1 ;\n  # about q\n  ex:q 2 .',
      { remove: 'ex:a ex:p 1 .' },
      'ex:a a ex:P ;\n  # about p\n  # about q\n  ex:q 2 .',
    ],
    [
      'ex:a ex:p 1, # one\n    2, # two\n    3 .',
      { remove: 'ex:a ex:p 2 .' },
      'ex:a ex:p 1, # one\n    # two\n    3 .',
    ],
    ['ex:a ex:p 1, # one\n    2 # two\n.', { remove: 'ex:a ex:p 2 .' }, 'ex:a ex:p 1 # one\n    # two\n.'],
    ['ex:a ex:p 1 ; ex:q 2 # two\n.', { remove: 'ex:a ex:q 2 .' }, 'ex:a ex:p 1 # two\n.'],
    [
      'ex:a ex:p [ # in\n    ex:q 1 ] ;\n  ex:r 2 .',
      { where: 'ex:a ex:p _:x .', remove: 'ex:a ex:p _:x . _:x ex:q 1 .' },
      'ex:a # in\n  ex:r 2 .',
    ],
  ])('%j %j', checkEdit);
});

describe('a new term takes the place of the old one', () => {
  test.each<Row>([
    ['ex:a ex:p 1 . # c', { remove: 'ex:a ex:p 1 .', add: 'ex:a ex:p 2 .' }, 'ex:a ex:p 2 . # c'],
    [
      'ex:a ex:p ex:x, ex:y .',
      { remove: 'ex:a ex:p ex:x .', add: 'ex:a ex:p ex:z .' },
      'ex:a ex:p ex:z, ex:y .',
    ],
    // The most similar ones are paired.
    [
      'ex:a ex:p "apple", ex:x, "pear" .',
      { remove: 'ex:a ex:p "apple", ex:x, "pear" .', add: 'ex:a ex:p "pears", "apples", ex:y .' },
      'ex:a ex:p "apples", ex:y, "pears" .',
    ],
    ['ex:a ex:p 1, 2 .', { remove: 'ex:a ex:p 1, 2 .', add: 'ex:a ex:p 3 .' }, 'ex:a ex:p 3 .'],
    ['ex:a ex:p 1 .', { remove: 'ex:a ex:p 1 .', add: 'ex:a ex:p 2, 3 .' }, 'ex:a ex:p 2, 3 .'],
    [
      'ex:a ex:p 1, 1 .\nex:a ex:p 1 .\n',
      { remove: 'ex:a ex:p 1 .', add: 'ex:a ex:p 2 .' },
      'ex:a ex:p 2 .\n',
    ],
    // Another predicate.
    ['ex:a ex:p 1 ; ex:q 2 .', { remove: 'ex:a ex:p 1 .', add: 'ex:a ex:r 1 .' }, 'ex:a ex:r 1 ; ex:q 2 .'],
    ['ex:a ex:p 1, 2 .', { remove: 'ex:a ex:p 1, 2 .', add: 'ex:a ex:r 1, 2 .' }, 'ex:a ex:r 1, 2 .'],
    ['ex:a ex:p 1, 2 .', { remove: 'ex:a ex:p 1 .', add: 'ex:a ex:r 1 .' }, 'ex:a ex:p 2 ;\n  ex:r 1 .'],
    [
      'ex:a ex:p [ ex:q 1 ] .',
      { where: 'ex:a ex:p _:x .', remove: 'ex:a ex:p _:x .', add: 'ex:a a _:x .' },
      'ex:a a [ ex:q 1 ] .',
    ],
    // Another subject.
    [
      'ex:a a ex:P ; # c\n  ex:p [] .',
      {
        where: 'ex:a ex:p _:x .',
        remove: 'ex:a a ex:P ; ex:p _:x .',
        add: 'ex:b a ex:P ; ex:p _:x ; ex:q 1 .',
      },
      'ex:b a ex:P ; # c\n  ex:p [] ;\n  ex:q 1 .',
    ],
    // A new blank node in its place, once and twice.
    [
      'ex:a ex:p 1 ; # c\n  ex:q 2 .',
      { remove: 'ex:a ex:p 1 ; ex:q 2 .', add: '[] ex:p 1 ; ex:q 2 .' },
      '[] ex:p 1 ; # c\n  ex:q 2 .',
    ],
    [
      'ex:a ex:p 1 .\nex:a ex:q 2 .',
      { remove: 'ex:a ex:p 1 ; ex:q 2 .', add: '[] ex:p 1 ; ex:q 2 .' },
      '_:b0 ex:p 1 .\n_:b0 ex:q 2 .',
    ],
    // The last part makes room for an unrelated one.
    [
      'ex:a ex:p 1 ; ex:q 2 . # c',
      { remove: 'ex:a ex:q 2 .', add: 'ex:a ex:r 3, 4 .' },
      'ex:a ex:p 1 ; ex:r 3, 4 . # c',
    ],
    [
      'ex:a ex:p [ # in\n    ex:q 1 ] ;\n  ex:r 2 .',
      { where: 'ex:a ex:p _:x .', remove: 'ex:a ex:p _:x . _:x ex:q 1 .', add: 'ex:a ex:p ex:y .' },
      'ex:a ex:p ex:y ; # in\n  ex:r 2 .',
    ],
    [
      'ex:a ex:p [ ex:q 1 # in\n  ] ;\n  ex:r 2 ; .',
      {
        where: 'ex:a ex:p _:x .',
        remove: 'ex:a ex:p _:x ; ex:r 2 . _:x ex:q 1 .',
        add: 'ex:a ex:p ex:y .',
      },
      'ex:a ex:p ex:y # in\n   ; .',
    ],
  ])('%j %j', checkEdit);
});

describe('a literal keeps its quotes', () => {
  test.each<[string, string, string, string]>([
    ["'x'", '"x"', '"it\'s"', "'it\\'s'"],
    ['"x"', '"x"', '\'say "y"\'', '"say \\"y\\""'],
    ['"""x\ny"""', '"x\\ny"', '"x\\nz"', '"""x\nz"""'],
    ["'''x'''", '"x"', '"y\\\\n"', "'''y\\\\n'''"],
    ['"x"', '"x"', '"x\\ny"', '"x\\ny"'],
    ['"x"@en', '"x"@en', '"x"@de', '"x"@de'],
    ["'x'", '"x"', '"y"@de', "'y'@de"],
    ["'2020'^^xsd:date", '"2020"^^xsd:date', '"2020"^^xsd:gYear', "'2020'^^xsd:gYear"],
    ["'2020'^^xsd:date", '"2020"^^xsd:date', '"2021"^^xsd:date', "'2021'^^xsd:date"],
    ['"5"', '"5"', '5', '5'],
    ['5', '5', '"5"', '"5"'],
    ['"5"^^xsd:integer', '5', '"five"', '"five"'],
    ['true', 'true', 'false', 'false'],
  ])('%s to %s %s', (written, remove, add, expected) =>
    checkEdit(
      `ex:a ex:p ${written} .`,
      { remove: `ex:a ex:p ${remove} .`, add: `ex:a ex:p ${add} .` },
      `ex:a ex:p ${expected} .`,
    ),
  );

  test('only what differs is replaced', () => {
    const change = (written: string, add: string) => {
      const text = `${suppliedPrefixes}ex:a ex:p ${written} .`;
      const plan = planTurtle(text, { remove: `ex:a ex:p ${written} .`, add: `ex:a ex:p ${add} .` });
      return plan.kind === 'edits' ? plan.edits.map((edit) => describeEdit(text, edit)) : plan.reason;
    };
    expect(change('"2020"^^xsd:date', '"2020"^^xsd:gYear')).toEqual(['^^xsd:date -> ^^xsd:gYear']);
    expect(change('"2020"^^xsd:date', '"2021"^^xsd:date')).toEqual(['"2020" -> "2021"']);
    expect(change('"x"@en', '"x"@de')).toEqual(['@en -> @de']);
    expect(change('"x"@en', '"x"')).toEqual(['@en -> ']);
    expect(change('"x"', '"x"@en')).toEqual([' -> @en']);
  });

  test('a line feed in a long string is escaped where lines end otherwise', () =>
    checkEdit(
      'ex:a ex:p """x""" .\r\n',
      { remove: 'ex:a ex:p "x" .', add: 'ex:a ex:p "x\\ny", "\\n" .' },
      'ex:a ex:p """x\\ny""", """\\n""" .\r\n',
    ));
});

function describeEdit(text: string, { range, newText }: PlannedEdit): string {
  return `${text.slice(range.start, range.end)} -> ${newText}`;
}

describe('brackets', () => {
  const x = 'ex:a ex:p _:x .';
  test.each<Row>([
    ['ex:a ex:p [ ex:q 1 ] .', { where: x, add: '_:x ex:r 2 .' }, 'ex:a ex:p [ ex:q 1 ; ex:r 2 ] .'],
    [
      'ex:a ex:p [\n    ex:q 1\n  ] .',
      { where: x, add: '_:x ex:r 2 .' },
      'ex:a ex:p [\n    ex:q 1 ;\n    ex:r 2\n  ] .',
    ],
    ['ex:a ex:p [ ex:q 1; ] .', { where: x, add: '_:x ex:r 2 .' }, 'ex:a ex:p [ ex:q 1; ex:r 2; ] .'],
    ['ex:a ex:p [] .', { where: x, add: '_:x ex:r 2 ; ex:q 1, 3 .' }, 'ex:a ex:p [ ex:r 2 ; ex:q 1, 3 ] .'],
    ['ex:a ex:p [ # c\n  ] .', { where: x, add: '_:x ex:r 2 .' }, 'ex:a ex:p [ # c\n   ex:r 2 ] .'],
    ['[ ex:q 1 ] .', { where: '_:x ex:q 1 .', add: '_:x ex:r 2 .' }, '[ ex:q 1 ; ex:r 2 ] .'],
    ['[] ex:q 1 .', { where: '_:x ex:q 1 .', add: '_:x ex:r 2 .' }, '[] ex:q 1 ;\n  ex:r 2 .'],
    ['ex:a ex:p [ ex:q 1 ; ex:r 2 ] .', { where: x, remove: '_:x ex:q 1 .' }, 'ex:a ex:p [ ex:r 2 ] .'],
    ['ex:a ex:p [ ex:q 1 ] .', { where: x, remove: '_:x ex:q 1 .' }, 'ex:a ex:p [] .'],
    ['[ ex:q 1 ] ex:r 2 .', { where: '_:x ex:q 1 .', remove: '_:x ex:r 2 .' }, '[ ex:q 1 ] .'],
    ['[ ex:q 1 ] ex:r 2 .', { where: '_:x ex:q 1 .', remove: '_:x ex:q 1 .' }, '[] ex:r 2 .'],
    ['ex:a ex:p [ ex:q 1 ], 2 .', { where: x, remove: 'ex:a ex:p _:x . _:x ex:q 1 .' }, 'ex:a ex:p 2 .'],
    [
      'ex:a ex:p [ ex:q [ ex:r 1 ] ], 2 .',
      { where: `${x} _:x ex:q _:y .`, remove: 'ex:a ex:p _:x . _:x ex:q _:y . _:y ex:r 1 .' },
      'ex:a ex:p 2 .',
    ],
  ])('%j %j', checkEdit);
});

describe('brackets that lose their place or get mentioned elsewhere move', () => {
  const x = 'ex:a ex:p _:x .';
  const inner = '[ # in\n    ex:q 1 ]';
  test.each<Row>([
    [
      `ex:a ex:p ${inner} ;\n  ex:r 2 .\n\nex:b a ex:P .`,
      { where: x, remove: x },
      `ex:a ex:r 2 .\n\n${inner} .\n\nex:b a ex:P .`,
    ],
    [`ex:a ex:p ${inner} . # c\n`, { where: x, remove: x }, `${inner} . # c\n`],
    [
      `ex:a ex:p ${inner} ;\n  ex:r 2 .`,
      { where: x, remove: x, add: 'ex:b ex:p _:x .' },
      `ex:a ex:r 2 .\n\nex:b ex:p ${inner} .`,
    ],
    [
      `ex:a ex:p ${inner} ;\n  ex:r 2 .`,
      { where: x, remove: x, add: 'ex:a ex:r [ ex:new _:x ] . _:x ex:r 3 .' },
      'ex:a ex:r 2, [ ex:new [ # in\n    ex:q 1 ;\n    ex:r 3 ] ] .',
    ],
    [
      `ex:a ex:p ${inner} ;\n  ex:r 2 .`,
      { where: x, add: 'ex:a ex:r _:x .' },
      'ex:a ex:p _:b0 ;\n  ex:r 2, _:b0 .\n\n_:b0 # in\n    ex:q 1 .',
    ],
    [
      'ex:a ex:p [] ; ex:q _:b0 .',
      { where: x, add: 'ex:a ex:r _:x .' },
      'ex:a ex:p _:b1 ; ex:q _:b0 ; ex:r _:b1 .',
    ],
    [
      'ex:a ex:p [ ex:q 1 ] .',
      { where: x, add: '_:x ex:q _:x .' },
      'ex:a ex:p _:b0 .\n\n_:b0 ex:q 1, _:b0 .',
    ],
    [
      '[ ex:q 1 ] ex:r 2 .',
      { where: '_:x ex:q 1 .', add: 'ex:a ex:p _:x .' },
      '_:b0 ex:q 1 ; ex:r 2 .\n\nex:a ex:p _:b0 .',
    ],
    ['[ ex:q 1 ] .', { where: '_:x ex:q 1 .', add: 'ex:a ex:p _:x .' }, '_:b0 ex:q 1 .\n\nex:a ex:p _:b0 .'],
    ['[] ex:q 1 .', { where: '_:x ex:q 1 .', add: 'ex:a ex:p _:x .' }, '_:b0 ex:q 1 .\n\nex:a ex:p _:b0 .'],
  ])('%j %j', checkEdit);
});

describe('new blank nodes', () => {
  const long = '"a rather long text, such as a description of the building and its rooms"';
  test.each<Row>([
    [
      'ex:a a ex:P .',
      { add: 'ex:a ex:p [ ex:q 1 ; a ex:Q ; ex:r [ ex:s 2 ] ] .' },
      'ex:a a ex:P ;\n  ex:p [ a ex:Q ; ex:q 1 ; ex:r [ ex:s 2 ] ] .',
    ],
    [
      'ex:a a ex:P ;\n    ex:q 1 .',
      { add: `ex:a ex:p [ a ex:Q ; ex:q ${long} ] .` },
      `ex:a a ex:P ;\n    ex:q 1 ;\n    ex:p [\n        a ex:Q ;\n        ex:q ${long}\n    ] .`,
    ],
    ['ex:a ex:p 1 .', { add: 'ex:a ex:p [] .' }, 'ex:a ex:p 1, [] .'],
    ['ex:a ex:p 1 .', { remove: 'ex:a ex:p 1 .', add: 'ex:a ex:p [ ex:q 2 ] .' }, 'ex:a ex:p [ ex:q 2 ] .'],
    [
      'ex:a ex:p 1 .',
      { add: 'ex:a ex:q ( 1 ( ) [ ex:p 2 ] ) .' },
      'ex:a ex:p 1 ;\n  ex:q ( 1 () [ ex:p 2 ] ) .',
    ],
    [
      'ex:a ex:p 1 .',
      { add: 'ex:a ex:q _:n . ex:a ex:r _:n . _:n a ex:Q .' },
      'ex:a ex:p 1 ;\n  ex:q _:b0 ;\n  ex:r _:b0 .\n\n_:b0 a ex:Q .',
    ],
    [
      'ex:a ex:p _:b0.',
      { add: '_:n ex:p _:m . _:m ex:p _:n .' },
      'ex:a ex:p _:b0.\n\n_:b1 ex:p _:b2.\n\n_:b2 ex:p _:b1.',
    ],
    // Not a list: it has two ends.
    [
      'ex:a ex:p 1 .',
      { add: 'ex:a ex:q _:n . _:n rdf:first 1 ; rdf:rest (), (2) .' },
      'ex:a ex:p 1 ;\n  ex:q [ rdf:first 1 ; rdf:rest (), ( 2 ) ] .',
    ],
  ])('%j %j', checkEdit);
});

describe('lists', () => {
  const x = 'ex:a ex:p _:x .';
  const xy = `${x} _:x rdf:rest _:y .`;
  const xyz = `${xy} _:y rdf:rest _:z .`;
  test.each<Row>([
    [
      'ex:a ex:p ( 1 2 ) .',
      { where: xy, remove: '_:y rdf:rest () .', add: '_:y rdf:rest ( 3 4 ) .' },
      'ex:a ex:p ( 1 2 3 4 ) .',
    ],
    [
      'ex:a ex:p (1 2) .',
      { where: x, remove: x, add: 'ex:a ex:p _:n . _:n rdf:first 0 ; rdf:rest _:x .' },
      'ex:a ex:p ( 0 1 2) .',
    ],
    [
      'ex:a ex:p (\n  1\n  2\n) .',
      { where: xy, remove: '_:y rdf:rest () .', add: '_:y rdf:rest ( 3 ) .' },
      'ex:a ex:p (\n  1\n  2\n  3\n) .',
    ],
    [
      'ex:a ex:p ( 1 # one\n  2 ) .',
      { where: xy, remove: '_:x rdf:first 1 .', add: '_:x rdf:first 7 .' },
      'ex:a ex:p ( 7 # one\n  2 ) .',
    ],
    [
      'ex:a ex:p ( 1 # one\n  2 ) .',
      { where: xy, remove: `${x} _:x rdf:first 1 ; rdf:rest _:y .`, add: 'ex:a ex:p _:y .' },
      'ex:a ex:p ( # one\n  2 ) .',
    ],
    [
      'ex:a ex:p ( 1 2 2 ) .',
      {
        where: xyz,
        remove: '_:x rdf:rest _:y . _:y rdf:first 2 ; rdf:rest _:z .',
        add: '_:x rdf:rest _:z .',
      },
      'ex:a ex:p ( 1 2 ) .',
    ],
    // Written anew, with as much in common as can be.
    [
      'ex:a ex:p ( 1 2 # two\n  3 ) .',
      {
        where: xyz,
        remove: `${x} _:x rdf:first 1 ; rdf:rest _:y . _:y rdf:first 2 ; rdf:rest _:z . _:z rdf:first 3 ; rdf:rest () .`,
        add: 'ex:a ex:p ( 0 2 3 4 ) .',
      },
      'ex:a ex:p ( 0 2 # two\n  3 4 ) .',
    ],
    [
      'ex:a ex:p ( 1 # one\n  2 ) ; ex:q 3 .',
      { where: xy, remove: `${x} _:x rdf:first 1 ; rdf:rest _:y . _:y rdf:first 2 ; rdf:rest () .` },
      'ex:a # one\n  ex:q 3 .',
    ],
    ['ex:a ex:p () .', { remove: 'ex:a ex:p () .', add: 'ex:a ex:p ( 1 2 ) .' }, 'ex:a ex:p ( 1 2 ) .'],
    ['( 1 ) ex:p 2 .', { where: '_:x ex:p 2 .', add: '_:x ex:q 3 .' }, '( 1 ) ex:p 2 ;\n  ex:q 3 .'],
    // A list can't stand alone.
    [
      '( 1 2 ) ex:p 2 .',
      { where: '_:x ex:p 2 .', remove: '_:x ex:p 2 .' },
      '[] rdf:first 1 ; rdf:rest ( 2 ) .',
    ],
    [
      'ex:a ex:p ( 1 2 ) ; ex:q 3 .',
      { where: x, remove: x },
      'ex:a ex:q 3 .\n\n[] rdf:first 1 ; rdf:rest ( 2 ) .',
    ],
    [
      'ex:a ex:p ( 1 2 ) ; ex:q 3 .',
      { where: x, remove: x, add: 'ex:b ex:p _:x .' },
      'ex:a ex:q 3 .\n\nex:b ex:p ( 1 2 ) .',
    ],
    [
      'ex:a ex:p ( 1 2 ) ; ex:q 3 .',
      { where: x, add: 'ex:a ex:q _:x .' },
      'ex:a ex:p _:b0 ; ex:q 3, _:b0 .\n\n_:b0 rdf:first 1 ; rdf:rest ( 2 ) .',
    ],
  ])('%j %j', checkEdit);
});

describe('prefixes', () => {
  const foaf = 'ex:a <http://xmlns.com/foaf/0.1/name> "x" .';
  const ex = '@prefix ex: <http://example.org/ns#> .';
  test.each<Row>([
    // Those of well-known vocabularies are declared.
    [
      `${ex}\n\nex:a a ex:P .`,
      { add: foaf },
      `${ex}\n@prefix foaf: <http://xmlns.com/foaf/0.1/> .\n\nex:a a ex:P ;\n  foaf:name "x" .`,
    ],
    [
      `@base <http://e/> .\n${ex} # c\n\nex:a a ex:P .`,
      { add: foaf },
      `@base <http://e/> .\n${ex} # c\n@prefix foaf: <http://xmlns.com/foaf/0.1/> .\n\nex:a a ex:P ;\n  foaf:name "x" .`,
    ],
    [
      'PREFIX ex: <http://example.org/ns#>\nex:a a ex:P .',
      { add: 'ex:a ex:p "2020"^^xsd:gYear .' },
      'PREFIX ex: <http://example.org/ns#>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\nex:a a ex:P ;\n  ex:p "2020"^^xsd:gYear .',
    ],
    [
      `@prefix ex:      <http://example.org/ns#>.\n@prefix example: <http://e/>.\nex:a a ex:P .`,
      { add: foaf },
      `@prefix ex:      <http://example.org/ns#>.\n@prefix example: <http://e/>.\n@prefix foaf:    <http://xmlns.com/foaf/0.1/>.\nex:a a ex:P ;\n  foaf:name "x" .`,
    ],
    // Others are not.
    [
      `${ex}\nex:a a ex:P .`,
      { add: 'ex:a <http://other.example/p> <http://other.example/o> .' },
      `${ex}\nex:a a ex:P ;\n  <http://other.example/p> <http://other.example/o> .`,
    ],
    // A name that is taken, be it later, stays taken.
    [
      `${ex}\n@prefix foaf: <http://mine/> .\nex:a a ex:P .`,
      { add: foaf },
      `${ex}\n@prefix foaf: <http://mine/> .\nex:a a ex:P ;\n  <http://xmlns.com/foaf/0.1/name> "x" .`,
    ],
    [
      `${ex}\nex:a a ex:P .\n@prefix foaf: <http://xmlns.com/foaf/0.1/> .\nex:b a ex:P .`,
      { add: foaf },
      `${ex}\nex:a a ex:P ;\n  <http://xmlns.com/foaf/0.1/name> "x" .\n@prefix foaf: <http://xmlns.com/foaf/0.1/> .\nex:b a ex:P .`,
    ],
    // Prefixes hold from where they are declared to where they are declared again.
    [
      `${ex}\nex:a a ex:P .\n@prefix ex: <http://example.org/new#> .\nex:b a ex:P .`,
      { where: '', add: 'ex:a ex:p ex:a . <http://example.org/new#b> ex:p ex:a .' },
      `${ex}\nex:a a ex:P ;\n  ex:p ex:a .\n@prefix ex: <http://example.org/new#> .\nex:b a ex:P ;\n  <http://example.org/ns#p> <http://example.org/ns#a> .`,
    ],
    // Relative references are used where the text uses them.
    [
      `${ex}\n<#x> a ex:P .\n@base <http://base.example/f/> .\n<y> a ex:P .`,
      { add: '<#x> ex:p <#z> . <http://base.example/f/y> ex:p <http://base.example/f/z> .' },
      `${ex}\n<#x> a ex:P ;\n  ex:p <#z> .\n@base <http://base.example/f/> .\n<y> a ex:P ;\n  ex:p <z> .`,
    ],
  ])('%j %j', checkEdit);

  test('without directives, they come before the first statement and the comment on it', () => {
    const text = '# My data\n\n# Alice\n<http://example.org/ns#a> <http://e/p> 1 .';
    const declaration = '@prefix foaf: <http://xmlns.com/foaf/0.1/> .';
    expect(edit(text, { add: foaf })).toBe(
      `# My data\n\n${declaration}\n\n# Alice\n<http://example.org/ns#a> <http://e/p> 1 ;\n  foaf:name "x" .`,
    );
    expect(edit(text.replace('\n\n', '\n'), { add: foaf })).toBe(
      `# My data\n# Alice\n${declaration}\n\n<http://example.org/ns#a> <http://e/p> 1 ;\n  foaf:name "x" .`,
    );
    expect(edit('', { add: foaf })).toBe(`${declaration}\n\n<http://example.org/ns#a> foaf:name "x" .\n`);
  });
});

describe('beside syntax errors', () => {
  test.each<Row>([
    ['ex:a ex:p .\nex:b ex:p 1 .', { add: 'ex:b ex:q 2 .' }, 'ex:a ex:p .\nex:b ex:p 1 ;\n  ex:q 2 .'],
    ['ex:b ex:p 1 .\nex:a ex:p .', { add: 'ex:c ex:q 2 .' }, 'ex:b ex:p 1 .\n\nex:c ex:q 2 .\nex:a ex:p .'],
    // A declaration might bring broken text to life.
    [
      '@prefix ex: <http://example.org/ns#> .\nfoaf:x ex:p 1 .\nex:b ex:p 1 .',
      { add: 'ex:b <http://xmlns.com/foaf/0.1/name> 2 .' },
      '@prefix ex: <http://example.org/ns#> .\nfoaf:x ex:p 1 .\nex:b ex:p 1 ;\n  <http://xmlns.com/foaf/0.1/name> 2 .',
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
      'A part of a list would be cut off but go on being used.',
    ],
    [
      'ex:a ex:p ( 1 2 ) .',
      { where: xy, add: '_:y ex:p 1 .' },
      'The change is about a part of a list that can not be named in the text.',
    ],
  ])('%j %j', checkNotExpressible);

  test.each<[Partial<Triple>, string]>([
    [{ subject: terms.literal('x') }, 'A literal can only be an object, and only an IRI can be a predicate.'],
    [{ object: terms.iri('not absolute') }, '<not absolute> is not an absolute IRI.'],
    [{ object: terms.iri('http://e/a b') }, '<http://e/a b> is not an absolute IRI.'],
    [
      { object: terms.literal('a\ud800b') },
      'A text file cannot hold half of a character (a lone surrogate).',
    ],
    [{ object: terms.languageString('x', 'ar', 'rtl') }, 'Turtle 1.1 has no base directions.'],
    [
      { object: terms.tripleTerm({ subject: 0, predicate: 0, object: 0 }) },
      'Turtle 1.1 has no triple terms.',
    ],
  ])('%j', (part, reason) => {
    const subject = terms.iri('http://e/s');
    const triple = { subject, predicate: rdf.type, object: subject, ...part };
    const plan = planEdits(new TurtleDocument(uri, 1, ''), { added: [triple], removed: [] });
    expect(plan).toEqual({ kind: 'notExpressible', reason });
  });
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
