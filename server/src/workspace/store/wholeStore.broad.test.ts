import { expect, test } from 'vitest';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import { withStatedTargets } from '../../shacl/shapesGraph/targets.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { triesAll } from '../../testing/runs.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { documentOf } from './equalsLocal.testing.ts';
import type { JudgedBatch } from './judgedPages.ts';
import type { Store } from './store.ts';
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

test.runIf(triesAll)(
  'what is too costly at the nodes of all batches together is left out from then on and named',
  async () => {
    const nodes = Array.from({ length: 3 }, (_, i) => `ex:n${i}`);
    const values = Array.from({ length: 1599 }, (_, i) => i).join(', ');
    const store = new StoreInMemory(
      suppliedPrefixes + nodes.map((node) => `${node} a ex:C ; ex:q ${values} .`).join('\n'),
    );
    const options = {
      ...optionsFor(
        documentOf('shapes', [
          'ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property ex:P .',
          'ex:P sh:path ex:q ; sh:nodeKind sh:IRI ; sh:maxCount 1 .',
        ]),
      ),
      shard: { index: 1, of: 1 },
      nodesPerBatch: 1,
      judgesAll: true,
      evaluation: {
        probe: { numberOf: () => 1, numberOfWork: () => 1, enter: () => 0, leave() {}, patience: 3 },
      },
    };
    const batches: JudgedBatch[] = [];
    for await (const batch of judgeStore(store, options, new AbortController().signal)) batches.push(batch);
    const [first, last] = [batches[0]!, batches.at(-1)!];
    expect(first.violations).toHaveLength(1600);
    expect(first.notChecked).toEqual([]);
    expect(last.violations).toHaveLength(1);
    expect(last.notChecked.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('sh:nodeKind of P has more results than can be shown and is left out.'),
    ]);
  },
);

test.each([
  ['ex:S', { focusNodes: 3, results: 2, gaps: [] }],
  [
    'ex:Other',
    {
      focusNodes: 2,
      results: 1,
      gaps: [expect.stringContaining('By sh:shape, nodes are to conform to <http://example.org/ns#Other>')],
    },
  ],
])(
  'a node is judged by %s where only the store states that it is to conform to it, or the verdict is open',
  async (shape, expected) => {
    const store = new StoreInMemory(
      `${suppliedPrefixes} ex:b a ex:C . ex:c a ex:C ; ex:p 1 . ex:d ex:q 1 ; sh:shape ${shape} .`,
    );
    expect(await judgedIn(store, { index: 1, of: 1 })).toMatchObject(expected);
  },
);

test('a node for which a node expression yields no shape leaves the verdict open, whatever else it conforms to', async () => {
  const store = new StoreInMemory(
    `${suppliedPrefixes} ex:a a ex:C ; ex:shape ex:T . ex:b a ex:C ; ex:shape ex:Missing , ex:T .`,
  );
  const yielding = documentOf('shapes', [
    'ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:nodeByExpression [ sh:path ex:shape ] .',
    'ex:T a sh:NodeShape ; sh:class ex:C .',
  ]);
  const { results, notChecked } = await judgedIn(store, { index: 1, of: 1 }, yielding);
  expect(results).toBe(0);
  expect(notChecked).toEqual([
    expect.stringContaining('for b, the node expression yields what is no named node shape'),
  ]);
});

const statesOther = 'nodes are to conform to <http://example.org/ns#Other>';

test.each([
  ['the whole graph is needed for another reason', `${stored} ex:d sh:shape ex:Other .`, statesOther],
  ['the shape is a blank node', `${stored} ex:d sh:shape [] .`, 'nodes are to conform to blank nodes'],
])('a shape that no linked file has leaves the verdict open where %s', async (_, turtle, gap) => {
  const { gaps } = await judgedIn(new StoreInMemory(turtle), { index: 1, of: 1 });
  expect(gaps).toEqual([expect.stringContaining(gap)]);
});

test('a store that cuts what it states by sh:shape, and its number, at 100 rows leaves the verdict open', async () => {
  const stated = Array.from({ length: 120 }, (_, i) => `ex:n${i} sh:shape ex:S${i} .`);
  const store = new StoreInMemory(`${suppliedPrefixes} ex:b a ex:C . ${stated.join('\n')}`);
  const cutting: Store = {
    url: store.url,
    async select(query, signal) {
      const answer = await store.select(query, signal);
      if (!query.includes('#shape>')) return answer;
      const rows: { n?: { value: string } }[] = JSON.parse(answer).results.bindings;
      for (const { n } of rows) if (n) n.value = String(Math.min(100, Number(n.value)));
      const others = rows.filter(({ n }) => !n).slice(0, 100);
      return JSON.stringify({ results: { bindings: [...rows.filter(({ n }) => n), ...others] } });
    },
  };
  const { gaps } = await judgedIn(cutting, { index: 1, of: 1 });
  expect(gaps).toEqual([expect.stringMatching(/is not known\. It answered with 100 rows, but counted/)]);
});

async function judged(index: number) {
  const store = new StoreInMemory(stored);
  return { ...(await judgedIn(store, { index, of: 2 })), queries: store.queries };
}

async function judgedIn(
  store: Store,
  shard: { readonly index: number; readonly of: number },
  document = shapes,
) {
  const options = { ...optionsFor(document), shard };
  const found = { focusNodes: 0, results: 0, gaps: [] as string[], notChecked: [] as string[] };
  for await (const batch of judgeStore(store, options, new AbortController().signal)) {
    found.focusNodes += batch.focusNodes;
    found.results += batch.violations.length;
    found.gaps.push(...batch.gaps);
    found.notChecked.push(...batch.notChecked.map(({ reason }) => reason));
  }
  return found;
}

function optionsFor(document: TurtleDocument) {
  return {
    inputWith: async ({ graph }: TurtleDocument) => ({
      dataGraph: graph,
      classGraph: graph,
      reportedGraph: graph,
      shapes: withStatedTargets(readShapes(document.graph), graph),
    }),
    looksUpClasses: true,
    after: undefined,
    forget() {},
  };
}
