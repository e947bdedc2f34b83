import { describe, expect, test } from 'vitest';
import { block } from '../../../testing/fixture.ts';
import { checkEdit, edit, type TurtleDelta } from '../../../testing/turtleDelta.ts';

type Row = readonly [before: string, delta: TurtleDelta, after: string];

describe('a new statement', () => {
  const add = 'ex:n a ex:P ; ex:p 0 .';
  test.each<Row>([
    // Behind the last one of its type, else where its subject is mentioned, else at the end of its namespace.
    [
      block`
        ex:a a ex:P ; ex:p 1 .

        ex:b a ex:Q .
      `,
      { add },
      block`
        ex:a a ex:P ; ex:p 1 .

        ex:n a ex:P ; ex:p 0 .

        ex:b a ex:Q .
      `,
    ],
    [
      block`
        ex:a ex:q ex:n . # a
        ex:b a ex:Q .
      `,
      { add },
      block`
        ex:a ex:q ex:n . # a
        ex:n a ex:P ;
          ex:p 0 .
        ex:b a ex:Q .
      `,
    ],
    [
      block`
        ex:a a ex:Q .
        <urn:x> a ex:Q .
      `,
      { add },
      block`
        ex:a a ex:Q .
        ex:n a ex:P ;
          ex:p 0 .
        <urn:x> a ex:Q .
      `,
    ],
    // Statements on one line stay together.
    [
      'ex:a a ex:P . ex:b a ex:Q .',
      { add },
      block`
        ex:a a ex:P . ex:b a ex:Q .
        ex:n a ex:P ;
          ex:p 0 .`,
    ],
    [
      'ex:a a ex:P ;\n\tex:p 1 ;\n.\n',
      { add },
      'ex:a a ex:P ;\n\tex:p 1 ;\n.\n\nex:n a ex:P ;\n\tex:p 0 ;\n.\n',
    ],
    [
      block`
        ex:a a ex:P
          ; ex:p 1
          .
      `,
      { add },
      block`
        ex:a a ex:P
          ; ex:p 1
          .

        ex:n a ex:P
          ; ex:p 0
          .
      `,
    ],
    [
      'ex:a a ex:P ;\r\n  ex:p 1 .\r\n',
      { add },
      'ex:a a ex:P ;\r\n  ex:p 1 .\r\n\r\nex:n a ex:P ;\r\n  ex:p 0 .\r\n',
    ],
    [
      block`
        @prefix ex: <http://example.org/ns#> .
      `,
      { add },
      block`
        @prefix ex: <http://example.org/ns#> .

        ex:n a ex:P ;
          ex:p 0 .
      `,
    ],
    [
      '# nothing yet',
      { add },
      block`
        # nothing yet

        ex:n a ex:P ;
          ex:p 0 .`,
    ],
    // Subjects that have nothing left.
    [
      block`
        ex:a ex:p ex:n .
      `,
      { add: '_:n ex:p 1 .' },
      block`
        ex:a ex:p ex:n .

        [] ex:p 1 .
      `,
    ],
  ])('%j %j', checkEdit);

  test('in an empty text', () =>
    expect(edit('', { add: 'ex:n ex:p 0 .' })).toBe(
      '<http://example.org/ns#n> <http://example.org/ns#p> 0 .\n',
    ));
});
