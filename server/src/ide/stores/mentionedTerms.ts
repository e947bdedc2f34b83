import type { LinkedUnit } from '../../project/linkedUnit.ts';
import { isLanguageTerm } from '../../rdf/publishedVocabularies.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { labelProperties } from '../../repair/evidence/nameProperties.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';

/** The IRIs that data files mention, and then those of what is known of a store, without those that have a label. Some may come twice. */
export function* termsWithoutLabel({ unit, documents }: LinkedUnit, known: TurtleDocument): Iterable<TermId> {
  const read = (uris: readonly string[]) => uris.flatMap((uri) => documents.get(uri) ?? []);
  const data = read(unit.data);
  const all = [...data, ...read(unit.shapes), ...read(unit.context), known];
  const hasLabel = (term: TermId) =>
    all.some(({ graph }) => labelProperties.some((property) => graph.objects(term, property).length > 0));
  for (const { graph } of [...data, known])
    for (const { subject, predicate, object } of graph.triples())
      for (const term of [subject, predicate, object])
        if (terms.isIri(term) && !isLanguageTerm(term) && !hasLabel(term)) yield term;
}
