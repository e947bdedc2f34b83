import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdfs, sh } from '../../rdf/vocab.ts';
import { labelProperties } from '../../repair/evidence/nameProperties.ts';

/** What people are told about a term: the graphs that say it and the language that they read. */
export interface LabelSource {
  readonly graphs: readonly Graph[];
  /** A language tag such as `de` or `pt-BR`. */
  readonly locale: string;
}

/** What people call a term, by the most usual property that names it. */
export function labelOf(id: TermId, source: LabelSource): string | undefined {
  return textOf(id, labelRanks, source);
}

/** What is said to explain a term, its definition first; each text once. */
export function explanationsOf(id: TermId, source: LabelSource): readonly string[] {
  return [...new Set(explaining.flatMap((properties) => textOf(id, properties, source) ?? []))];
}

/** Properties with their ranks; the values of the lowest rank count. */
type RankedProperties = ReadonlyMap<TermId, number>;

export function ranked(properties: readonly TermId[]): RankedProperties {
  return new Map(properties.map((property, rank) => [property, rank]));
}

const labelRanks = ranked(labelProperties);

const explaining = [
  terms.constant('http://www.w3.org/2004/02/skos/core#definition'),
  rdfs.comment,
  terms.constant('http://purl.org/dc/terms/description'),
  sh.description,
].map((property) => ranked([property]));

/** The text that the first of the properties with any says about a term, in the language that suits the reader best. */
export function textOf(
  id: TermId,
  properties: RankedProperties,
  { graphs, locale }: LabelSource,
): string | undefined {
  let texts: TermId[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const graph of graphs) {
    graph.forEachOutgoing(id, (predicate, object) => {
      const rank = properties.get(predicate);
      if (rank === undefined || rank > lowest || !terms.isLiteral(object) || isEmpty(object)) return;
      if (rank < lowest) texts = [];
      lowest = rank;
      texts.push(object);
    });
  }
  const best = inLanguage(texts, locale);
  return best === undefined ? undefined : terms.value(best);
}

function isEmpty(text: TermId): boolean {
  return terms.value(text).trim() === '';
}

/** Of several literals the one in the language of the reader, then the one without a language, then English, then any. */
export function inLanguage(texts: readonly TermId[], locale: string): TermId | undefined {
  const wanted = locale.toLowerCase();
  const rank = (text: TermId) => {
    const language = terms.language(text).toLowerCase();
    if (language !== '' && language === wanted) return 0;
    if (language !== '' && language.split('-')[0] === wanted.split('-')[0]) return 1;
    if (language === '') return 2;
    return language.split('-')[0] === 'en' ? 3 : 4;
  };
  let best: TermId | undefined;
  for (const text of texts) if (best === undefined || rank(text) < rank(best)) best = text;
  return best;
}
