import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, rdfs } from '../../../rdf/vocab.ts';
import { explanationsOf, type LabelSource, labelOf } from './labels.ts';

/**
 * What triple stores say about a term and the files do not, a text for each store: its label, types, superclasses and
 * definitions, as far as they are known. For a term that no file mentions, at least that the store has it.
 *
 * @param source the files, with the stores.
 */
export function accordingToStores(
  id: TermId,
  { graphs, stores = [], locale }: LabelSource,
  print: (term: TermId) => string,
): readonly string[] {
  const addresses = new Set(stores.map(({ uri }) => uri));
  const isMentioned = isStatedIn(id, { graphs });
  return [...addresses].flatMap((address) => {
    const ofStore = stores.filter(({ uri }) => uri === address).map(({ graph }) => graph);
    const values = (predicate: TermId) => {
      const stated = new Set(graphs.flatMap((graph) => graph.objects(id, predicate)));
      const told = new Set(ofStore.flatMap((graph) => graph.objects(id, predicate)));
      // Stores answer in any order.
      const added = [...told].filter((value) => terms.isIri(value) && !stated.has(value));
      const names = added.map(print).toSorted((a, b) => (a < b ? -1 : 1));
      return names.slice(0, most).join(', ');
    };
    const label = labelOf(id, { graphs, locale }) === undefined && labelOf(id, { graphs: ofStore, locale });
    const types = values(rdf.type);
    const above = values(rdfs.subClassOf);
    const said = [
      ...(label ? [`“${label}”`] : []),
      ...(types === '' ? [] : [`a ${types}`]),
      ...(above === '' ? [] : [`subclass of ${above}`]),
    ].join('; ');
    const known = new Set(explanationsOf(id, { graphs, locale }));
    const texts = explanationsOf(id, { graphs: ofStore, locale }).filter((text) => !known.has(text));
    const sentences = [...(said === '' ? [] : [`${said}.`]), ...texts];
    if (sentences.length > 0) return [`According to ${address}: ${sentences.join(' ')}`];
    return !isMentioned && isStatedIn(id, { graphs: ofStore }) ? [`Known from ${address}.`] : [];
  });
}

const most = 6;

/** Whether a triple of some graphs has a term. */
export function isStatedIn(id: TermId, { graphs }: Pick<LabelSource, 'graphs'>): boolean {
  return graphs.some(
    (graph) =>
      graph.outgoing(id).length > 0 || graph.incoming(id).length > 0 || graph.withPredicate(id).length > 0,
  );
}
