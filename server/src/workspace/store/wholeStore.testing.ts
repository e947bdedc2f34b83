import fc from 'fast-check';
import { expect } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { recordValidation } from '../../shacl/incremental/recordedValidation.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { splitResults } from '../../shacl/results/reported.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { arbitraryHistory } from '../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { queryShapes } from '../../testing/queryShapes.ts';
import { print, printViolation } from '../../testing/shaclCheck.ts';
import { documentOf, type FilledStore, isLoadable } from './equalsLocal.testing.ts';
import type { Store } from './store.ts';
import { judgeStore } from './wholeStore.ts';

/**
 * Checks over random graphs in a store that the store's results are those of a file with all its triples, those of several
 * shards together as well, and those of a run that goes on where another one was ended. What is undecided may lack results.
 *
 * @param fill makes a store with the triples of a Turtle document; undefined when the store refuses them.
 */
export async function wholeStoreEqualsLocal(
  fill: (turtle: string) => Promise<FilledStore | undefined>,
  {
    runs,
    queries = false,
    leftOut = /(?!)/,
    maxOpen = 0,
  }: {
    readonly runs: number;
    readonly queries?: boolean;
    /** Statements that the store can't hold. */
    readonly leftOut?: RegExp;
    /** The share of stores whose verdict may stay open because of what the store does. */
    readonly maxOpen?: number;
  },
): Promise<void> {
  let results = 0;
  let open = 0;
  await fc.assert(
    fc.asyncProperty(
      arbitraryHistory(0, { shacl12: true, reifiers: false }),
      queries ? fc.subarray([...queryShapes], { minLength: 1, maxLength: 3 }) : fc.constant([]),
      fc.integer({ min: 2, max: 4 }),
      fc.nat(),
      async ({ start }, more, shards, killedAfter) => {
        const stored = [...start.data, ...start.context].filter(
          (each) => isLoadable(each) && !leftOut.test(each),
        );
        const shapes = documentOf('shapes', [...start.shapes, ...more]);
        const filled = await fill(suppliedPrefixes + stored.join('\n'));
        fc.pre(filled !== undefined);
        const { store, dump } = filled;
        const whole = await batchesOf(store, shapes);
        const isOpen = (batches: readonly Batch[]) => batches.some(({ gaps }) => gaps.length > 0);
        if (isOpen(whole)) {
          open++;
          return;
        }
        const input = inputWith(readShapes(shapes.graph))(documentOf('data', [await dump()]));
        const { result } = await recordValidation(input);
        const local = lines(splitResults(result.violations, input).reported).toSorted();
        results += local.length;
        expect(resultsOf(whole).toSorted()).toEqual(local);
        const parts: Batch[] = [];
        for (let index = 1; index <= shards; index++)
          parts.push(...(await batchesOf(store, shapes, { shard: { index, of: shards } })));
        // A shard, and a run that goes on, do not fetch the whole graph for what others have met.
        if (isOpen(parts)) open++;
        else expect(resultsOf(parts).toSorted()).toEqual(local);
        if (whole.length === 0) return;
        const done = whole.slice(0, 1 + (killedAfter % whole.length));
        const rest = await batchesOf(store, shapes, { after: done.at(-1)!.to });
        if (isOpen(rest)) open++;
        else expect([...resultsOf(done), ...resultsOf(rest)]).toEqual(resultsOf(whole));
      },
    ),
    { numRuns: runs },
  );
  expect(results).toBeGreaterThan(runs);
  expect(open).toBeLessThanOrEqual(runs * maxOpen);
}

interface Batch {
  readonly results: readonly string[];
  readonly gaps: readonly string[];
  readonly to: string;
}

async function batchesOf(
  store: Store,
  document: TurtleDocument,
  {
    shard = { index: 1, of: 1 },
    after,
  }: { readonly shard?: { readonly index: number; readonly of: number }; readonly after?: string } = {},
): Promise<readonly Batch[]> {
  let shapes = readShapes(document.graph);
  const options = {
    inputWith: async (known: TurtleDocument) => inputWith(shapes)(known),
    looksUpClasses: true,
    shard,
    after,
    forget() {
      terms.sweep((keep) => document.forTerms(keep));
      shapes = readShapes(document.graph);
    },
    nodesPerBatch: 2,
    sampleSize: 0,
  };
  const batches: Batch[] = [];
  for await (const { violations, gaps, to } of judgeStore(store, options, new AbortController().signal))
    batches.push({ results: lines(violations), gaps, to });
  return batches;
}

function inputWith(shapes: ShapesGraph): (document: TurtleDocument) => ValidationInput {
  return ({ graph }) => ({ dataGraph: graph, classGraph: graph, reportedGraph: graph, shapes });
}

function resultsOf(batches: readonly Batch[]): readonly string[] {
  return batches.flatMap(({ results }) => results);
}

function lines(violations: readonly Violation[]): readonly string[] {
  return violations.map((violation) => `${printViolation(violation)} ${print(violation.severity)}`);
}
