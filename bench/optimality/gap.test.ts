import { expect, test } from 'vitest';
import type { GraphDelta } from '../../server/src/rdf/graph.ts';
import { type TermId, terms } from '../../server/src/rdf/terms.ts';
import { rdf } from '../../server/src/rdf/vocab.ts';
import { gapBetween } from './gap.ts';

function term(text: string): TermId {
  return text === 'a' ? rdf.type : terms.iri(`http://example.org/ns#${text}`);
}

/** A change as `- s p o` and `+ s p o`, separated by commas. */
function delta(text: string): GraphDelta {
  const triples = (sign: string) =>
    text
      .split(', ')
      .filter((line) => line.startsWith(sign))
      .map((line) => {
        const [subject, predicate, object] = line.slice(2).split(' ').map(term);
        return { subject: subject!, predicate: predicate!, object: object! };
      });
  return { added: triples('+'), removed: triples('-') };
}

test.each([
  ['- s p x, + s p y', '- s p x', 'correctedValue'],
  ['- s p x, + s q x', '- s p x', 'correctedValue'],
  ['+ s p new, + new a C', '+ s p x', 'newNode'],
  ['+ s p new, + new a C', '- s q x', 'newNode'],
  ['- s p x, - s q y', '+ s a C', 'retyping'],
  ['- s p x, - x q y', '- s p x', 'removedDescription'],
  ['+ s p x, + x q y', '+ s p z', 'anyValue'],
  ['+ s p x, + x q y', '- t p x', 'other'],
])('%s, where %s is enough: %s', (ours, smallest, gap) => {
  expect(gapBetween(delta(ours), delta(smallest), (node) => node === term('new'))).toBe(gap);
});
