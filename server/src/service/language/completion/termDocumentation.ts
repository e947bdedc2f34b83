import { terms } from '../../../rdf/terms.ts';
import { fileNameOfUri } from '../../../workspace/project/uris.ts';
import type { AnalysedFile } from '../../ide/analysedFile.ts';
import { termPrinter } from '../../ide/termPrinter.ts';
import { accordingToStores } from '../labels/accordingToStores.ts';
import { explanationsOf, labelOf, vocabularyTerm } from '../labels/labels.ts';
import type { Vocabularies } from '../vocabularies/vocabularies.ts';

/** What a term stands for, as the files of a unit say, or else a well-known vocabulary; and what stores add to that. */
export interface TermDocumentation {
  readonly iri: string;
  readonly label: string | undefined;
  /** Definition and comments, each once. */
  readonly texts: readonly string[];
  /** The names of the files that describe it. */
  readonly files: readonly string[];
  /** What triple stores say, with their addresses. */
  readonly stores: readonly string[];
  /** The title of the well-known vocabulary that it is of. */
  readonly vocabulary: string | undefined;
}

/** @param locale the language of the texts, as a tag. */
export function termDocumentation(
  { document, documents, stores }: AnalysedFile,
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
    stores: accordingToStores(
      id,
      { graphs: documents.map(({ graph }) => graph), stores, locale },
      termPrinter([document.prefixes]),
    ),
    files: describing.map(({ uri }) => fileNameOfUri(uri)),
    vocabulary: vocabularyTerm(id, source)?.vocabulary,
  };
}
