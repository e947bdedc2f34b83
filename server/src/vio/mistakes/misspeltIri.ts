import { misspelt } from '../../base/misspelt.ts';
import type { Random } from '../../base/random.ts';
import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { MistakeData } from './mistakeData.ts';

/** An IRI with a typing error in its local name, which no file of the unit has; undefined for names that are too short. */
export function misspeltIri(term: TermId, data: MistakeData, random: Random): TermId | undefined {
  const iri = terms.value(term);
  const name = localName(iri);
  for (let attempt = 0; attempt < 5; attempt++) {
    const other = misspelt(name, random);
    if (other === undefined) return undefined;
    const misspeltTerm = terms.iri(iri.slice(0, iri.length - name.length) + other);
    if (!data.isKnown(misspeltTerm)) return misspeltTerm;
  }
  return undefined;
}
