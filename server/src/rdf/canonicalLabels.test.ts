import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalLines } from './canonicalLabels.ts';
import { type TermId, type Triple, terms } from './terms.ts';

const [a, p, q] = ['urn:a', 'urn:p', 'urn:q'].map((iri) => terms.iri(iri)) as [TermId, TermId, TermId];

/** Trees of blank nodes below an IRI, many of which look the same. */
const tree = fc.array(fc.tuple(fc.nat({ max: 7 }), fc.constantFrom(p, q)), { maxLength: 9 }).map((parents) =>
  parents.map(([parent, property], i) => ({
    parent: parent >= i ? undefined : parent,
    property,
    child: i,
  })),
);

test('the lines are the same whatever blank nodes are called, and in whatever order triples come', () =>
  fc.assert(
    fc.property(tree, fc.array(fc.nat(), { minLength: 9, maxLength: 9 }), (edges, keys) => {
      const triplesWith = (prefix: string): readonly Triple[] =>
        edges.map(({ parent, property, child }) => ({
          subject: parent === undefined ? a : terms.blankNode(`${prefix}${parent}`),
          predicate: property,
          object: terms.blankNode(`${prefix}${child}`),
        }));
      const shuffled = triplesWith('other').map((triple, i) => [keys[i]!, triple] as const);
      const others = shuffled.sort(([one], [other]) => one - other).map(([, triple]) => triple);
      expect(canonicalLines(others)).toEqual(canonicalLines(triplesWith('one')));
    }),
    { numRuns: 200 },
  ));

test('labels tell what hangs together', () => {
  const [one, two] = [terms.blankNode('one'), terms.blankNode('two')];
  const lines = canonicalLines([
    { subject: a, predicate: p, object: two },
    { subject: two, predicate: q, object: one },
  ]);
  expect(lines).toEqual(['<urn:a> <urn:p> _:b0 .', '_:b0 <urn:q> _:b1 .']);
});
