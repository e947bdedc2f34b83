import { expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { rdfs } from '../../rdf/vocab.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { countedSelect } from './countedSelect.ts';
import type { Store } from './store.ts';
import { StoreLabels } from './storeLabels.ts';

const { signal } = new AbortController();
const node = (i: number) => terms.iri(`http://example.org/ns#n${i}`);
const nodes = (count: number) => Array.from({ length: count }, (_, i) => node(i));
const labelled = (count: number) =>
  nodes(count)
    .map((_, i) => `<http://example.org/ns#n${i}> <${terms.value(rdfs.label)}> "Node ${i}" .`)
    .join('\n');

test('500 terms are asked about in one query, at most 2,000 at once, and each once', async () => {
  const store = new StoreInMemory(labelled(2101));
  const labels = new StoreLabels(store, [rdfs.label]);
  const first = labels.unasked(nodes(2101));
  expect(first).toHaveLength(2000);
  expect(await labels.fetch(first, signal)).toBe(true);
  const queries = store.queries.filter((query) => query.startsWith('SELECT ?s ?p ?o'));
  expect(queries).toHaveLength(4);
  expect(labels.document.graph.size).toBe(2000);
  expect(labels.unasked(nodes(2101))).toHaveLength(101);
});

test('what a store adds to what was asked is not taken', async () => {
  const told = new StoreInMemory(`${labelled(2)} <http://example.org/ns#n0> <http://example.org/ns#p> "x" .`);
  const adding: Store = { url: told.url, select: (query) => told.select(asOfAll(query), signal) };
  const asOfAll = (query: string) => query.replaceAll(/VALUES \?[sp] \{[^}]*\}/g, '');
  expect(await countedSelect(told, '?s ?p ?o', signal)).toHaveLength(3);
  const labels = new StoreLabels(adding, [rdfs.label]);
  await labels.fetch([node(0)], signal);
  expect(labels.document.graph.size).toBe(1);
});

test('terms are asked about again when the request was given up', async () => {
  const controller = new AbortController();
  const waiting: Store = {
    url: 'https://store.example/sparql',
    select: (_, stop) =>
      new Promise((_, reject) => stop.addEventListener('abort', () => reject(stop.reason))),
  };
  const labels = new StoreLabels(waiting, [rdfs.label]);
  const asked = labels.fetch([node(0)], controller.signal);
  controller.abort(new Error('newer text'));
  await expect(asked).rejects.toThrow('newer text');
  expect(labels.unasked([node(0)])).toEqual([node(0)]);
});
