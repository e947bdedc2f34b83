import { boundedEditDistance } from '../base/editDistance.ts';
import { localName, namespaceOf } from '../rdf/iri.ts';
import { type TermId, terms } from '../rdf/terms.ts';

/** The IRI with the nearest name, with at most this many typos; of equally near ones, one of the same namespace. */
export function nearestTerm(id: TermId, candidates: Iterable<TermId>, maxTypos: number): TermId | undefined {
  const [name, namespace] = [localName(terms.value(id)), namespaceOf(terms.value(id))];
  let best: { readonly id: TermId; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    if (candidate === id || !terms.isIri(candidate)) continue;
    const iri = terms.value(candidate);
    const typos = boundedEditDistance(name.toLowerCase(), localName(iri).toLowerCase(), maxTypos);
    const distance = typos + (namespaceOf(iri) === namespace ? 0 : 0.5);
    if (distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { id: candidate, distance };
  }
  return best?.id;
}
