import { describe, expect, test } from 'vitest';
import { terms } from '../../../rdf/terms.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { block, suppliedPrefixes } from '../../../testing/fixture.ts';
import { graphOf } from '../../../testing/shaclCheck.ts';
import { turtleText } from './turtleText.ts';

const { prefixes } = new TurtleDocument('file:///p.ttl', 1, suppliedPrefixes);

const inline = (text: string) =>
  turtleText([...graphOf(text).triples()], { prefixes, blankNodes: 'inline' }).body;

describe('nodes without a name', () => {
  test.each([
    [
      'that one triple leads to stand there',
      'ex:a ex:p [ ex:q 1 ; ex:r [ ] ] .',
      'ex:a ex:p [ ex:q 1 ;\n    ex:r [] ] .',
    ],
    ['that nothing leads to come last', '[] ex:q 1 . ex:a ex:p 2 .', 'ex:a ex:p 2 .\n[] ex:q 1 .'],
    [
      'that two lead to have labels',
      'ex:a ex:p _:x . ex:b ex:p _:x . _:x ex:q 1 .',
      block`
        ex:a ex:p _:b1 .
        ex:b ex:p _:b1 .
        _:b1 ex:q 1 .`,
    ],
    ['in lists', 'ex:a ex:p ( 1 ( ) [ ex:q 2 ] ) .', 'ex:a ex:p ( 1 rdf:nil [ ex:q 2 ] ) .'],
    [
      'in lists of which more is said',
      'ex:a ex:p _:l . _:l rdf:first 1 ; rdf:rest () ; ex:q 2 .',
      block`
        ex:a ex:p [ ex:q 2 ;
            rdf:first 1 ;
            rdf:rest rdf:nil ] .`,
    ],
    ['in a circle', '_:x ex:p _:y . _:y ex:p _:x .', '_:b1 ex:p [ ex:p _:b1 ] .'],
    ['that lead to themselves', '_:x ex:p _:x .', '_:b1 ex:p _:b1 .'],
  ])('%s', (_, text, expected) => expect(inline(text)).toBe(expected));
});

test('the node in question comes first, whatever it is called', () => {
  const triples = [...graphOf('ex:a ex:p 1 . ex:z ex:p 2 . ex:m ex:p 3 .').triples()];
  const first = terms.iri('http://example.org/ns#z');
  expect(turtleText(triples, { prefixes, first, blankNodes: 'skolem' })).toEqual({
    prologue: '@prefix ex: <http://example.org/ns#> .',
    body: block`
      ex:z ex:p 2 .
      ex:a ex:p 1 .
      ex:m ex:p 3 .`,
    used: ['ex'],
  });
});
