import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';
import { runs } from '../../testing/runs.ts';
import { describeShared } from '../../testing/shared.ts';
import { changeEqualsLocal } from '../../workspace/store/changeEqualsLocal.testing.ts';
import { equalsLocalValidation } from '../../workspace/store/equalsLocal.testing.ts';
import { filledGraphs, startedStores, traitsOf } from './filledGraphs.testing.ts';
import { httpStore } from './httpStore.ts';

/** Where `npm run test:stores` puts QUDT. */
const qudtGraph = 'http://example.org/qudt';

describe.each(startedStores())('%s', (name, address) => {
  const { leftOut, isQuick } = traitsOf(name);
  const fill = filledGraphs(address, 'http://example.org/graph');
  // Virtuoso writes some literals in another way than it finds them. Jena in memory finds values rather than literals.
  const maxOpen = name === 'virtuoso' ? 0.2 : name === 'jena' ? 0.02 : 0;

  test('the nodes of a file have the same results as over a file with all triples', () =>
    equalsLocalValidation(fill, { runs: runs(isQuick ? 150 : 40), leftOut, maxOpen }));

  test('the same with queries', () =>
    equalsLocalValidation(fill, { runs: runs(isQuick ? 50 : 20), queries: true, leftOut, maxOpen }));

  // What is compared are the triples that a store holds as they were written.
  const rewritten = ['virtuoso', 'jena'].includes(name) ? /\^\^|@|[ -]\d|true|false/ : leftOut;

  test.each([
    ['shapes', {}],
    ['shapes with queries', { queries: true }],
  ])(
    'a change brings, ends and keeps the results that it would with all triples here: %s',
    async (_, mix) => {
      const counts = await changeEqualsLocal(fill, {
        runs: runs(isQuick ? 100 : 30),
        leftOut: rewritten,
        ...mix,
      });
      console.log(name, JSON.stringify(counts));
      expect(counts.open.length).toBeLessThanOrEqual(5);
      expect(counts.telling).toBeGreaterThanOrEqual(runs(isQuick ? 10 : 2));
    },
  );

  // It has what the tests fill it with only.
  const describeQudt = name === 'comunica' ? describe.skip : describeShared;
  describeQudt('QUDT', 'qudt-v2.1.43-merged', (folder) => {
    test('200 units with mistakes have the same results, after at most 20 requests', async () => {
      const all = readFileSync(`${folder}/qudt-all-81303.ttl`, 'utf8');
      const units = [...new Set(all.match(/^unit:[A-Za-z][\w-]* (?=)/gm))].filter((_, i) => i % 9 === 0);
      const mistakes = units
        .slice(0, 200)
        .map((unit) => `${unit} qudt:hasQuantityKind unit:M ; qudt:symbol "x", "y" .`);
      const files = [
        '#- /data.ttl',
        '@prefix unit: <http://qudt.org/vocab/unit/> . @prefix qudt: <http://qudt.org/schema/qudt/> .',
        ...mistakes,
      ].join('\n');
      const shapes = readFileSync(`${folder}/SCHEMA_QUDT_NoOWL-v2.1.ttl`, 'utf8');
      const setup = { files, texts: { '/shapes.ttl': shapes, '/all.ttl': all } };
      const store = httpStore(`${address}?default-graph-uri=${qudtGraph}`);
      let requests = 0;
      const counting = {
        url: store.url,
        select(query: string, signal: AbortSignal) {
          requests++;
          return store.select(query, signal);
        },
      };
      const command = 'validate data.ttl --shapes shapes.ttl --format json --context';
      const remote = await runInMemory(`${command} https://store.example/`, { ...setup, store: counting });
      const local = await runInMemory(`${command} all.ttl`, setup);
      expect(resultsOf(remote.out)).toEqual(resultsOf(local.out));
      expect(resultsOf(remote.out).length).toBeGreaterThanOrEqual(200);
      expect(requests).toBeLessThanOrEqual(20);
    });
  });
});

function resultsOf(json: string): readonly string[] {
  const { results } = JSON.parse(json) as { readonly results: readonly Record<string, unknown>[] };
  return results
    .map(({ focusNode, sourceShape, component, path, value }) =>
      JSON.stringify([focusNode, sourceShape, component, path, value]),
    )
    .toSorted();
}
