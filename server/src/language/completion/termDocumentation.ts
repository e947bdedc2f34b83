import type { AnalysedFile } from '../../ide/analysedFile.ts';
import { fileNameOfUri } from '../../project/uris.ts';
import { terms } from '../../rdf/terms.ts';
import { rdfs, sh } from '../../rdf/vocab.ts';
import { labelOf, ranked, textOf } from '../labels/labels.ts';

/** What a term stands for, as the files of a unit say. */
export interface TermDocumentation {
  readonly iri: string;
  readonly label: string | undefined;
  /** Definition and comments, each once. */
  readonly texts: readonly string[];
  /** The names of the files that describe it. */
  readonly files: readonly string[];
}

const explaining = [
  terms.constant('http://www.w3.org/2004/02/skos/core#definition'),
  rdfs.comment,
  terms.constant('http://purl.org/dc/terms/description'),
  sh.description,
].map((property) => ranked([property]));

/** @param locale the language of the texts, as a tag. */
export function termDocumentation(
  { documents }: AnalysedFile,
  iri: string,
  locale: string,
): TermDocumentation {
  const id = terms.knownIri(iri);
  if (id === undefined) return { iri, label: undefined, texts: [], files: [] };
  const describing = documents.filter(({ graph }) => graph.outgoing(id).length > 0);
  const source = { graphs: describing.map(({ graph }) => graph), locale };
  const texts = explaining.flatMap((property) => textOf(id, property, source) ?? []);
  return {
    iri,
    label: labelOf(id, source),
    texts: [...new Set(texts)],
    files: describing.map(({ uri }) => fileNameOfUri(uri)),
  };
}
