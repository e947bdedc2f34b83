import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { Place } from '../../../shacl/results/locate.ts';
import {
  isWrite,
  type Occurrence,
  occurrencesInFiles,
  prefixOccurrences,
  termOccurrences,
} from '../occurrences/occurrences.ts';
import type { SymbolAt } from '../occurrences/symbolAt.ts';

/** All places that name the symbol in one document. */
export function occurrencesOf(symbol: SymbolAt, document: TurtleDocument): readonly Occurrence[] {
  return symbol.kind === 'prefix'
    ? prefixOccurrences(document, symbol.prefix)
    : termOccurrences(document, symbol.id);
}

/**
 * All places that name what a place of a document names: terms in all documents, a prefix in its own.
 *
 * @param documents the one that is asked about first.
 * @param isReadOnly leaves out the places where something is said about the term, and the declarations of the prefix.
 */
export async function references(
  symbol: SymbolAt,
  documents: readonly TurtleDocument[],
  { isReadOnly }: { readonly isReadOnly: boolean },
  signal: AbortSignal,
): Promise<readonly Place[]> {
  const [own] = documents;
  if (own === undefined) return [];
  const found =
    symbol.kind === 'prefix'
      ? [{ document: own, occurrences: prefixOccurrences(own, symbol.prefix) }]
      : await occurrencesInFiles(documents, symbol.id, signal);
  return found.flatMap(({ document, occurrences }) =>
    occurrences
      .filter((occurrence) => !isReadOnly || !isWrite(occurrence))
      .map(({ range }) => ({ document, range })),
  );
}

/** The places of a document where a blank node label is written, to be edited as one; empty for all other symbols. */
export function linkedLabels(symbol: SymbolAt, document: TurtleDocument): readonly Occurrence[] {
  if (symbol.kind === 'prefix' || symbol.node?.kind !== 'label') return [];
  return termOccurrences(document, symbol.id).filter(({ form }) => form === 'label');
}
