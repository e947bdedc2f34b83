import { describe, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { sendsWhatWasShown } from '../../testing/shownUpdates.ts';
import type { StoreAddress } from '../../workspace/project/storeLink.ts';
import { startedStores } from './filledGraphs.testing.ts';
import { httpStore } from './httpStore.ts';
import { httpUpdates } from './httpUpdates.ts';

const never = new AbortController().signal;

const files = block`
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:floor ; sh:datatype xsd:integer ; sh:maxCount 1 ] ;
    sh:property [ sh:path ( ex:area ex:unit ) ; sh:nodeKind sh:IRI ] .`;
const prefix = 'PREFIX ex: <http://example.org/ns#>';

/**
 * Where rows of 50 runs begin. `SHOWN_RUNS=FIRST-END` says which, such as 0-500 for the whole bar, or 150-500 to go on after
 * three rows.
 */
function shownRows(store: string): readonly number[] {
  // shownUpdates.slow.test.ts has Oxigraph in this process.
  const [first, end] = (process.env.SHOWN_RUNS ?? (store === 'oxigraph' ? '0-0' : '0-50'))
    .split('-')
    .map(Number);
  return Array.from({ length: Math.ceil((end! - first!) / 50) }, (_, i) => first! + 50 * i);
}

/** Other tests use these stores at the same time, so each case has a graph of its own. */
describe.each(startedStores())('repairs for %s', (name, url) => {
  const update = (text: string) => httpUpdates(url).update(`${prefix} ${text}`, never);
  const setup = {
    files,
    store: ({ graphs }: StoreAddress) => httpStore(url, { graphs }),
    updates: httpUpdates(url),
  };
  const command = (graph: string) => [
    ...['repair', '--endpoint', `${url} FROM <${graph}>`, '--shapes', 'shapes.ttl'],
    ...['--focus-node', 'http://example.org/ns#room'],
  ];

  test('a result is repaired over HTTP, unless somebody else was faster', async () => {
    const graph = 'http://example.org/repairs/raced';
    const elsewhere = 'http://example.org/repairs/elsewhere';
    const room = 'ex:room a ex:Room ; ex:floor "two", "2" ; ex:area [ ex:size 30 ; ex:unit ex:M2 ]';
    for (const each of [graph, elsewhere]) await update(`INSERT { GRAPH <${each}> { ${room} } } WHERE {}`);
    const racing = {
      url,
      async update(text: string, signal: AbortSignal) {
        await update(`INSERT DATA { GRAPH <${graph}> { ex:room ex:floor 3 } }`);
        await setup.updates.update(text, signal);
        await update(`DELETE DATA { GRAPH <${graph}> { ex:room ex:floor 3 } }`);
      },
    };
    const [key] = await keysAt(command(graph), 'sh:datatype', '"two"');
    const only = [...command(graph), '--only', key!];
    const one = [...only, '--run', '--yes', '--repair', firstRepair((await runInMemory(only, setup)).out)];
    const lost = await runInMemory(one, { ...setup, updates: racing });
    expect(lost).toMatchObject({ code: 1, err: '' });
    expect(lost.out).toContain('The result is still there');
    const won = await runInMemory(one, setup);
    expect(won).toMatchObject({ err: '' });
    expect(won.out).toContain('Repaired');
    expect(await keysAt(command(graph), 'sh:datatype', '"two"')).toEqual([]);
    expect(await keysAt(command(elsewhere), 'sh:datatype', '"two"')).toEqual([key]);
  });

  test('a value of a blank node is repaired over HTTP', async () => {
    const graph = 'http://example.org/repairs/blank';
    const areas = '[ ex:size 30 ; ex:unit "M2" ], [ ex:size 40 ; ex:unit ex:M2 ]';
    await update(`INSERT { GRAPH <${graph}> { ex:room a ex:Room ; ex:area ${areas} } } WHERE {}`);
    const listed = await runInMemory(command(graph), setup);
    expect(listed.out).toContain('FILTER(isBlank(?b1))');
    const { code, out, err } = await runInMemory(
      [...command(graph), '--run', '--yes', '--repair', firstRepair(listed.out)],
      setup,
    );
    expect({ out, err, code }).toMatchObject({ err: '', code: 0 });
    expect(out).toContain('Repaired');
  });

  test.each(shownRows(name))(
    'what is sent is an update that was shown, whatever somebody else wrote in between, from run %i on',
    async (first) => {
      const graph = 'http://example.org/repairs/shown';
      const open = async () => {
        await update(`DELETE { GRAPH <${graph}> { ?s ?p ?o } } WHERE { GRAPH <${graph}> { ?s ?p ?o } }`);
        return {
          address: `${url} FROM <${graph}>`,
          store: httpStore(url, { graphs: [graph] }),
          updates: httpUpdates(url),
          add: (statements: string) => update(`INSERT DATA { GRAPH <${graph}> { ${statements} } }`),
        };
      };
      expect(await sendsWhatWasShown(open, 50, first)).toBeGreaterThan(10);
    },
  );

  /** The key of the first repair in a list. */
  function firstRepair(out: string): string {
    return /repair 1 of .*\[([0-9a-f]{12})\]/.exec(out)![1]!;
  }

  async function keysAt(
    args: readonly string[],
    component: string,
    value: string,
  ): Promise<readonly string[]> {
    const { out } = await runInMemory(args, setup);
    const lines = out
      .split('\n')
      .filter((line) => line.includes(`--> ${component} `) && line.includes(value));
    return lines.map((line) => /\[([0-9a-f]{12})\]/.exec(line)![1]!);
  }
});
