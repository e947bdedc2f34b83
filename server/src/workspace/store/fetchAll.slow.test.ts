import { expect, test } from 'vitest';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { cuttingStore } from './cuttingStore.testing.ts';
import { fetchAll } from './fetchAll.ts';

const never = new AbortController().signal;
const many = Array.from(
  { length: 700 },
  (_, i) => `<http://example.org/n${i}> <http://example.org/p> ${i} ; <http://example.org/q> "n${i}"@en .`,
).join('\n');
const blanks = '_:a <http://example.org/p> [ <http://example.org/q> _:a ] , ( 1 2 ) .';

test('all triples of a store come, although it cuts its answers', async () => {
  const store = new StoreInMemory(many);
  const document = await fetchAll(cuttingStore(store, 100), never);
  expect(document.graph.size).toBe(1400);
  expect(isomorphic(document.graph.triples(), graphOf(store.dump))).toBe(true);
});

test('triples with blank nodes come in one answer, or not at all', async () => {
  const store = new StoreInMemory(many + blanks);
  expect(isomorphic((await fetchAll(store, never)).graph.triples(), graphOf(store.dump))).toBe(true);
  // Which of the questions that are asked beside each other fails first makes no difference.
  await expect(fetchAll(cuttingStore(store, 5), never)).rejects.toThrow(/rows, but counted|how many rows/);
});

function graphOf(text: string) {
  return new TurtleDocument('file:///dump.nt', 0, text).graph.triples();
}
