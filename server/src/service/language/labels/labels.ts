import type { Graph } from '../../../rdf/graph.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf, rdfs, sh } from '../../../rdf/vocab.ts';
import { labelProperties } from '../../../repair/evidence/nameProperties.ts';
import { textFor, type Vocabularies, type VocabularyTerm } from '../vocabularies/vocabularies.ts';

/** The sources of information about a term: the graphs, and the language of the reader. */
export interface LabelSource {
  readonly graphs: readonly Graph[];
  /** A language tag such as `de` or `pt-BR`. */
  readonly locale: string;
  /** What is known about triple stores, which are used where the graphs have nothing; the uris are their addresses. */
  readonly stores?: readonly TurtleDocument[];
  /** They are used where the others have nothing. */
  readonly vocabularies?: Vocabularies;
}

/** The name of a term for people, by its most usual naming property. */
export function labelOf(id: TermId, source: LabelSource): string | undefined {
  return namedBy(id, source)?.label;
}

/** The name of a term for people, with the address of the store if only a store has it. */
export function namedBy(
  id: TermId,
  source: LabelSource,
): { readonly label: string; readonly store: string | undefined } | undefined {
  const label = textOf(id, labelRanks, source);
  if (label !== undefined) return { label, store: undefined };
  const { stores = [], locale } = source;
  for (const { uri, graph } of stores) {
    const told = textOf(id, labelRanks, { graphs: [graph], locale });
    if (told !== undefined) return { label: told, store: uri };
  }
  const known = textFor(vocabularyTerm(id, source)?.labels, locale);
  return known === undefined ? undefined : { label: known, store: undefined };
}

/** The explanations of a term, its definition first; each text once. Texts from stores are not included. */
export function explanationsOf(id: TermId, source: LabelSource): readonly string[] {
  const said = new Set(explaining.flatMap((properties) => textOf(id, properties, source) ?? []));
  if (said.size > 0) return [...said];
  const definition = textFor(vocabularyTerm(id, source)?.definitions, source.locale);
  return definition === undefined ? [] : [definition];
}

/** The description of a term in a well-known vocabulary. */
export function vocabularyTerm(id: TermId, { vocabularies }: LabelSource): VocabularyTerm | undefined {
  return terms.isIri(id) ? vocabularies?.term(terms.value(id)) : undefined;
}

/** Properties with their ranks; the values of the lowest rank are used. */
type RankedProperties = ReadonlyMap<TermId, number>;

export function ranked(properties: readonly TermId[]): RankedProperties {
  return new Map(properties.map((property, rank) => [property, rank]));
}

export const labelRanks = ranked(labelProperties);

const explaining = [
  terms.constant('http://www.w3.org/2004/02/skos/core#definition'),
  rdfs.comment,
  terms.constant('http://purl.org/dc/terms/description'),
  sh.description,
].map((property) => ranked([property]));

/** The text of the first property of a term that has one, in the language that suits the reader best. */
export function textOf(
  id: TermId,
  properties: RankedProperties,
  { graphs, locale }: LabelSource,
): string | undefined {
  const texts = new RankedTexts(properties);
  for (const graph of graphs) graph.forEachOutgoing(id, (predicate, object) => texts.add(predicate, object));
  return texts.best(locale);
}

/** Collects the values of some properties of a term. */
export class RankedTexts {
  readonly #properties: RankedProperties;
  #texts: TermId[] = [];
  #rank = Number.POSITIVE_INFINITY;

  constructor(properties: RankedProperties) {
    this.#properties = properties;
  }

  add(predicate: TermId, object: TermId): void {
    const rank = this.#properties.get(predicate);
    if (rank === undefined || rank > this.#rank || !terms.isLiteral(object) || isEmpty(object)) return;
    if (rank < this.#rank) this.#texts = [];
    this.#rank = rank;
    this.#texts.push(object);
  }

  /** Adds all that another one of the same properties has collected. */
  addAll(other: RankedTexts): void {
    if (other.#rank > this.#rank) return;
    if (other.#rank < this.#rank) this.#texts = [];
    this.#rank = other.#rank;
    this.#texts.push(...other.#texts);
  }

  /** The text in the language that suits the reader best; undefined when there is none. */
  best(locale: string): string | undefined {
    const best = inLanguage(this.#texts, locale);
    return best === undefined ? undefined : terms.value(best);
  }
}

function isEmpty(text: TermId): boolean {
  return terms.value(text).trim() === '';
}

/** Of several literals, the one in the language of the reader, then the one without a language, then English, then any. */
export function inLanguage(texts: readonly TermId[], locale: string): TermId | undefined {
  if (texts.length <= 1) return texts[0];
  const wanted = locale.toLowerCase();
  const [wantedPrimary] = wanted.split('-');
  const rank = (text: TermId) => {
    const language = terms.language(text).toLowerCase();
    if (language === '') return 2;
    if (language === wanted) return 0;
    const [primary] = language.split('-');
    if (primary === wantedPrimary) return 1;
    return primary === 'en' ? 3 : 4;
  };
  let best: TermId | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const own = rank(text);
    if (own >= lowest) continue;
    best = text;
    lowest = own;
  }
  return best;
}

/**
 * What triple stores state about a term and the files do not, one text for each store: its label, types, superclasses and
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
