import { describe, expect, test } from 'vitest';
import { block } from '../../../testing/fixture.ts';
import { checkEdit, edit, type TurtleDelta } from '../../../testing/turtleDelta.ts';

type Row = readonly [before: string, delta: TurtleDelta, after: string];

describe('prefixes', () => {
  const foaf = 'ex:a <http://xmlns.com/foaf/0.1/name> "x" .';
  const ex = '@prefix ex: <http://example.org/ns#> .';
  test.each<Row>([
    // Those of well-known vocabularies are declared.
    [
      block`
        ${ex}

        ex:a a ex:P .`,
      { add: foaf },
      block`
        ${ex}
        @prefix foaf: <http://xmlns.com/foaf/0.1/> .

        ex:a a ex:P ;
          foaf:name "x" .`,
    ],
    [
      block`
        @base <http://e/> .
        ${ex} # c

        ex:a a ex:P .`,
      { add: foaf },
      block`
        @base <http://e/> .
        ${ex} # c
        @prefix foaf: <http://xmlns.com/foaf/0.1/> .

        ex:a a ex:P ;
          foaf:name "x" .`,
    ],
    [
      block`
        PREFIX ex: <http://example.org/ns#>
        ex:a a ex:P .`,
      { add: 'ex:a ex:p "2020"^^xsd:gYear .' },
      block`
        PREFIX ex: <http://example.org/ns#>
        PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
        ex:a a ex:P ;
          ex:p "2020"^^xsd:gYear .`,
    ],
    [
      block`
        @prefix ex:      <http://example.org/ns#>.
        @prefix example: <http://e/>.
        ex:a a ex:P .`,
      { add: foaf },
      block`
        @prefix ex:      <http://example.org/ns#>.
        @prefix example: <http://e/>.
        @prefix foaf:    <http://xmlns.com/foaf/0.1/>.
        ex:a a ex:P ;
          foaf:name "x" .`,
    ],
    // Others are not.
    [
      block`
        ${ex}
        ex:a a ex:P .`,
      { add: 'ex:a <http://other.example/p> <http://other.example/o> .' },
      block`
        ${ex}
        ex:a a ex:P ;
          <http://other.example/p> <http://other.example/o> .`,
    ],
    // A name that is taken, be it later, stays taken.
    [
      block`
        ${ex}
        @prefix foaf: <http://mine/> .
        ex:a a ex:P .`,
      { add: foaf },
      block`
        ${ex}
        @prefix foaf: <http://mine/> .
        ex:a a ex:P ;
          <http://xmlns.com/foaf/0.1/name> "x" .`,
    ],
    [
      block`
        ${ex}
        ex:a a ex:P .
        @prefix foaf: <http://xmlns.com/foaf/0.1/> .
        ex:b a ex:P .`,
      { add: foaf },
      block`
        ${ex}
        ex:a a ex:P ;
          <http://xmlns.com/foaf/0.1/name> "x" .
        @prefix foaf: <http://xmlns.com/foaf/0.1/> .
        ex:b a ex:P .`,
    ],
    // Prefixes hold from where they are declared to where they are declared again.
    [
      block`
        ${ex}
        ex:a a ex:P .
        @prefix ex: <http://example.org/new#> .
        ex:b a ex:P .`,
      { where: '', add: 'ex:a ex:p ex:a . <http://example.org/new#b> ex:p ex:a .' },
      block`
        ${ex}
        ex:a a ex:P ;
          ex:p ex:a .
        @prefix ex: <http://example.org/new#> .
        ex:b a ex:P ;
          <http://example.org/ns#p> <http://example.org/ns#a> .`,
    ],
    // Relative references are used where the text uses them.
    [
      block`
        ${ex}
        <#x> a ex:P .
        @base <http://base.example/f/> .
        <y> a ex:P .`,
      { add: '<#x> ex:p <#z> . <http://base.example/f/y> ex:p <http://base.example/f/z> .' },
      block`
        ${ex}
        <#x> a ex:P ;
          ex:p <#z> .
        @base <http://base.example/f/> .
        <y> a ex:P ;
          ex:p <z> .`,
    ],
  ])('%j %j', checkEdit);

  test('without directives, they come before the first statement and the comment on it', () => {
    const text = '# My data\n\n# Alice\n<http://example.org/ns#a> <http://e/p> 1 .';
    const declaration = '@prefix foaf: <http://xmlns.com/foaf/0.1/> .';
    expect(edit(text, { add: foaf })).toBe(
      block`
        # My data

        ${declaration}

        # Alice
        <http://example.org/ns#a> <http://e/p> 1 ;
          foaf:name "x" .`,
    );
    expect(edit(text.replace('\n\n', '\n'), { add: foaf })).toBe(
      block`
        # My data
        # Alice
        ${declaration}

        <http://example.org/ns#a> <http://e/p> 1 ;
          foaf:name "x" .`,
    );
    expect(edit('', { add: foaf })).toBe(block`
      ${declaration}

      <http://example.org/ns#a> foaf:name "x" .
    `);
  });
});
