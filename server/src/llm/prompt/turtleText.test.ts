import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { decodeIri } from '../../sparql/termCodec.ts';
import { arbitraryCase } from '../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { graphOf } from '../../testing/shaclCheck.ts';
import { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { turtleText, wholeText } from './turtleText.ts';

const { prefixes } = new TurtleDocument('file:///p.ttl', 1, suppliedPrefixes);

const read = (text: string) => {
  const document = new TurtleDocument('file:///text.ttl', 1, text);
  expect(document.errors).toEqual([]);
  return [...document.graph.triples()];
};

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
      'ex:a ex:p _:b1 .\nex:b ex:p _:b1 .\n_:b1 ex:q 1 .',
    ],
    ['in lists', 'ex:a ex:p ( 1 ( ) [ ex:q 2 ] ) .', 'ex:a ex:p ( 1 rdf:nil [ ex:q 2 ] ) .'],
    [
      'in lists of which more is said',
      'ex:a ex:p _:l . _:l rdf:first 1 ; rdf:rest () ; ex:q 2 .',
      'ex:a ex:p [ ex:q 2 ;\n    rdf:first 1 ;\n    rdf:rest rdf:nil ] .',
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
    body: 'ex:z ex:p 2 .\nex:a ex:p 1 .\nex:m ex:p 3 .',
    used: ['ex'],
  });
});

test('what is written reads as what it was, and its order tells nothing', () => {
  fc.assert(
    fc.property(arbitraryCase(), ({ data, shapes }) => {
      const triples = [...graphOf([...data, ...shapes].join('\n')).triples()];
      const inlined = wholeText(turtleText(triples, { prefixes, blankNodes: 'inline' }));
      expect(isomorphic(read(inlined), triples)).toBe(true);
      const skolem = wholeText(turtleText(triples, { prefixes, blankNodes: 'skolem' }));
      expect(new Set(read(skolem).map(unskolemized).map(tripleKey))).toEqual(new Set(triples.map(tripleKey)));
      expect(wholeText(turtleText(triples.toReversed(), { prefixes, blankNodes: 'skolem' }))).toBe(skolem);
    }),
    { numRuns: 50 },
  );
});

function unskolemized({ subject, predicate, object }: Triple): Triple {
  const meant = (node: TermId) => (terms.isIri(node) ? decodeIri(terms.value(node)) : node);
  return { subject: meant(subject), predicate, object: meant(object) };
}
