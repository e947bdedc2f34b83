import { yieldToEventLoop } from '../../../base/abort.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { TermForm, TermRole } from '../../../rdf/turtle/writtenTerms.ts';
import { queryLiterals } from './queryTerms.ts';

/**
 * The kind of an occurrence: a role in a statement, a name in a query literal (`query`), or for prefixes the declaration or
 * a use in a name.
 */
export type OccurrenceRole = TermRole | 'query' | 'declaration' | 'use';

/** A place where a term or a prefix is written. */
export interface Occurrence {
  /** The range of the whole term; for a prefix, of its letters and the colon. */
  readonly range: TextRange;
  readonly role: OccurrenceRole;
  /** `reference` is `<…>`, `prefixed` is `p:local`. Undefined for prefixes. */
  readonly form: TermForm | undefined;
}

/** The occurrences in one document. */
export interface FileOccurrences {
  readonly document: TurtleDocument;
  readonly occurrences: readonly Occurrence[];
}

/** True where the term is described or the prefix is declared, rather than used. */
export function isWrite({ role }: Occurrence): boolean {
  return role === 'subject' || role === 'declaration';
}

/**
 * All places of a document where a term is written, in order: in statements, including as datatype and keyword `a`, and for
 * IRIs in query literals. Terms at the errors of a broken statement are not found.
 */
export function termOccurrences(document: TurtleDocument, id: TermId): readonly Occurrence[] {
  const written = document.sources
    .written(id)
    .map(({ start, end, role, form }): Occurrence => ({ range: { start, end }, role, form }));
  if (!terms.isIri(id)) return written;
  const iri = terms.value(id);
  const inQueries = queryLiterals(document)
    .flatMap((literal) => literal.terms)
    .filter((term) => term.iri === iri)
    .map(({ range, form }): Occurrence => ({ range, role: 'query', form }));
  return inQueries.length === 0 ? written : [...written, ...inQueries].sort(byPlace);
}

/** The occurrences of a term in those of the documents that have any. */
export async function occurrencesInFiles(
  documents: Iterable<TurtleDocument>,
  id: TermId,
  signal: AbortSignal,
): Promise<readonly FileOccurrences[]> {
  const found: FileOccurrences[] = [];
  for (const document of documents) {
    await yieldToEventLoop(signal);
    const occurrences = termOccurrences(document, id);
    if (occurrences.length > 0) found.push({ document, occurrences });
  }
  return found;
}

/**
 * All places of a document where a prefix is written, in order: its declarations and the names that use it, in query
 * literals as well.
 *
 * @param prefix without its colon.
 */
export function prefixOccurrences(document: TurtleDocument, prefix: string): readonly Occurrence[] {
  const written = `${prefix}:`;
  const found: Occurrence[] = [];
  const add = (start: number, role: OccurrenceRole) =>
    found.push({ range: { start, end: start + written.length }, role, form: undefined });
  for (const statement of document.directives) {
    if (statement.kind !== 'prefix' || statement.prefix !== prefix) continue;
    add(rangeIn(statement, statement.prefixRange).start, 'declaration');
  }
  document.sources.forWritten(undefined, ({ start }) => add(start, 'use'), {
    forms: ['prefixed'],
    startsAt: (offset) => document.rope.slice(offset, offset + written.length) === written,
  });
  for (const { terms: names } of queryLiterals(document)) {
    for (const { range, prefix: own } of names) if (own === prefix) add(range.start, 'query');
  }
  return found.sort(byPlace);
}

function byPlace(a: Occurrence, b: Occurrence): number {
  return a.range.start - b.range.start;
}
