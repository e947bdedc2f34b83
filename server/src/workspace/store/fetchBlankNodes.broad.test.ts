import { expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { fetchBlankNodes } from './fetchBlankNodes.ts';

const never = new AbortController().signal;
const name = (local: string) => terms.iri(`http://example.org/ns#${local}`);

async function about(turtle: string, predicate: number, object: number) {
  const store = new StoreInMemory(suppliedPrefixes + turtle);
  const { triples, gaps } = await fetchBlankNodes(store, [{ predicate, object }], never);
  const all = store.dump.trim().split('\n').length;
  return { triples: triples.length, all, gaps, queries: store.queries.length };
}

test('of a member in the middle of a list, the list and the node that has it are fetched', async () => {
  const found = await about(
    'ex:s ex:p [ ex:q ( ex:a ex:b ex:c ) ; ex:r [ ex:q 1 ] ] .',
    rdf.first,
    name('b'),
  );
  expect(found).toMatchObject({ triples: found.all, gaps: [] });
});

test('of a node below others, those above and what they have beside it are fetched', async () => {
  const found = await about(
    'ex:s ex:p [ ex:q [ ex:r ex:a ] , [ ex:r ex:b ] ; ex:p ( 1 2 ) ] .',
    name('r'),
    name('b'),
  );
  expect(found).toMatchObject({ triples: found.all, gaps: [] });
});

test('what leads nowhere up takes two queries', async () => {
  const found = await about('ex:s ex:p [ ex:r ex:b ] . ex:t ex:p [ ex:r ex:c ] .', name('r'), name('b'));
  expect(found).toMatchObject({ triples: 2, gaps: [], queries: 2 });
});

test('of nodes that are nested deep, all triples with blank nodes of the store are fetched', async () => {
  const nested = (depth: number): string => (depth === 0 ? 'ex:b' : `[ ex:q ${nested(depth - 1)} ]`);
  const found = await about(
    `ex:s ex:p ${nested(9)} , ex:x . ex:t ex:p [ ex:r ex:c ] .`,
    name('q'),
    name('b'),
  );
  expect(found).toMatchObject({ triples: found.all - 1, gaps: [] });
});
