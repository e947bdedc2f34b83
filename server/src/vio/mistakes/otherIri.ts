import type { Random } from '../../base/random.ts';
import type { GraphDelta } from '../../rdf/graph.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import type { MistakeData } from './mistakeData.ts';
import { rewritten } from './mistakeOperator.ts';

/**
 * A statement with one of its IRIs written otherwise: its property or its value. Undefined where neither can be, or where
 * the other IRI is in use for something else.
 */
export function withOtherIri(
  triple: Triple,
  data: MistakeData,
  random: Random,
  otherIri: (iri: string) => string | undefined,
): GraphDelta | undefined {
  const places = (['predicate', 'object'] as const).flatMap((place) => {
    const term = triple[place];
    if (!terms.isIri(term) || term === rdf.type) return [];
    const other = otherIri(terms.value(term));
    return other === undefined || data.isKnown(terms.iri(other)) ? [] : [{ [place]: terms.iri(other) }];
  });
  const chosen = places[random.below(Math.max(1, places.length))];
  return chosen && rewritten(triple, chosen);
}
