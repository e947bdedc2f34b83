import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../../rdf/unionGraph.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';
import type { ValidationInput } from '../../../shacl/validationUnit.ts';
import { arbitraryHistory } from '../../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../../testing/fixture.ts';
import { runs } from '../../../testing/runs.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';
import { observedVerdicts } from '../../../workspace/store/observedVerdicts.ts';
import { storeSample } from './storeSample.ts';

const never = new AbortController().signal;

test('nodes of a sample have the same results as in the whole store, and the same texts whatever the order', async () => {
  const counts = { drawn: 0, results: 0 };
  await fc.assert(
    fc.asyncProperty(arbitraryHistory(0), fc.nat({ max: 9 }), async ({ start }, seed) => {
      const shapes = readShapes(documentOf('shapes', start.shapes.join('\n')).graph);
      const statements = [...start.data, ...start.context].filter(
        (each) => !/rdf:(?:dirL|l)angString/.test(each),
      );
      const inputOf = (...documents: TurtleDocument[]): ValidationInput => {
        const graph = new UnionGraph(documents.map((each) => each.graph));
        return { dataGraph: graph, classGraph: graph, reportedGraph: graph, shapes };
      };
      const options = {
        inputWith: async (known: TurtleDocument) => inputOf(known),
        looksUpClasses: true,
        count: 2,
        seed,
      };
      const storeOf = (each: readonly string[]) => new StoreInMemory(suppliedPrefixes + each.join('\n'));
      const store = storeOf(statements);
      const sample = await storeSample(store, options, never);
      if ('gaps' in sample) return;
      expect(await storeSample(storeOf(statements.toReversed()), options, never)).toEqual(sample);
      const judged = async (input: ValidationInput) => {
        const { violations } = await observedVerdicts(input, sample.nodes, { looksUpClasses: true });
        // Blank nodes have other names.
        const name = (term: TermId | undefined) => (term !== undefined && terms.isBlank(term) ? '_' : term);
        return violations
          .map(({ focusNode, value, sourceShape, component }) =>
            [name(focusNode), name(value), sourceShape, component].join(' '),
          )
          .sort();
      };
      const local = await judged(inputOf(documentOf('dump', store.dump)));
      const fetched = inputOf(documentOf('data', sample.data), documentOf('context', sample.context));
      expect(await judged(fetched)).toEqual(local);
      counts.drawn += sample.nodes.length;
      counts.results += local.length;
    }),
    { numRuns: runs(Number(process.env.STORE_SAMPLE_RUNS ?? 60)) },
  );
  expect(counts.drawn).toBeGreaterThan(runs(40));
  expect(counts.results).toBeGreaterThan(runs(40));
});

function documentOf(name: string, turtle: string): TurtleDocument {
  return new TurtleDocument(`file:///workspace/${name}.ttl`, 0, suppliedPrefixes + turtle);
}
