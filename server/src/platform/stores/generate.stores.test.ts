import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import type { SuiteJson } from '../../vio/suite/format.ts';
import type { StoreAddress } from '../../workspace/project/storeLink.ts';
import { startedStores } from './filledGraphs.testing.ts';
import { httpStore } from './httpStore.ts';
import { httpUpdates } from './httpUpdates.ts';

const never = new AbortController().signal;

const files = block`
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:floor ; sh:datatype xsd:integer ; sh:minCount 1 ] ;
    sh:property [ sh:path ex:partOf ; sh:class ex:Building ] ;
    sh:property [ sh:path ( ex:area ex:unit ) ; sh:nodeKind sh:IRI ] .`;
const rooms = Array.from(
  { length: 12 },
  (_, i) =>
    `ex:room${i} a ex:Office ; ex:floor ${i % 5} ; ex:partOf ex:house ; ex:area [ ex:size ${i} ; ex:unit ex:M2 ] .`,
);
const others =
  'ex:Office <http://www.w3.org/2000/01/rdf-schema#subClassOf> ex:Room . ex:house a ex:Building . ex:other ex:p "x" .';

describe.each(startedStores())('a benchmark from %s', (_, url) => {
  const graph = 'http://example.org/generate';

  async function suite(): Promise<ReadonlyMap<string, string>> {
    const args = '--shapes shapes.ttl --sample 4 --seed 7 --out suite --cross-check none'.split(' ');
    const {
      code,
      err,
      files: all,
    } = await runInMemory(['generate', '--endpoint', `${url} FROM <${graph}>`, ...args], {
      files,
      store: ({ graphs }: StoreAddress) => httpStore(url, { graphs }),
    });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return new Map([...all].filter(([path]) => path.startsWith('/suite/')));
  }

  test('has the same bytes with the same seed, and its own repairs solve all of it', async () => {
    const text = `PREFIX ex: <http://example.org/ns#> INSERT { GRAPH <${graph}> { ${rooms.join(' ')} ${others} } } WHERE {}`;
    await httpUpdates(url).update(text, never);
    const one = await suite();
    expect(await suite()).toEqual(one);
    const { store, totals } = JSON.parse(one.get('/suite/suite.json')!) as SuiteJson;
    expect(store).toMatchObject({ focusNodes: 12, sample: 4, sampleSeed: 7 });
    expect(totals.cases).toBeGreaterThan(3);
    const texts = Object.fromEntries(one);
    expect(await runInMemory('suite verify suite', { files: '', texts })).toMatchObject({ code: 0, err: '' });
    const judged = await runInMemory('evaluate suite --system oracle --format json', { files: '', texts });
    expect(judged).toMatchObject({ code: 0, err: '' });
    const { statistics } = JSON.parse(judged.out);
    expect(statistics.averages[0].means).toMatchObject({ syntactic: 1, semantic: 1, isomorphism: 1 });
  });
});
