import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { IndexedGraph } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import type { TermId } from '../../rdf/terms.ts';
import { runs } from '../../testing/runs.ts';
import { loadSparqlParser } from '../parseSparql.ts';
import { printSparqlTerm } from '../termCodec.ts';
import { inputColumn, noInput } from './query.ts';
import {
  budget,
  compiled,
  nodes,
  query,
  rowsOf,
  triple,
  unlessTooMany,
  variables,
} from './randomQueries.testing.ts';

beforeAll(loadSparqlParser);

/** The query for one node: its name stands everywhere in place of the variable. */
function named(text: string, term: TermId): string {
  return text
    .replaceAll(/SELECT (DISTINCT )?\$this /g, 'SELECT $1')
    .replaceAll('GROUP BY $this ', 'GROUP BY ')
    .replaceAll('$this', printSparqlTerm(term));
}

test('a query has the same answers for a column of nodes as for each node by name', () => {
  fc.assert(
    fc.property(fc.array(triple, { maxLength: 12 }), query, (triples, text) => {
      const graph = new IndexedGraph(triples);
      const together = unlessTooMany(() =>
        compiled(text, ['this']).evaluate({ graph }, inputColumn('this', nodes), budget),
      );
      for (const [row, term] of nodes.entries()) {
        const alone = unlessTooMany(() =>
          compiled(named(text, term), []).evaluate({ graph }, noInput, budget),
        );
        expect(rowsOf(together, variables, row)).toEqual(rowsOf(alone, variables, 0));
      }
    }),
    { numRuns: runs(100) },
  );
});

test('a query has the same answers on an overlay as on the graph that it stands for', () => {
  fc.assert(
    fc.property(
      fc.array(triple, { maxLength: 8 }),
      fc.array(triple, { maxLength: 4 }),
      query,
      (base, added, text) => {
        const removed = base.slice(0, 2);
        const overlay = new OverlayGraph(new IndexedGraph(base), { added, removed });
        const plain = new IndexedGraph([...overlay.triples()]);
        const evaluate = (graph: IndexedGraph | OverlayGraph) =>
          unlessTooMany(() =>
            compiled(text, ['this']).evaluate({ graph }, inputColumn('this', nodes), budget),
          );
        const [a, b] = [evaluate(overlay), evaluate(plain)];
        for (const row of nodes.keys()) expect(rowsOf(a, variables, row)).toEqual(rowsOf(b, variables, row));
      },
    ),
    { numRuns: runs(40) },
  );
});
