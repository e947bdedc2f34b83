import type { AnalysedFile } from '../../ide/analysedFile.ts';
import { fileNameOfUri } from '../../project/uris.ts';
import { terms } from '../../rdf/terms.ts';
import { explanationsOf, labelOf } from '../labels/labels.ts';

/** What a term stands for, as the files of a unit say. */
export interface TermDocumentation {
  readonly iri: string;
  readonly label: string | undefined;
  /** Definition and comments, each once. */
  readonly texts: readonly string[];
  /** The names of the files that describe it. */
  readonly files: readonly string[];
}

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
  return {
    iri,
    label: labelOf(id, source),
    texts: explanationsOf(id, source),
    files: describing.map(({ uri }) => fileNameOfUri(uri)),
  };
}
