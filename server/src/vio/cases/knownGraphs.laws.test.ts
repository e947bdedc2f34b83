import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IndexedGraph } from '../../rdf/graph.ts';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import { runs } from '../../testing/runs.ts';
import { KnownGraphs, type NodeMark } from './knownGraphs.ts';

const blanks = ['a', 'b', 'c', 'd'].map((label) => terms.blankNode(`known ${label}`));
const named = ['p', 'q'].map((name) => terms.iri(`http://example.org/ns#${name}`));
const node = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...blanks) }, fc.constantFrom(...named));
const triple = fc
  .tuple(node, fc.constantFrom(named[0]!), node)
  .map(([subject, predicate, object]): Triple => ({ subject, predicate, object }));
const change = fc.record({
  flipped: fc.array(triple, { minLength: 1, maxLength: 2 }),
  marks: fc.array(fc.record({ node, says: fc.constantFrom('x', 'y') }), { maxLength: 1 }),
});

test('changed graphs are found again exactly when they are isomorphic, marks included', () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(triple, { maxLength: 6 }),
      fc.array(change, { minLength: 6, maxLength: 14 }),
      (start, changes) => {
        const graph = new IndexedGraph(start);
        const known = new KnownGraphs(graph);
        const before: (readonly Triple[] | undefined)[] = [];
        for (const { flipped, marks } of changes) {
          const distinct = [...new Map(flipped.map((each) => [tripleKey(each), each])).values()];
          const has = ({ subject, predicate, object }: Triple) => graph.has(subject, predicate, object);
          const delta = {
            removed: distinct.filter(has),
            added: distinct.filter((each) => !has(each)),
          };
          const after = [...new OverlayGraph(graph, delta).triples(), ...marks.map(stated)];
          const expected = before.findIndex((other) => other !== undefined && isomorphic(after, other));
          expect(known.earlier(delta, before.length, marks)).toBe(expected < 0 ? undefined : expected);
          if (expected >= 0) found++;
          before.push(expected < 0 ? after : undefined);
        }
      },
    ),
    { numRuns: runs(1500), seed: 1 },
  );
  expect(found).toBeGreaterThan(runs(300));
});

function stated({ node, says }: NodeMark): Triple {
  return { subject: node, predicate: terms.iri('urn:example:says'), object: terms.literal(says) };
}
