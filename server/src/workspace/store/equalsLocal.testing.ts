import fc from 'fast-check';
import { expect } from 'vitest';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { recordValidation } from '../../shacl/incremental/recordedValidation.ts';
import { reportedTargets, splitResults } from '../../shacl/results/reported.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { arbitraryHistory } from '../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { newestShapes, queryShapes } from '../../testing/queryShapes.ts';
import { print, printViolation } from '../../testing/shaclCheck.ts';
import { fetchContext } from './fetchContext.ts';
import { KnownPart } from './knownPart.ts';
import type { Store } from './store.ts';

/** A store with some triples. */
export interface FilledStore {
  readonly store: Store;
  /** All triples as N-Triples, as the store knows them: it may write literals in another way than they came. */
  dump(): Promise<string>;
}

/**
 * Checks over random units, of which a part is in a store, that the nodes of the file have the same results as over a
 * file with all triples of the store, unless something is told to be missing.
 *
 * @param fill makes a store with the triples of a Turtle document; undefined when the store refuses them.
 */
export async function equalsLocalValidation(
  fill: (turtle: string) => Promise<FilledStore | undefined>,
  {
    runs,
    queries = false,
    leftOut = /(?!)/,
    maxOpen = 0,
    faults = fc.constant((store: Store) => store),
  }: {
    readonly runs: number;
    readonly queries?: boolean;
    /** Statements that the store can't hold. */
    readonly leftOut?: RegExp;
    /** The share of units whose verdict may stay open because of what the store does. */
    readonly maxOpen?: number;
    /** What happens to the store, of which it knows nothing. */
    readonly faults?: fc.Arbitrary<(store: Store) => Store>;
  },
): Promise<void> {
  let results = 0;
  let open = 0;
  await fc.assert(
    fc.asyncProperty(
      arbitraryHistory(0, { shacl12: true, reifiers: false }),
      fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      queries
        ? fc.subarray([...queryShapes, ...newestShapes], { minLength: 1, maxLength: 3 })
        : fc.constant([]),
      faults,
      async ({ start }, inFile, more, spoiled) => {
        const stored = [...start.data.filter((_, i) => !inFile[i]), ...start.context].filter(
          (each) => isLoadable(each) && !leftOut.test(each),
        );
        const inData = start.data.filter((_, i) => inFile[i]);
        const data = documentOf('data', inData);
        const shapes = readShapes(documentOf('shapes', [...start.shapes, ...more]).graph);
        const filled = await fill(suppliedPrefixes + stored.join('\n'));
        fc.pre(filled !== undefined);
        const { store, dump } = filled;
        const inputWith = (context: TurtleDocument): ValidationInput => {
          const both = new UnionGraph([data.graph, context.graph]);
          return { dataGraph: both, classGraph: both, reportedGraph: data.graph, shapes };
        };
        const part = new KnownPart(spoiled(store));
        const [gaps] = await fetchContext(
          [part],
          ([document]) => Promise.resolve(inputWith(document!)),
          { looksUpClasses: true },
          new AbortController().signal,
        );
        if (gaps!.length > 0) {
          open++;
          return;
        }
        const local = await reportedLines(inputWith(documentOf('context', [await dump()])));
        results += local.length;
        expect(await reportedLines(inputWith(part.document))).toEqual(local);
      },
    ),
    { numRuns: runs },
  );
  expect(results).toBeGreaterThan(runs * (1 - maxOpen));
  expect(open).toBeLessThanOrEqual(runs * maxOpen);
}

/** Stores refuse a text with a literal that is no RDF. */
export function isLoadable(statement: string): boolean {
  return !/"\^\^rdf:(?:dirLangString|langString)/.test(statement);
}

/** A Turtle document of statements that use the prefixes of fixtures. */
export function documentOf(name: string, statements: readonly string[]): TurtleDocument {
  return new TurtleDocument(`file:///workspace/${name}.ttl`, 0, suppliedPrefixes + statements.join('\n'));
}

/** The results of the nodes that the data file describes or makes a target. */
export async function reportedLines(input: ValidationInput): Promise<readonly string[]> {
  const { result } = await recordValidation(input);
  return splitResults(result.violations, input)
    .reported.filter(({ rootShape, rootFocusNode }) => {
      const { targets = [] } = input.shapes.get(rootShape) ?? {};
      return reportedTargets({ id: rootShape, targets }, input)(rootFocusNode);
    })
    .map((violation) => `${printViolation(violation)} ${print(violation.severity)}`)
    .toSorted();
}
