import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ObservedGraph } from '../../rdf/observedGraph.ts';
import { terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { sh } from '../../rdf/vocab.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { arbitraryHistory, edited, type ShapesCase } from '../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { newestShapes, queryShapes } from '../../testing/queryShapes.ts';
import { runs, triesAll } from '../../testing/runs.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { documentOf, isLoadable, reportedLines } from './equalsLocal.testing.ts';
import { fetchContext, isKnownAfterEdit } from './fetchContext.ts';
import { KnownPart } from './knownPart.ts';
import { lookUpsOfUnit } from './lookUpsOfUnit.ts';

test('an edit after which nothing has to be asked for has the results of a file with all triples of the store', () =>
  checkEdits({ count: runs(60), queries: false }));

test('the same with queries', () => checkEdits({ count: runs(50), queries: true }));

test('which shapes a node is said to conform to is looked up once, however many triples it has', async () => {
  const files = { data: documentOf('data', ['ex:a ex:p 1, 2, 3 ; ex:q ex:b . ex:b ex:p 1 .']) };
  const input = inputOf(
    { ...files, context: documentOf('context', []) },
    documentOf('stored', []),
    readShapes(documentOf('shapes', []).graph),
  );
  const asked: string[] = [];
  const dataGraph = new ObservedGraph(input.dataGraph, ({ subject, predicate }) => {
    if (predicate === sh.shape) asked.push(terms.value(subject!));
  });
  await lookUpsOfUnit({ ...input, dataGraph }, options, signal);
  expect(asked.toSorted((a, b) => a.localeCompare(b))).toEqual(
    ['a', 'b'].map((name) => `http://example.org/ns#${name}`),
  );
});

const options = { looksUpClasses: true };
const { signal } = new AbortController();

async function checkEdits({ count, queries }: { readonly count: number; readonly queries: boolean }) {
  let known = 0;
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(
      arbitraryHistory(12, { shacl12: true, reifiers: false }),
      fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
      queries
        ? fc.subarray([...queryShapes, ...newestShapes], { minLength: 1, maxLength: 2 })
        : fc.constant([]),
      async ({ start, edits }, inFile, more) => {
        const stored = [...start.data.filter((_, i) => !inFile[i]), ...start.context].filter(isLoadable);
        const shapes = readShapes(documentOf('shapes', [...start.shapes, ...more]).graph);
        const store = new StoreInMemory(suppliedPrefixes + stored.join('\n'));
        const all = documentOf('all', [store.dump]);
        const part = new KnownPart(store);
        let files: ShapesCase = {
          ...start,
          data: start.data.filter((_, i) => inFile[i]),
          context: [],
        };
        let documents = { data: documentOf('data', files.data), context: documentOf('context', []) };
        const settle = async () => {
          const inputWith = ([stored]: readonly TurtleDocument[]) =>
            Promise.resolve(inputOf(documents, stored!, shapes));
          const [gaps] = await fetchContext([part], inputWith, options, signal);
          expect(gaps).toEqual([]);
          return inputOf(documents, part.document, shapes);
        };
        let before = await settle();
        for (const edit of edits) {
          if (edit.file === 'shapes') continue;
          files = { ...edited(files, edit), shapes: files.shapes };
          documents = {
            data: changedTo(documents.data, files.data),
            context: changedTo(documents.context, files.context),
          };
          const after = inputOf(documents, part.document, shapes);
          if (!(await isKnownAfterEdit([part], before, after, options, signal))) {
            before = await settle();
            continue;
          }
          known++;
          const lines = await reportedLines(after);
          expect(lines).toEqual(await reportedLines(inputOf(documents, all, shapes)));
          if (lines.join() !== (await reportedLines(before)).join()) changed++;
          before = after;
          const asked = store.queries.length;
          await settle();
          expect(store.queries.slice(asked)).toEqual([]);
        }
      },
    ),
    { numRuns: count },
  );
  expect(known).toBeGreaterThanOrEqual(count);
  expect(changed).toBeGreaterThan(count / (triesAll ? 10 : 20));
}

function changedTo(document: TurtleDocument, statements: readonly string[]): TurtleDocument {
  return document.changed(document.version + 1, suppliedPrefixes + statements.join('\n'));
}

function inputOf(
  { data, context }: { readonly data: TurtleDocument; readonly context: TurtleDocument },
  stored: TurtleDocument,
  shapes: ShapesGraph,
): ValidationInput {
  const graph = new UnionGraph([data.graph, context.graph, stored.graph]);
  return { dataGraph: graph, classGraph: graph, reportedGraph: data.graph, shapes };
}
