import { describe, expect, test } from 'vitest';
import { block, suppliedPrefixes } from '../../../testing/fixture.ts';
import { checkEdit, planTurtle, type TurtleDelta } from '../../../testing/turtleDelta.ts';
import type { PlannedEdit } from '../planEdits.ts';

type Row = readonly [before: string, delta: TurtleDelta, after: string];

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
      block`
        ex:a ex:p 1, 1 .
        ex:a ex:p 1 .
      `,
      { remove: 'ex:a ex:p 1 .', add: 'ex:a ex:p 2 .' },
      block`
        ex:a ex:p 2 .
      `,
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
      block`
        ex:a a ex:P ; # c
          ex:p [] .`,
      {
        where: 'ex:a ex:p _:x .',
        remove: 'ex:a a ex:P ; ex:p _:x .',
        add: 'ex:b a ex:P ; ex:p _:x ; ex:q 1 .',
      },
      block`
        ex:b a ex:P ; # c
          ex:p [] ;
          ex:q 1 .`,
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
      block`
        ex:a ex:p [ # in
            ex:q 1 ] ;
          ex:r 2 .`,
      { where: 'ex:a ex:p _:x .', remove: 'ex:a ex:p _:x . _:x ex:q 1 .', add: 'ex:a ex:p ex:y .' },
      block`
        ex:a ex:p ex:y ; # in
          ex:r 2 .`,
    ],
    [
      block`
        ex:a ex:p [ ex:q 1 # in
          ] ;
          ex:r 2 ; .`,
      {
        where: 'ex:a ex:p _:x .',
        remove: 'ex:a ex:p _:x ; ex:r 2 . _:x ex:q 1 .',
        add: 'ex:a ex:p ex:y .',
      },
      block`
        ex:a ex:p ex:y # in
           ; .`,
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
