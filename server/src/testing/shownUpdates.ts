import fc from 'fast-check';
import { expect } from 'vitest';
import type { Store, UpdatableStore } from '../workspace/store/store.ts';
import { block } from './fixture.ts';
import { runInMemory } from './runInMemory.ts';
import { seed } from './seed.ts';

const files = block`
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:floor ; sh:datatype xsd:integer ; sh:maxCount 1 ; sh:minCount 1 ] ;
    sh:property [ sh:path ex:in ; sh:class ex:Building ; sh:minCount 1 ] .`;

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

/** Where a law's runs keep what they write. Another run may have left something there. */
export interface OpenedStore {
  /** What is given as the address of the endpoint. */
  readonly address: string;
  readonly store: Store;
  readonly updates: UpdatableStore;
  /** Adds statements as somebody else would do. */
  add(statements: string): Promise<void>;
}

/**
 * The law that what reaches a store is an update that was shown, whatever somebody else wrote in between.
 *
 * @param open gives an empty store.
 * @param first the number of the first run, which stands for the inputs: runs from another one on try others.
 * @returns how many updates were sent.
 */
export async function sendsWhatWasShown(
  open: () => Promise<OpenedStore>,
  numRuns: number,
  first = 0,
): Promise<number> {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(statements, { minLength: 1, maxLength: 5 }),
      fc.array(statements, { maxLength: 2 }),
      fc.nat(),
      fc.nat(6),
      async (before, between, pick, moment) => {
        const { address, store, updates, add } = await open();
        const command = [
          ...['repair', '--endpoint', address, '--shapes', 'shapes.ttl'],
          ...['--focus-node', 'http://example.org/ns#room'],
        ];
        await add(`ex:room a ex:Room . ${before.join(' ')}`);
        const { out } = await runInMemory(command, { files, store });
        const shown = shownIn(out);
        const keys = [...shown.keys()];
        if (keys.length === 0) return;
        const key = keys[pick % keys.length]!;
        const result = [...out.matchAll(/^ {2}--> .*\[([0-9a-f]{12})\]$|\[([0-9a-f]{12})\]$/gm)];
        const at = result.findIndex(([, , repair]) => repair === key);
        const only = result.slice(0, at).findLast(([, own]) => own !== undefined)![1]!;
        // Before the run, or when it asks so many queries.
        const others = async () => {
          if (between.length > 0) await add(between.join(' '));
        };
        if (moment === 0) await others();
        let queries = 0;
        await runInMemory([...command, '--only', only, '--run', '--yes', '--repair', key], {
          files,
          store: {
            url: store.url,
            async select(query, signal) {
              if (++queries === moment) await others();
              return store.select(query, signal);
            },
          },
          updates: {
            url: updates.url,
            update(text, signal) {
              sent++;
              expect(text).toBe(shown.get(key));
              return updates.update(text, signal);
            },
          },
        });
      },
    ),
    { numRuns, seed: seed + first },
  );
  return sent;
}

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
