import type { Triple } from '../../rdf/terms.ts';
import { rangeIn } from '../../rdf/turtle/syntaxTree.ts';
import { tripleRange } from '../../rdf/turtle/tripleRange.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { Place } from './locate.ts';

/** The first place where a triple is written; undefined when no document states it. */
export function statedPlace(triple: Triple, documents: readonly TurtleDocument[]): Place | undefined {
  for (const document of documents) {
    const [source] = document.sources.occurrences(triple);
    if (source === undefined) continue;
    // The triples between the cells of a list have no text of their own.
    return { document, range: tripleRange(source) ?? rangeIn(source.statement, source.subject) };
  }
  return undefined;
}
