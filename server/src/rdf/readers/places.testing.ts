import { expect } from 'vitest';
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

/** The label of the only blank node that has a property. @param property is an IRI. */
export function blankNodeWith(property: string, { graph, errors }: TurtleDocument): string {
  expect(errors).toEqual([]);
  const [triple, another] = graph.withPredicate(terms.iri(property));
  expect(triple && terms.isBlank(triple.subject) && another === undefined).toBe(true);
  return terms.value(triple!.subject);
}
