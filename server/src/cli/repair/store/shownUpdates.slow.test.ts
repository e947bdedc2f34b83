import fc from 'fast-check';
import { expect, test } from 'vitest';
import { block } from '../../../testing/fixture.ts';
import { runInMemory } from '../../../testing/runInMemory.ts';
import { runs } from '../../../testing/runs.ts';
import '../../../testing/seed.ts';
import { StoreInMemory } from '../../../testing/storeInMemory.ts';

const files = block`
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:floor ; sh:datatype xsd:integer ; sh:maxCount 1 ; sh:minCount 1 ] ;
    sh:property [ sh:path ex:in ; sh:class ex:Building ; sh:minCount 1 ] .`;
const prefixes = '@prefix ex: <http://example.org/ns#> . ';
const command =
  'repair --endpoint https://store.example/sparql --shapes shapes.ttl --focus-node http://example.org/ns#room';

/** What people write into the store. */
const statements = fc.constantFrom(
  'ex:room ex:floor "2" .',
  'ex:room ex:floor 2 .',
  'ex:room ex:floor 3 .',
  'ex:room ex:floor "third" .',
  'ex:room ex:in ex:east .',
  'ex:room ex:in ex:west .',
  'ex:east a ex:Building .',
  'ex:west a ex:Building ; ex:name "West" .',
  'ex:room a ex:Hall .',
  'ex:Hall <http://www.w3.org/2000/01/rdf-schema#subClassOf> ex:Room .',
  'ex:other a ex:Room ; ex:floor 1 ; ex:in ex:west .',
);

/** The updates of a list, by the keys behind them. */
function shownIn(out: string): ReadonlyMap<string, string> {
  const shown = new Map<string, string>();
  let lines: string[] = [];
  for (const line of out.split('\n')) {
    const key = /^ {2}(?:repair \d+ of \d+|by hand): .*\[([0-9a-f]{12})\]$/.exec(line)?.[1];
    if (key !== undefined) {
      lines = [];
      shown.set(key, '');
    } else if (/^ {4}/.test(line) && !/^ {4}because: /.test(line)) {
      lines.push(line.slice(4));
      const last = [...shown.keys()].at(-1);
      if (last !== undefined) shown.set(last, lines.join('\n'));
    }
  }
  return shown;
}

test('what reaches a store is an update that was shown, whatever somebody else wrote in between', async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(statements, { minLength: 1, maxLength: 5 }),
      fc.array(statements, { maxLength: 2 }),
      fc.nat(),
      fc.nat(6),
      async (before, between, pick, moment) => {
        const store = new StoreInMemory(`${prefixes} ex:room a ex:Room . ${before.join(' ')}`);
        const { out } = await runInMemory(command, { files, store });
        const shown = shownIn(out);
        const keys = [...shown.keys()];
        if (keys.length === 0) return;
        const key = keys[pick % keys.length]!;
        const result = [...out.matchAll(/^ {2}--> .*\[([0-9a-f]{12})\]$|\[([0-9a-f]{12})\]$/gm)];
        const at = result.findIndex(([, , repair]) => repair === key);
        const only = result.slice(0, at).findLast(([, own]) => own !== undefined)![1]!;
        // Before the run, or when it asks so many queries.
        const others = () => {
          if (between.length > 0) store.add(prefixes + between.join(' '));
        };
        if (moment === 0) others();
        let queries = 0;
        const asked = {
          url: store.url,
          select(query: string, signal: AbortSignal) {
            if (++queries === moment) others();
            return store.select(query, signal);
          },
        };
        const updates = {
          url: store.url,
          update(text: string, signal: AbortSignal) {
            sent++;
            expect(text).toBe(shown.get(key));
            return store.update(text, signal);
          },
        };
        await runInMemory(`${command} --only ${only} --run --yes --repair ${key}`, {
          files,
          store: asked,
          updates,
        });
      },
    ),
    { numRuns: runs(500) },
  );
  expect(sent).toBeGreaterThan(runs(100));
});
