import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UnionGraph } from '../rdf/unionGraph.ts';
import { recordValidation } from '../shacl/incremental/recordedValidation.ts';
import { reportedTargets, splitResults } from '../shacl/results/reported.ts';
import { readShapes } from '../shacl/shapesGraph/shapesGraph.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import { arbitraryHistory } from '../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../testing/fixture.ts';
import { queryShapes } from '../testing/queryShapes.ts';
import { print, printViolation } from '../testing/shaclCheck.ts';
import { StoreInMemory } from '../testing/storeInMemory.ts';
import { TurtleDocument } from '../turtle/turtleDocument.ts';
import { fetchContext } from './fetchContext.ts';

const never = new AbortController().signal;

test('the nodes of a file have the same results over a store as over a file with all its triples', () =>
  equalLocalValidation(fc.constant([]), 100));

test('the same with queries', () =>
  equalLocalValidation(fc.subarray([...queryShapes], { minLength: 1, maxLength: 3 }), 50));

async function equalLocalValidation(queries: fc.Arbitrary<readonly string[]>, runs: number): Promise<void> {
  let results = 0;
  await fc.assert(
    fc.asyncProperty(
      arbitraryHistory(0, { incomplete: true }),
      fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      queries,
      async ({ start }, inFile, more) => {
        const stored = [...start.data.filter((_, i) => !inFile[i]), ...start.context].filter(isLoadable);
        const data = documentOf(
          'data',
          start.data.filter((_, i) => inFile[i]),
        );
        const shapes = readShapes(documentOf('shapes', [...start.shapes, ...more]).graph);
        const store = new StoreInMemory(suppliedPrefixes + stored.join('\n'));
        const inputWith = (context: TurtleDocument): ValidationInput => {
          const both = new UnionGraph([data.graph, context.graph]);
          return { dataGraph: both, classGraph: both, reportedGraph: data.graph, shapes };
        };
        const found = await fetchContext(
          store,
          (document) => Promise.resolve(inputWith(document)),
          { looksUpClasses: true },
          never,
        );
        expect(found.gaps).toEqual([]);
        const local = await resultsOf(inputWith(documentOf('context', [store.dump])));
        results += local.length;
        expect(await resultsOf(inputWith(found.document))).toEqual(local);
      },
    ),
    { numRuns: runs },
  );
  expect(results).toBeGreaterThan(runs);
}

/** Oxigraph refuses a file with a literal that is no RDF. */
function isLoadable(statement: string): boolean {
  return !/"\^\^rdf:(?:dirLangString|langString)/.test(statement);
}

function documentOf(name: string, statements: readonly string[]): TurtleDocument {
  return new TurtleDocument(`file:///workspace/${name}.ttl`, 0, suppliedPrefixes + statements.join('\n'));
}

/** The results of the nodes that the data file describes or makes a target. */
async function resultsOf(input: ValidationInput): Promise<readonly string[]> {
  const { result } = await recordValidation(input);
  return splitResults(result.violations, input)
    .reported.filter(({ rootShape, rootFocusNode }) =>
      reportedTargets(input.shapes.get(rootShape)! as never, input)(rootFocusNode),
    )
    .map((violation) => `${printViolation(violation)} ${print(violation.severity)}`)
    .toSorted();
}
