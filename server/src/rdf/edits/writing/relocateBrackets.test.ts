import { describe, test } from 'vitest';
import { block } from '../../../testing/fixture.ts';
import { checkEdit, type TurtleDelta } from '../../../testing/turtleDelta.ts';

type Row = readonly [before: string, delta: TurtleDelta, after: string];

describe('brackets', () => {
  const x = 'ex:a ex:p _:x .';
  test.each<Row>([
    ['ex:a ex:p [ ex:q 1 ] .', { where: x, add: '_:x ex:r 2 .' }, 'ex:a ex:p [ ex:q 1 ; ex:r 2 ] .'],
    [
      block`
        ex:a ex:p [
            ex:q 1
          ] .`,
      { where: x, add: '_:x ex:r 2 .' },
      block`
        ex:a ex:p [
            ex:q 1 ;
            ex:r 2
          ] .`,
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
      block`
        ex:a ex:p ${inner} ;
          ex:r 2 .

        ex:b a ex:P .`,
      { where: x, remove: x },
      block`
        ex:a ex:r 2 .

        ${inner} .

        ex:b a ex:P .`,
    ],
    [`ex:a ex:p ${inner} . # c\n`, { where: x, remove: x }, `${inner} . # c\n`],
    [
      block`
        ex:a ex:p ${inner} ;
          ex:r 2 .`,
      { where: x, remove: x, add: 'ex:b ex:p _:x .' },
      block`
        ex:a ex:r 2 .

        ex:b ex:p ${inner} .`,
    ],
    [
      block`
        ex:a ex:p ${inner} ;
          ex:r 2 .`,
      { where: x, remove: x, add: 'ex:a ex:r [ ex:new _:x ] . _:x ex:r 3 .' },
      block`
        ex:a ex:r 2, [ ex:new [ # in
            ex:q 1 ;
            ex:r 3 ] ] .`,
    ],
    [
      block`
        ex:a ex:p ${inner} ;
          ex:r 2 .`,
      { where: x, add: 'ex:a ex:r _:x .' },
      block`
        ex:a ex:p _:b0 ;
          ex:r 2, _:b0 .

        _:b0 # in
            ex:q 1 .`,
    ],
    [
      'ex:a ex:p [] ; ex:q _:b0 .',
      { where: x, add: 'ex:a ex:r _:x .' },
      'ex:a ex:p _:b1 ; ex:q _:b0 ; ex:r _:b1 .',
    ],
    [
      'ex:a ex:p [ ex:q 1 ] .',
      { where: x, add: '_:x ex:q _:x .' },
      block`
        ex:a ex:p _:b0 .

        _:b0 ex:q 1, _:b0 .`,
    ],
    [
      '[ ex:q 1 ] ex:r 2 .',
      { where: '_:x ex:q 1 .', add: 'ex:a ex:p _:x .' },
      block`
        _:b0 ex:q 1 ; ex:r 2 .

        ex:a ex:p _:b0 .`,
    ],
    [
      '[ ex:q 1 ] .',
      { where: '_:x ex:q 1 .', add: 'ex:a ex:p _:x .' },
      block`
        _:b0 ex:q 1 .

        ex:a ex:p _:b0 .`,
    ],
    [
      '[] ex:q 1 .',
      { where: '_:x ex:q 1 .', add: 'ex:a ex:p _:x .' },
      block`
        _:b0 ex:q 1 .

        ex:a ex:p _:b0 .`,
    ],
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
      block`
        ex:a a ex:P ;
            ex:q 1 .`,
      { add: `ex:a ex:p [ a ex:Q ; ex:q ${long} ] .` },
      block`
        ex:a a ex:P ;
            ex:q 1 ;
            ex:p [
                a ex:Q ;
                ex:q ${long}
            ] .`,
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
      block`
        ex:a ex:p 1 ;
          ex:q _:b0 ;
          ex:r _:b0 .

        _:b0 a ex:Q .`,
    ],
    [
      'ex:a ex:p _:b0.',
      { add: '_:n ex:p _:m . _:m ex:p _:n .' },
      block`
        ex:a ex:p _:b0.

        _:b1 ex:p _:b2.

        _:b2 ex:p _:b1.`,
    ],
    // Not a list: it has two ends.
    [
      'ex:a ex:p 1 .',
      { add: 'ex:a ex:q _:n . _:n rdf:first 1 ; rdf:rest (), (2) .' },
      'ex:a ex:p 1 ;\n  ex:q [ rdf:first 1 ; rdf:rest (), ( 2 ) ] .',
    ],
  ])('%j %j', checkEdit);
});
