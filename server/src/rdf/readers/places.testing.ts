import { terms } from '../terms.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';

/** The triples of a document in its order, a line each: what the text has at the places of subject, predicate and object. */
export function placesIn(document: TurtleDocument): string {
  const lines = document.statements.map((statement) => {
    if (statement.kind !== 'triples') return statement.kind;
    const [{ verb, objects }] = statement.predicates as [(typeof statement.predicates)[0]];
    const shown = [statement.subject, verb, objects[0]!.term].map(({ id, start, end }) => {
      const written = document.rope.slice(statement.start + start, statement.start + end);
      const name = terms.isBlank(id) ? '_' : terms.value(id).replace(/^.*[#/]/, '');
      return written === name ? name : `${name}«${written}»`;
    });
    return shown.join(' | ');
  });
  return lines.join('\n');
}
