import { test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { rulesEqualLocal } from './scratchRules.testing.ts';

const data = 'http://example.org/data';

test('what rules infer in a store is what they infer from a file with its triples, and nothing stays there', () =>
  rulesEqualLocal(async (turtle) => {
    const store = new StoreInMemory('');
    store.addTo(data, turtle);
    return {
      data,
      storeOf: (graphs) => store.from(graphs),
      updates: store,
      graphs: async () => store.graphs,
    };
  }, runs(60)));
