import type { AnalysedFile } from '../../ide/analysedFile.ts';
import { fileNameOfUri } from '../../project/uris.ts';
import { terms } from '../../rdf/terms.ts';
import { explanationsOf, labelOf, vocabularyTerm } from '../labels/labels.ts';
import type { Vocabularies } from '../vocabularies/vocabularies.ts';

/** What a term stands for, as the files of a unit say, or else a well-known vocabulary. */
export interface TermDocumentation {
  readonly iri: string;
  readonly label: string | undefined;
  /** Definition and comments, each once. */
  readonly texts: readonly string[];
  /** The names of the files that describe it. */
  readonly files: readonly string[];
  /** The title of the well-known vocabulary that it is of. */
  readonly vocabulary: string | undefined;
}

/** @param locale the language of the texts, as a tag. */
export function termDocumentation(
  { documents }: AnalysedFile,
  iri: string,
  locale: string,
  vocabularies: Vocabularies,
): TermDocumentation {
  const id = terms.iri(iri);
  const describing = documents.filter(({ graph }) => graph.outgoing(id).length > 0);
  const source = { graphs: describing.map(({ graph }) => graph), locale, vocabularies };
  return {
    iri,
    label: labelOf(id, source),
    texts: explanationsOf(id, source),
    files: describing.map(({ uri }) => fileNameOfUri(uri)),
    vocabulary: vocabularyTerm(id, source)?.vocabulary,
  };
}
