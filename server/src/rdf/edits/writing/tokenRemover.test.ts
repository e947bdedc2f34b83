import { describe, test } from 'vitest';
import { block } from '../../../testing/fixture.ts';
import { checkEdit, type TurtleDelta } from '../../../testing/turtleDelta.ts';

type Row = readonly [before: string, delta: TurtleDelta, after: string];

describe('what is removed takes its separator along', () => {
  test.each<Row>([
    ['ex:a ex:p 1, 2, 3 .', { remove: 'ex:a ex:p 1 .' }, 'ex:a ex:p 2, 3 .'],
    ['ex:a ex:p 1, 2, 3 .', { remove: 'ex:a ex:p 2 .' }, 'ex:a ex:p 1, 3 .'],
    ['ex:a ex:p 1, 2, 3 .', { remove: 'ex:a ex:p 3 .' }, 'ex:a ex:p 1, 2 .'],
    [
      block`
        ex:a ex:p 1,
            2,
            3 ;
          ex:q 4 .`,
      { remove: 'ex:a ex:p 2, 3 .' },
      block`
        ex:a ex:p 1 ;
          ex:q 4 .`,
    ],
    [
      block`
        ex:a ex:p 1,
            2 ;
          ex:q 4 .`,
      { remove: 'ex:a ex:p 1, 2 .' },
      'ex:a ex:q 4 .',
    ],
    [
      block`
        ex:a ex:p 1 ;
          ex:q 2 ;
          ex:r 3 .`,
      { remove: 'ex:a ex:q 2 .' },
      block`
        ex:a ex:p 1 ;
          ex:r 3 .`,
    ],
    ['ex:a ex:p 1 ;\n  ex:q 2 .', { remove: 'ex:a ex:q 2 .' }, 'ex:a ex:p 1 .'],
    [
      block`
        ex:a ex:p 1 ;
          ex:q 2 ;
        .`,
      { remove: 'ex:a ex:q 2 .' },
      block`
        ex:a ex:p 1 ;
        .`,
    ],
    [
      block`
        ex:a ex:p 1
          ; ex:q 2
          ; ex:r 3
          .`,
      { remove: 'ex:a ex:q 2 .' },
      block`
        ex:a ex:p 1
          ; ex:r 3
          .`,
    ],
    ['ex:a ex:p 1;ex:q ex:b.', { remove: 'ex:a ex:p 1 .' }, 'ex:a ex:q ex:b.'],
    ['ex:a ex:p 1;ex:q ex:b.', { remove: 'ex:a ex:q ex:b .' }, 'ex:a ex:p 1.'],
    // Everywhere where it is stated.
    [
      block`
        ex:a ex:p 1, 1 ; ex:q 2 ; ex:p 1 .
        ex:a ex:p 1 .
      `,
      { remove: 'ex:a ex:p 1 .' },
      block`
        ex:a ex:q 2 .
      `,
    ],
  ])('%j %j', checkEdit);
});

describe('a statement without parts goes away', () => {
  const remove = 'ex:b ex:p 2 .';
  test.each<Row>([
    [
      block`
        ex:a ex:p 1 .
        ex:b ex:p 2 .
        ex:c ex:p 3 .
      `,
      { remove },
      block`
        ex:a ex:p 1 .
        ex:c ex:p 3 .
      `,
    ],
    [
      block`
        ex:a ex:p 1 .

        ex:b ex:p 2 .

        ex:c ex:p 3 .
      `,
      { remove },
      block`
        ex:a ex:p 1 .

        ex:c ex:p 3 .
      `,
    ],
    [
      block`
        ex:a ex:p 1 .

        ex:b ex:p 2 .
      `,
      { remove },
      block`
        ex:a ex:p 1 .
      `,
    ],
    [
      block`
        ex:a ex:p 1 .

        ex:b ex:p 2 .`,
      { remove },
      'ex:a ex:p 1 .',
    ],
    ['ex:a ex:p 1 . ex:b ex:p 2 . ex:c ex:p 3 .', { remove }, 'ex:a ex:p 1 . ex:c ex:p 3 .'],
    ['ex:a ex:p 1 . ex:b ex:p 2 .', { remove }, 'ex:a ex:p 1 .'],
    ['ex:a ex:p 1 .\r\nex:b ex:p 2 .\r\n', { remove }, 'ex:a ex:p 1 .\r\n'],
    // Its comments don't.
    [
      block`
        # about b
        ex:b ex:p 2 . # two
        ex:c ex:p 3 .`,
      { remove },
      block`
        # about b
        # two
        ex:c ex:p 3 .`,
    ],
    [
      block`
        ex:b # b
          ex:p # p
          2 . # two
        ex:c ex:p 3 .`,
      { remove },
      block`
        # b
        # p
        # two
        ex:c ex:p 3 .`,
    ],
    [
      'ex:b ex:p # p\n  2 . \t\nex:c ex:p 3 .',
      { remove },
      block`
        # p
        ex:c ex:p 3 .`,
    ],
    ['ex:b ex:p # p\n  2 .\t', { remove }, '# p'],
    ['[ ex:p 1 ] .\n', { where: '_:x ex:p 1 .', remove: '_:x ex:p 1 .' }, ''],
    ['[ ex:p 1 ] ex:q 2 .\n', { where: '_:x ex:p 1 .', remove: '_:x ex:p 1 ; ex:q 2 .' }, ''],
  ])('%j %j', checkEdit);
});

describe('comments stay when what they follow is removed', () => {
  const three = block`
    ex:a a ex:P ; # type
      ex:p 1 ; # one
      ex:q 2 . # two`;
  test.each<Row>([
    [
      three,
      { remove: 'ex:a a ex:P .' },
      block`
        ex:a # type
          ex:p 1 ; # one
          ex:q 2 . # two`,
    ],
    [
      three,
      { remove: 'ex:a ex:p 1 .' },
      block`
        ex:a a ex:P ; # type
          # one
          ex:q 2 . # two`,
    ],
    [
      three,
      { remove: 'ex:a ex:q 2 .' },
      block`
        ex:a a ex:P ; # type
          ex:p 1 . # one
          # two`,
    ],
    [
      block`
        ex:a a ex:P ;
          # about p
          ex:p 1 ;
          # about q
          ex:q 2 .`,
      { remove: 'ex:a ex:p 1 .' },
      block`
        ex:a a ex:P ;
          # about p
          # about q
          ex:q 2 .`,
    ],
    [
      block`
        ex:a ex:p 1, # one
            2, # two
            3 .`,
      { remove: 'ex:a ex:p 2 .' },
      block`
        ex:a ex:p 1, # one
            # two
            3 .`,
    ],
    [
      block`
        ex:a ex:p 1, # one
            2 # two
        .`,
      { remove: 'ex:a ex:p 2 .' },
      block`
        ex:a ex:p 1 # one
            # two
        .`,
    ],
    ['ex:a ex:p 1 ; ex:q 2 # two\n.', { remove: 'ex:a ex:q 2 .' }, 'ex:a ex:p 1 # two\n.'],
    [
      block`
        ex:a ex:p [ # in
            ex:q 1 ] ;
          ex:r 2 .`,
      { where: 'ex:a ex:p _:x .', remove: 'ex:a ex:p _:x . _:x ex:q 1 .' },
      block`
        ex:a # in
          ex:r 2 .`,
    ],
  ])('%j %j', checkEdit);
});
