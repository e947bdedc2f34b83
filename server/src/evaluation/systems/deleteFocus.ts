import type { Triple } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { targetingTriples } from '../../shacl/shapesGraph/targets.ts';
import { printUpdate } from '../../sparql/updateText.ts';
import { oneRound, type RepairSystem } from './system.ts';

/** Takes every focus node with a result out of its target. It shows what the semantic tier alone is worth. */
export const deleteFocus: RepairSystem = {
  id: 'delete-focus',
  strategy: undefined,
  async repair({ problem: { recorded }, results }) {
    const { dataGraph, shapes } = recorded.input;
    const removed = new Map<string, Triple>();
    for (const { rootShape, rootFocusNode } of results) {
      for (const target of shapes.get(rootShape)?.targets ?? []) {
        const triples = targetingTriples(target, rootFocusNode, dataGraph, (id) =>
          recorded.classes.subclasses(id),
        );
        // A node that sh:targetNode names has no such triple, so all its statements are removed.
        const all =
          target.kind === 'node'
            ? [...dataGraph.outgoing(rootFocusNode), ...dataGraph.incoming(rootFocusNode)]
            : triples;
        for (const triple of all) removed.set(tripleKey(triple), triple);
      }
    }
    return oneRound(printUpdate({ added: [], removed: [...removed.values()] }), 0);
  },
};
