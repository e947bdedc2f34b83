import { expect, test } from 'vitest';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { terms } from '../../rdf/terms.ts';
import { groupText } from './pattern.ts';

const [a, b, p, q] = ['x:a', 'x:b', 'x:p', 'x:q'].map((iri) => terms.iri(iri)) as [
  number,
  number,
  number,
  number,
];
const one = terms.literal('1');

test.each([
  [{ subjects: [a, b], predicates: [p, q] }, 'VALUES ?s { A B } ?s ?p ?o . FILTER(?p IN (P, Q))'],
  [{ predicates: [p], objects: [a, one] }, 'VALUES ?o { A ONE } ?s ?p ?o . FILTER(?p IN (P))'],
  [{ predicates: [p, q] }, 'VALUES ?p { P Q } ?s ?p ?o .'],
  [
    { subjects: [a], predicates: [p], objects: [b] },
    'VALUES ?s { A } ?s ?p ?o . FILTER(?p IN (P)) FILTER(?o IN (B))',
  ],
  // A filter would find other spellings of a number.
  [
    { subjects: [a], predicates: [p], objects: [one] },
    'VALUES ?s { A } VALUES ?o { ONE } ?s ?p ?o . FILTER(?p IN (P))',
  ],
])('a query has one column in VALUES where it can: %j', (columns, expected) => {
  const names = { A: a, B: b, P: p, Q: q, ONE: one };
  const text = expected.replace(/\b(A|B|P|Q|ONE)\b/g, (name) =>
    termToNTriples(names[name as keyof typeof names]),
  );
  const none = { subjects: undefined, objects: undefined };
  expect(groupText({ ...none, ...columns })).toBe(text);
});
