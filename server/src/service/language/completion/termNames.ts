import type { OffsetEdit } from '../../../base/textEdit.ts';
import { prefixDeclarations } from '../../../rdf/edits/writing/prefixWriter.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { printTerm } from '../../../rdf/turtle/printTerm.ts';
import { fileNameOfUri } from '../../../workspace/project/uris.ts';
import type { AnalysedFile } from '../../ide/analysedFile.ts';
import { termPrinter } from '../../ide/termPrinter.ts';
import { accordingToStores, explanationsOf, labelOf, vocabularyTerm } from '../labels/labels.ts';
import type { Vocabularies } from '../vocabularies/vocabularies.ts';

export interface TermName {
  readonly text: string;
  /** The declaration of its prefix, where the document lacks it. */
  readonly edits: readonly OffsetEdit[];
}

/** Writes terms with the prefixes of a document, and otherwise with those of its unit or well-known ones, which it declares. */
export class TermNames {
  readonly #file: AnalysedFile;
  readonly #othersByOrigin = new Map<string, ReadonlyMap<string, string>>();
  readonly #declarations = new Map<string, readonly OffsetEdit[]>();
  readonly declared: ReadonlyMap<string, string>;
  /** Those that the document may still declare. */
  readonly others: ReadonlyMap<string, string>;

  /**
   * @param wellKnown prefixes that may be declared.
   * @param given other prefixes than those of the document, to which none can be added.
   */
  constructor(
    file: AnalysedFile,
    wellKnown: ReadonlyMap<string, string>,
    given?: ReadonlyMap<string, string>,
  ) {
    this.#file = file;
    this.declared = given ?? file.document.prefixes;
    this.others = given ? new Map() : undeclaredPrefixes(file, wellKnown);
  }

  name(term: TermId): TermName {
    const text = printTerm(term, { prefixes: this.declared });
    if (!text.endsWith('>')) return { text, edits: [] };
    const iri = terms.value(terms.datatype(term) ?? term);
    const other = printTerm(term, { prefixes: this.#othersOf(iri) });
    if (other.endsWith('>')) return { text, edits: [] };
    const prefix = /(?:\^\^)?([^\s":]*):[^:]*$/.exec(other)![1]!;
    return { text: other, edits: this.declaration(prefix) };
  }

  /** Those of `others`, which may be thousands, with which an IRI may be written. */
  #othersOf(iri: string): ReadonlyMap<string, string> {
    const origin = /^[^:/]*:?(?:\/\/[^/]*)?/.exec(iri)![0];
    let found = this.#othersByOrigin.get(origin);
    if (found === undefined) {
      found = new Map([...this.others].filter(([, namespace]) => namespace.startsWith(origin)));
      this.#othersByOrigin.set(origin, found);
    }
    return found;
  }

  /** The namespace of a prefix; undefined when neither the document nor `others` has it. */
  namespace(prefix: string): string | undefined {
    return this.declared.get(prefix) ?? this.others.get(prefix);
  }

  /** The edit that declares a prefix among `others`. */
  declaration(prefix: string): readonly OffsetEdit[] {
    const namespace = this.others.get(prefix);
    if (namespace === undefined) return [];
    let edits = this.#declarations.get(prefix);
    if (edits === undefined) {
      const { offset, text } = prefixDeclarations(this.#file.document, new Map([[prefix, namespace]]));
      edits = [{ range: { start: offset, end: offset }, newText: text }];
      this.#declarations.set(prefix, edits);
    }
    return edits;
  }
}

/** Prefixes of other files of the unit and well-known ones, but no second one for a namespace. */
function undeclaredPrefixes(
  { document, documents }: AnalysedFile,
  wellKnown: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const taken = new Set(document.prefixes.values());
  for (const prefixes of [...documents.map((each) => each.prefixes), wellKnown]) {
    for (const [prefix, namespace] of prefixes) {
      if (prefix === '' || document.prefixes.has(prefix) || found.has(prefix) || taken.has(namespace))
        continue;
      found.set(prefix, namespace);
      taken.add(namespace);
    }
  }
  return found;
}

/** The meaning of a term according to the files of a unit, or else a well-known vocabulary, and what stores add to it. */
export interface TermDocumentation {
  readonly iri: string;
  readonly label: string | undefined;
  /** Definition and comments, each once. */
  readonly texts: readonly string[];
  /** The names of the files that describe it. */
  readonly files: readonly string[];
  /** Descriptions in triple stores, with their addresses. */
  readonly stores: readonly string[];
  /** The title of its well-known vocabulary. */
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
