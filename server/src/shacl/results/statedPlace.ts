import type { TextRange } from '../../base/textRange.ts';
import type { Triple } from '../../rdf/terms.ts';
import { rangeIn, type TripleSource } from '../../rdf/turtle/syntaxTree.ts';
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

/**
 * The text that belongs to one triple only: from the predicate, or from the object where another object comes before it, to
 * the end of the object. Of an object in brackets, only the opening bracket belongs to the triple, because the brackets
 * hold their own triples. Undefined for links between list cells, which have no text.
 */
export function tripleRange({ statement, predicate, objectTerm }: TripleSource): TextRange | undefined {
  if (objectTerm === undefined) return undefined;
  const isFirst = predicate?.objects[0]?.term === objectTerm;
  const start = predicate !== undefined && isFirst ? predicate.verb.start : objectTerm.start;
  const hasTriples = objectTerm.kind === 'propertyList' || objectTerm.kind === 'collection';
  return rangeIn(statement, { start, end: hasTriples ? objectTerm.start + 1 : objectTerm.end });
}
