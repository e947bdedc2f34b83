import type { Graph, GraphDelta } from '../rdf/graph.ts';
import type { Triple } from '../rdf/terms.ts';
import type { Update } from './update.ts';

/**
 * What an update does to a graph, all operations taken together: `added` holds triples that the graph lacks,
 * `removed` triples that it has. The graph is not changed.
 */
export function applyUpdate(graph: Graph, update: Update): GraphDelta {
  const touched = new Map<string, { readonly triple: Triple; readonly before: boolean; after: boolean }>();
  for (const { kind, triples } of update.operations) {
    for (const triple of triples) {
      const { subject, predicate, object } = triple;
      const key = `${subject} ${predicate} ${object}`;
      const known = touched.get(key);
      const after = kind === 'insertData';
      if (known) known.after = after;
      else touched.set(key, { triple, before: graph.has(subject, predicate, object), after });
    }
  }
  const changed = [...touched.values()].filter(({ before, after }) => before !== after);
  return {
    added: changed.filter(({ after }) => after).map(({ triple }) => triple),
    removed: changed.filter(({ before }) => before).map(({ triple }) => triple),
  };
}
