import type { TextRange } from '../../base/textRange.ts';
import { rangeIn, type TripleSource } from './syntaxTree.ts';

/**
 * The text that is a triple's alone: from the predicate, or from the object where another object comes before it, to the
 * end of the object. Of an object in brackets only the opening one belongs to the triple, since the brackets hold
 * triples of their own. Undefined for links between list cells, which have no text.
 */
export function tripleRange({ statement, predicate, objectTerm }: TripleSource): TextRange | undefined {
  if (objectTerm === undefined) return undefined;
  const isFirst = predicate?.objects[0]?.term === objectTerm;
  const start = predicate !== undefined && isFirst ? predicate.verb.start : objectTerm.start;
  const hasTriples = objectTerm.kind === 'propertyList' || objectTerm.kind === 'collection';
  return rangeIn(statement, { start, end: hasTriples ? objectTerm.start + 1 : objectTerm.end });
}
