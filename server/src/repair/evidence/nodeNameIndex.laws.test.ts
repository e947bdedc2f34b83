import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IndexedGraph } from '../../rdf/graph.ts';
import { localName } from '../../rdf/iri.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { terms } from '../../rdf/terms.ts';
import { rdfs } from '../../rdf/vocab.ts';
import { runs } from '../../testing/runs.ts';
import { labelsOf, nearestNames } from './nearestNames.ts';
import { NodeNameIndex } from './nodeNameIndex.ts';

/* What is left out as no name that may be meant is none that comparing with all names finds. */

const letter = fc.constantFrom(...'abAB12_- .é', 'Desk', 'Sensor', 'ﬁ');
const name = fc.string({ unit: letter, minLength: 1, maxLength: 8 });
const slip = fc.record({ at: fc.nat(), put: letter, instead: fc.nat({ max: 1 }) });

test('the nearest of the names that may be meant are the nearest of all', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ name, label: fc.option(name), later: fc.option(name) }), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.nat(),
      fc.array(slip, { maxLength: 3 }),
      (named, meant, slips) => {
        const nodes = named.map(({ name: own }) => terms.iri(`http://example.org/${own}`));
        const labels = (kind: 'label' | 'later') =>
          named.flatMap(({ [kind]: label }, i) =>
            label === null
              ? []
              : [{ subject: nodes[i]!, predicate: rdfs.label, object: terms.literal(label) }],
          );
        const graph = new OverlayGraph(new IndexedGraph(labels('label')), {
          added: labels('later'),
          removed: labels('label').slice(0, 1),
        });
        const { name: own, label, later } = named[meant % named.length]!;
        const text = slips.reduce(
          (written, { at, put, instead }) => {
            const place = at % (written.length + 1);
            return written.slice(0, place) + put + written.slice(place + instead);
          },
          later ?? label ?? own,
        );
        const namesOf = (node: (typeof nodes)[number]) => [
          localName(terms.value(node)),
          ...labelsOf(graph, node),
        ];
        const few = NodeNameIndex.of(graph).mayBeMeant(text, nodes, graph);
        expect(nearestNames(text, few, namesOf)).toEqual(nearestNames(text, nodes, namesOf));
      },
    ),
    { numRuns: runs(2000) },
  );
});

test('names with other numbers or letters are not compared', () => {
  const nodes = ['Desk_1', 'Desk_2', 'Room_1', 'Disk_1'].map((own) => terms.iri(`http://example.org/${own}`));
  const graph = new IndexedGraph([]);
  expect(NodeNameIndex.of(graph).mayBeMeant('Deks_1', nodes, graph)).toEqual([nodes[0], nodes[3]]);
});
