import { afterEach, describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { someOf } from '../../testing/runs.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { readSelectResults } from '../../workspace/store/selectResults.ts';
import type { Store } from '../../workspace/store/store.ts';
import { httpStore } from './httpStore.ts';
import { lyingStore } from './lyingStore.testing.ts';
import { transportFaults } from './storeFaults.testing.ts';
import { type StoreLie, storeLies } from './storeLies.testing.ts';

const files = block`
  #- /data.ttl
  ex:room ex:served ex:ahu ; ex:power 5 .
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Space ;
    sh:property [ sh:path ex:power ; sh:datatype xsd:integer ] ;
    sh:property [ sh:path ex:hasPart ; sh:class ex:Point ] ;
    sh:property [ sh:path ( ex:served ex:name ) ; sh:minCount 1 ; sh:languageIn ( "en" ) ] ;
    sh:property [ sh:path ( ex:served ex:power ) ; sh:datatype xsd:integer ; sh:maxInclusive 10 ] ;
    sh:property [ sh:path ( ex:served ex:code ) ; sh:datatype xsd:string ; sh:minLength 2 ] ;
    sh:property [ sh:path ( ex:served ex:address ) ; sh:nodeKind sh:BlankNode ; sh:minCount 1 ; sh:node ex:AddressShape ] .
  ex:AddressShape a sh:NodeShape ; sh:property [ sh:path ex:city ; sh:minCount 1 ; sh:maxCount 1 ] .`;

const parts = Array.from({ length: 130 }, (_, i) => `ex:s${i}`);
const stored = block`
  @prefix ex: <http://example.org/ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  ex:room a ex:Office ; ex:hasPart ${parts.join(' , ')} .
  ex:Office rdfs:subClassOf ex:Space . ex:Sensor rdfs:subClassOf ex:Point .
  ${parts.slice(1).join(' a ex:Sensor . ')} a ex:Sensor .
  ex:ahu ex:name "AHU"@en-GB ; ex:code "007" ; ex:address [ ex:city "Oslo" ] , [ ex:city "Bergen" ] .`;
/** What is in the store besides: without results in the store, and with some. */
const variants = {
  'a store that knows nothing wrong': 'ex:s0 a ex:Sensor . ex:ahu ex:power 007 .',
  'a store that knows what is wrong': 'ex:s0 a ex:Thing . ex:ahu ex:power 70 ; ex:address [ ex:city 1, 2 ] .',
};
const everything = 'SELECT ?s ?p ?o WHERE { ?s ?p ?o }';
const command = 'validate data.ttl --shapes shapes.ttl --format json --context';
const never = new AbortController().signal;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open({ reply, isSlow }: StoreLie, triples: string): Promise<Store> {
  const behind = new StoreInMemory(`${stored}\n${triples}`);
  const { url, close } = await lyingStore(behind, () => reply);
  closing.push(close);
  return httpStore(url, { timeout: isSlow ? 50 : 20_000, maxAnswer: 1024 * 1024 });
}

/** The results of a run, and why its verdict is open. */
async function run(context: string, setup: Partial<Parameters<typeof runInMemory>[1]>) {
  const { code, out } = await runInMemory(`${command} ${context}`, { files, ...setup });
  const { results, notChecked } = JSON.parse(out) as {
    readonly results: readonly Record<string, unknown>[];
    readonly notChecked: readonly { readonly reason: string }[];
  };
  return {
    code,
    results: results.map(printed).toSorted(),
    reasons: notChecked.map(({ reason }) => reason),
  };
}

/** A result without labels of blank nodes, which differ from run to run. */
function printed({ focusNode, component, path, value }: Readonly<Record<string, unknown>>): string {
  return [focusNode, component, path, value].join(' ').replaceAll(/_:\w+/g, '_:');
}

/** The results of a validation with all triples of a store in a file. */
async function runLocally(store: Store) {
  const rows = readSelectResults(await store.select(everything, never), 1000);
  const all = rows.map(({ s, p, o }) => `${s} ${p} ${o} .`).join('\n');
  return run('all.ttl', { texts: { '/all.ttl': all } });
}

describe.each(Object.entries(variants))('%s', (name, triples) => {
  const truth = runLocally(new StoreInMemory(`${stored}\n${triples}`));

  const faults = [...transportFaults, ...storeLies];
  test.each(name === Object.keys(variants)[0] ? faults : someOf(faults))('$name', async (fault: StoreLie) => {
    const { told, isConsistent } = fault;
    const store = await open(fault, triples);
    const { code, results, reasons } = await run(store.url, { store });
    if (told === undefined) {
      const expected = isConsistent ? await runLocally(store) : await truth;
      expect({ code, results, reasons }).toEqual(expected);
      return;
    }
    expect(code).toBe(3);
    expect(reasons.join('\n')).toContain(told);
    for (const reason of reasons) {
      expect(reason).toContain(store.url);
      expect(reason).toMatch(/It was asked (for|about) /);
    }
  });
});

const wholeFiles = files.slice(files.indexOf('ex:RoomShape'));
const inStore = 'ex:room ex:served ex:ahu ; ex:power 5 .';

/** The same for a store that is validated as a whole, whose questions are others. */
describe.each(Object.entries(variants))('%s, as a whole', (_, triples) => {
  const whole = block`
    #- /shapes.ttl
    ${wholeFiles}`;
  const judged = async (args: string, setup: Partial<Parameters<typeof runInMemory>[1]>) => {
    const { code, out } = await runInMemory(`validate ${args} --shapes shapes.ttl --format json`, {
      files: whole,
      ...setup,
    });
    const { results } = JSON.parse(out) as { readonly results: readonly Record<string, unknown>[] };
    return { code, results: results.map(printed).toSorted() };
  };
  const locally = async (store: Store) => {
    const rows = readSelectResults(await store.select(everything, never), 1000);
    const all = rows.map(({ s, p, o }) => `${s} ${p} ${o} .`).join('\n');
    return judged('all.ttl', { texts: { '/all.ttl': all } });
  };
  const truth = locally(new StoreInMemory(`${stored}\n${inStore}\n${triples}`));

  test.each(someOf([...transportFaults, ...storeLies]))(
    '$name: no wrong verdict',
    async (fault: StoreLie) => {
      const store = await open(fault, `${inStore}\n${triples}`);
      const { code, results } = await judged(`--endpoint ${store.url}`, { store });
      if (code === 3) return;
      const expected = fault.isConsistent ? await locally(store) : await truth;
      expect({ code, results }).toEqual(expected);
    },
  );
});
