import { afterEach, describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import type { Store } from '../../workspace/store/store.ts';
import { httpStore } from './httpStore.ts';
import { lyingStore, tellsTruth } from './lyingStore.testing.ts';
import { transportFaults } from './storeFaults.testing.ts';
import { type StoreLie, storeLies } from './storeLies.testing.ts';

const files = block`
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:languageIn ( "en" ) ] ;
    sh:property [ sh:path ex:power ; sh:datatype xsd:integer ; sh:maxInclusive 10 ] ;
    sh:property [ sh:path ex:hasPart ; sh:class ex:Point ] .
  ex:DoorShape a sh:NodeShape ; sh:targetClass ex:Door ; sh:property [ sh:path ex:code ; sh:minLength 2 ; sh:minCount 1 ] .`;

const rooms = Array.from(
  { length: 130 },
  (_, i) => `ex:r${i} a ex:Room ; ex:power ${i % 11} ; ex:hasPart ex:s${i % 5} ; ex:name "room ${i}"@en .`,
);
const stored = block`
  @prefix ex: <http://example.org/ns#> .
  ${[0, 1, 2, 3, 4].map((i) => `ex:s${i} a ex:Point .`).join(' ')}
  ex:door a ex:Door ; ex:code "007" .
  ${rooms.join('\n')}`;

/** What has been added since the last run: nothing that is wrong, and what is. */
const changes = {
  'a change that brings no result':
    'ex:r0 ex:hasPart ex:s9 . ex:s9 a ex:Point . ex:other a ex:Door ; ex:code "12" .',
  'a change that brings results': 'ex:r0 ex:hasPart ex:s9 ; ex:power 70 . ex:other a ex:Door .',
};
const command = 'validate --shapes shapes.ttl --format json --endpoint';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Kept = Readonly<Record<string, string>>;

async function run(store: Store, kept: Kept | undefined) {
  const {
    code,
    out,
    files: after,
  } = await runInMemory(`${command} ${store.url}${kept ? ' --since found' : ''}`, {
    files,
    store,
    texts: kept ?? {},
  });
  const { results = [] } = out === '' ? {} : JSON.parse(out);
  return {
    code,
    results: (results as readonly Readonly<Record<string, unknown>>[])
      .map(({ focusNode, component, path, value }) => [focusNode, component, path, value].join(' '))
      .toSorted(),
    kept: Object.fromEntries([...after].filter(([path]) => path.startsWith('/found/'))),
  };
}

/**
 * Consistent lies that are kept as results and believed by the next run, which asks only about what has changed: nothing tells
 * them from the truth.
 */
const believed = ['no language tags', 'no datatypes'];

/** Runs that ask only what has changed, of stores that fail and lie: no wrong verdict, and nothing kept that the next run believes. */
describe.each(Object.entries(changes))('%s', (_name, added) => {
  test.each<StoreLie>([...transportFaults, ...storeLies])(
    '$name',
    async ({ name, reply, isSlow, isConsistent }) => {
      const behind = new StoreInMemory(stored);
      let says = tellsTruth;
      const { url, close } = await lyingStore(behind, () => says);
      closing.push(close);
      const store = httpStore(url, { timeout: isSlow ? 50 : 20_000, maxAnswer: 4 * 1024 * 1024 });
      const patient = httpStore(url, { timeout: 20_000, maxAnswer: 4 * 1024 * 1024 });
      const { code, kept } = await run(patient, {});
      expect(code).toBe(0);
      behind.add(`@prefix ex: <http://example.org/ns#> . ${added}`);
      const { code: trueCode, results } = await run(patient, undefined);
      const truth = { code: trueCode, results };

      says = reply;
      const { kept: keptAfter, ...asked } = await run(store, kept);
      // Nobody can tell a store that always says the same from the truth.
      if (asked.code < 2 && isConsistent !== true) expect(asked).toEqual(truth);

      says = tellsTruth;
      const { kept: _kept, ...again } = await run(patient, keptAfter);
      if (believed.includes(name)) expect(again).not.toEqual(truth);
      else expect(again).toEqual(truth);
    },
  );
});
