import type { TextRange } from '../../base/textRange.ts';
import type { Triple } from '../../rdf/terms.ts';
import { tripleRange } from '../../turtle/tripleRange.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';

/** A triple where it is stated. */
export interface PlacedTriple {
  readonly triple: Triple;
  readonly range: TextRange;
}

/** All triples that a document states, in document order, with the text that is theirs alone. */
export function* statementPlaces(document: TurtleDocument): Iterable<PlacedTriple> {
  for (const source of document.sources.tripleSources()) {
    const range = tripleRange(source);
    if (range !== undefined) yield { triple: source.triple, range };
  }
}
