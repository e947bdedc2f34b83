import { expect, test } from 'vitest';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { documentOf } from './equalsLocal.testing.ts';
import { judgeStore } from './wholeStore.ts';

const shapes = documentOf('shapes', [
  'ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .',
]);
/** Instances of a class without a name can't be asked for. */
const stored = `${suppliedPrefixes}
_:class rdfs:subClassOf ex:C . ex:a a _:class . ex:b a ex:C . ex:c a ex:C ; ex:p 1 .`;

test('where the whole graph is needed, the first shard judges all nodes, and the others do not fetch it', async () => {
  const [first, second] = [await judged(1), await judged(2)];
  expect(first).toMatchObject({ focusNodes: 3, results: 2, gaps: [] });
  expect(second).toMatchObject({ focusNodes: 0, results: 0, gaps: [] });
  const listsProperties = (query: string) => query.includes('SELECT DISTINCT ?p WHERE');
  expect(first.queries.some(listsProperties)).toBe(true);
  expect(second.queries.some(listsProperties)).toBe(false);
});

async function judged(index: number) {
  const store = new StoreInMemory(stored);
  const options = {
    inputWith: async ({ graph }: TurtleDocument) => ({
      dataGraph: graph,
      classGraph: graph,
      reportedGraph: graph,
      shapes: readShapes(shapes.graph),
    }),
    looksUpClasses: true,
    shard: { index, of: 2 },
    after: undefined,
    forget() {},
  };
  const found = { focusNodes: 0, results: 0, gaps: [] as string[] };
  for await (const batch of judgeStore(store, options, new AbortController().signal)) {
    found.focusNodes += batch.focusNodes;
    found.results += batch.violations.length;
    found.gaps.push(...batch.gaps);
  }
  return { ...found, queries: store.queries };
}
