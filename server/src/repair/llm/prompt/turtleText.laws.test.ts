import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isomorphic } from '../../../rdf/isomorphism.ts';
import { tripleKey } from '../../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { decodeIri } from '../../../sparql/termCodec.ts';
import { arbitraryCase } from '../../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../../testing/fixture.ts';
import { graphOf } from '../../../testing/shaclCheck.ts';
import { turtleText, wholeText } from './turtleText.ts';

const { prefixes } = new TurtleDocument('file:///p.ttl', 1, suppliedPrefixes);

const read = (text: string) => {
  const document = new TurtleDocument('file:///text.ttl', 1, text);
  expect(document.errors).toEqual([]);
  return [...document.graph.triples()];
};

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
