import { describe, test } from 'vitest';
import { rulesEqualLocal } from '../../cli/validate/scratchRules.testing.ts';
import { runs } from '../../testing/runs.ts';
import { readSelectResults } from '../../workspace/store/selectResults.ts';
import { filledGraphs, startedStores } from './filledGraphs.testing.ts';
import { httpStore } from './httpStore.ts';
import { httpUpdates } from './httpUpdates.ts';

const never = new AbortController().signal;

/** Comunica takes no updates. */
describe.each(startedStores().filter(([name]) => name !== 'comunica'))('%s', (name, address) => {
  test('applies rules as they are applied to a file, and keeps nothing of them', () => {
    const prefix = 'http://example.org/rules';
    const fill = filledGraphs(address, prefix);
    let filled = 0;
    return rulesEqualLocal(
      async (turtle) => {
        await fill(turtle);
        const data = `${prefix}${filled++}`;
        return {
          data,
          storeOf: (graphs) => httpStore(address, { graphs }),
          updates: httpUpdates(address),
          async graphs() {
            const query = `SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } FILTER(?g = <${data}> || CONTAINS(STR(?g), "shacl-repair")) }`;
            const rows = readSelectResults(await httpStore(address).select(query, never), 100);
            return rows.map(({ g }) => g!.slice(1, -1));
          },
        };
      },
      runs(name === 'oxigraph' ? 40 : 20),
    );
  }, 900_000);
});
