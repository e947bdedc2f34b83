import { describe, test } from 'vitest';
import { block } from '../../../testing/fixture.ts';
import { checkEdit, type TurtleDelta } from '../../../testing/turtleDelta.ts';

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
    [
      block`
        ex:a
            a ex:P .`,
      { add },
      block`
        ex:a
            a ex:P ;
            ex:new 0 .`,
    ],
    // Verbs in a column, objects in a column.
    [
      block`
        ex:a a ex:P ;
             ex:p 1 .`,
      { add },
      block`
        ex:a a ex:P ;
             ex:p 1 ;
             ex:new 0 .`,
    ],
    [
      block`
        ex:a a         ex:P ;
             ex:label  1 .`,
      { add },
      block`
        ex:a a         ex:P ;
             ex:label  1 ;
             ex:new    0 .`,
    ],
    // The last separator counts.
    [
      block`
        ex:a a ex:P ; ex:p 1 ;
          ex:q 2 .`,
      { add },
      block`
        ex:a a ex:P ; ex:p 1 ;
          ex:q 2 ;
          ex:new 0 .`,
    ],
    // Semicolons at the start of lines.
    [
      block`
        ex:a a ex:P
           ; ex:p 1
           .`,
      { add },
      block`
        ex:a a ex:P
           ; ex:p 1
           ; ex:new 0
           .`,
    ],
    [
      block`
        ex:a a ex:P
           ; ex:p 1 # one
           .`,
      { add },
      block`
        ex:a a ex:P
           ; ex:p 1 # one
           ; ex:new 0
           .`,
    ],
    // A semicolon before the dot.
    [
      block`
        ex:a a ex:P ;
          ex:p 1 ;
        .`,
      { add },
      block`
        ex:a a ex:P ;
          ex:p 1 ;
          ex:new 0 ;
        .`,
    ],
    [
      block`
        ex:a a ex:P ;
        .`,
      { add },
      block`
        ex:a a ex:P ;
          ex:new 0 ;
        .`,
    ],
    [
      block`
        ex:a a ex:P ; # type
          ex:p 1 ; # one
        .`,
      { add },
      block`
        ex:a a ex:P ; # type
          ex:p 1 ; # one
          ex:new 0 ;
        .`,
    ],
    // Comments stay behind the token that they follow.
    [
      block`
        ex:a a ex:P ; # type
          ex:p 1 . # one`,
      { add },
      block`
        ex:a a ex:P ; # type
          ex:p 1 ; # one
          ex:new 0 .`,
    ],
    [
      block`
        ex:a a ex:P ;
          ex:p 1 # one
        .`,
      { add },
      block`
        ex:a a ex:P ;
          ex:p 1 ; # one
          ex:new 0
        .`,
    ],
    [
      block`
        ex:a a ex:P ;
          ex:p 1
          # to do
        .`,
      { add },
      block`
        ex:a a ex:P ;
          ex:p 1 ;
          ex:new 0
          # to do
        .`,
    ],
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
      block`
        ex:a ex:p 1 ;
          a ex:P ;
          ex:q 2, 3 ;
          ex:r "x" .`,
    ],
    ['_:x ex:p 1 .', { add: '_:x ex:new 0 .' }, '_:x ex:p 1 ;\n  ex:new 0 .'],
    [
      'ex:a rdf:type ex:P .',
      { add: 'ex:b a ex:P .' },
      block`
        ex:a rdf:type ex:P .

        ex:b rdf:type ex:P .`,
    ],
  ])('%j %j', checkEdit);
});

describe('a new object goes behind the last one of its predicate', () => {
  test.each<Row>([
    ['ex:a ex:p 1 .', { add: 'ex:a ex:p 2 .' }, 'ex:a ex:p 1, 2 .'],
    ['ex:a ex:p 1 ; ex:q 2 .', { add: 'ex:a ex:p 2, 3 .' }, 'ex:a ex:p 1, 2, 3 ; ex:q 2 .'],
    ['ex:a ex:p 1 , 2 .', { add: 'ex:a ex:p 3 .' }, 'ex:a ex:p 1 , 2 , 3 .'],
    [
      block`
        ex:a ex:p 1,
            2 .`,
      { add: 'ex:a ex:p 3 .' },
      block`
        ex:a ex:p 1,
            2,
            3 .`,
    ],
    [
      block`
        ex:a ex:p 1
          , 2
          .`,
      { add: 'ex:a ex:p 3 .' },
      block`
        ex:a ex:p 1
          , 2
          , 3
          .`,
    ],
    [
      block`
        ex:a ex:p 1, # one
            2 # two
        .`,
      { add: 'ex:a ex:p 3 .' },
      block`
        ex:a ex:p 1, # one
            2, # two
            3
        .`,
    ],
    [
      block`
        ex:b ex:p 1,
                2 .
        ex:a ex:p 1 .`,
      { add: 'ex:a ex:p 3 .' },
      block`
        ex:b ex:p 1,
                2 .
        ex:a ex:p 1,
                3 .`,
    ],
    // Where it is said in another block, it is continued there.
    [
      'ex:a ex:p 1 .\nex:a ex:q 1 ; ex:r 1 .',
      { add: 'ex:a ex:p 2 .' },
      'ex:a ex:p 1, 2 .\nex:a ex:q 1 ; ex:r 1 .',
    ],
    // A block that repeats the predicate for each object goes on like that.
    [
      block`
        ex:a owl:imports ex:x ;
          owl:imports ex:y ;
        .`,
      { add: 'ex:a owl:imports ex:z .' },
      block`
        ex:a owl:imports ex:x ;
          owl:imports ex:y ;
          owl:imports ex:z ;
        .`,
    ],
    [
      block`
        ex:b ex:p 1 ;
          ex:p 2 .
        ex:a ex:p 1 ;
          ex:q 2 .`,
      { add: 'ex:a ex:p 3, 4 .' },
      block`
        ex:b ex:p 1 ;
          ex:p 2 .
        ex:a ex:p 1 ;
          ex:p 3 ;
          ex:p 4 ;
          ex:q 2 .`,
    ],
    // Together with a new part.
    [
      block`
        ex:a ex:p 1 # one
        .`,
      { add: 'ex:a ex:p 2 ; ex:q 3 .' },
      block`
        ex:a ex:p 1, # one
          2 ;
          ex:q 3
        .`,
    ],
    [
      block`
        ex:a ex:p 1 ; # one
        .`,
      { add: 'ex:a ex:p 2 ; ex:q 3 .' },
      block`
        ex:a ex:p 1, 2 ; # one
          ex:q 3 ;
        .`,
    ],
  ])('%j %j', checkEdit);
});
