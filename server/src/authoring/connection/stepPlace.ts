import type { Step } from '../../rdf/findConnection.ts';
import type { Place } from '../../shacl/results/locate.ts';
import { rangeIn } from '../../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';

/** The place where the triple of a step is written, from property to object; undefined when no file states it. */
export function stepPlace({ triple }: Step, documents: readonly TurtleDocument[]): Place | undefined {
  for (const document of documents) {
    const [source] = document.sources.occurrences(triple);
    if (source === undefined) continue;
    const { statement, subject, predicate, objectTerm } = source;
    const start = predicate?.verb.start ?? subject.start;
    const end = objectTerm?.end ?? subject.end;
    return {
      document,
      range: rangeIn(statement, { start: Math.min(start, end), end: Math.max(start, end) }),
    };
  }
  return undefined;
}
