import type { TextRange } from '../../base/textRange.ts';
import type { Triple } from '../../rdf/terms.ts';
import { rangeIn, type TripleSource } from '../../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';

/** A triple where it is stated. */
export interface PlacedTriple {
  readonly triple: Triple;
  readonly range: TextRange;
}

/**
 * All triples that a document states, in document order, with the text that is theirs alone: from the predicate, or from
 * the comma before another object, to the end of the object. Of an object in brackets only the opening one belongs to
 * the triple, since the brackets hold triples of their own. Links between list cells have no text.
 */
export function* statementPlaces(document: TurtleDocument): Iterable<PlacedTriple> {
  for (const source of document.sources.tripleSources()) {
    const range = rangeOf(source);
    if (range !== undefined) yield { triple: source.triple, range };
  }
}

function rangeOf({ statement, predicate, objectTerm }: TripleSource): TextRange | undefined {
  if (objectTerm === undefined) return undefined;
  const isFirst = predicate?.objects[0]?.term === objectTerm;
  const start = predicate !== undefined && isFirst ? predicate.verb.start : objectTerm.start;
  const hasTriples = objectTerm.kind === 'propertyList' || objectTerm.kind === 'collection';
  return rangeIn(statement, { start, end: hasTriples ? objectTerm.start + 1 : objectTerm.end });
}
