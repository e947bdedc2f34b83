import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { IndexedGraph } from '../../rdf/graph.ts';
import { runs } from '../../testing/runs.ts';
import { loadSparqlParser } from '../parseSparql.ts';
import { inputColumn } from './query.ts';
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

test('triples with predicates that a query does not read change none of its answers', () => {
  fc.assert(
    fc.property(
      fc.array(triple, { maxLength: 8 }),
      fc.array(triple, { minLength: 1, maxLength: 6 }),
      query,
      (triples, others, text) => {
        const asked = compiled(text, ['this']);
        const { reads } = asked;
        fc.pre(reads !== 'everything');
        const unread = others.filter(({ predicate }) => !reads.predicates.has(predicate));
        fc.pre(unread.length > 0);
        const evaluate = (all: typeof triples) =>
          unlessTooMany(() =>
            asked.evaluate({ graph: new IndexedGraph(all) }, inputColumn('this', nodes), budget),
          );
        const [without, withOthers] = [evaluate(triples), evaluate([...triples, ...unread])];
        for (const row of nodes.keys())
          expect(rowsOf(withOthers, variables, row)).toEqual(rowsOf(without, variables, row));
      },
    ),
    { numRuns: runs(50) },
  );
});
