import { describe, test } from 'vitest';
import { block } from '../../../testing/fixture.ts';
import { checkEdit, type TurtleDelta } from '../../../testing/turtleDelta.ts';

type Row = readonly [before: string, delta: TurtleDelta, after: string];

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
      block`
        ex:a ex:p (
          1
          2
        ) .`,
      { where: xy, remove: '_:y rdf:rest () .', add: '_:y rdf:rest ( 3 ) .' },
      block`
        ex:a ex:p (
          1
          2
          3
        ) .`,
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
      block`
        ex:a ex:q 3 .

        [] rdf:first 1 ; rdf:rest ( 2 ) .`,
    ],
    [
      'ex:a ex:p ( 1 2 ) ; ex:q 3 .',
      { where: x, remove: x, add: 'ex:b ex:p _:x .' },
      block`
        ex:a ex:q 3 .

        ex:b ex:p ( 1 2 ) .`,
    ],
    [
      'ex:a ex:p ( 1 2 ) ; ex:q 3 .',
      { where: x, add: 'ex:a ex:q _:x .' },
      block`
        ex:a ex:p _:b0 ; ex:q 3, _:b0 .

        _:b0 rdf:first 1 ; rdf:rest ( 2 ) .`,
    ],
  ])('%j %j', checkEdit);
});
