import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { httpStore } from './httpStore.ts';
import { httpUpdates } from './httpUpdates.ts';

/** Other stores have more data in their default graph, or let nobody change it. */
const { oxigraph } = JSON.parse(process.env.TEST_STORES!) as Record<string, string>;
const address = oxigraph!;
const never = new AbortController().signal;

const files = block`
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:floor ; sh:datatype xsd:integer ; sh:maxCount 1 ] ;
    sh:property [ sh:path ( ex:area ex:unit ) ; sh:nodeKind sh:IRI ] .`;
const prefix = 'PREFIX ex: <http://example.org/ns#>';
const command = `repair --endpoint ${address} --shapes shapes.ttl --focus-node http://example.org/ns#room`;

const update = (text: string) => httpUpdates(address).update(`${prefix} ${text}`, never);

test('a result is repaired over HTTP, unless somebody else was faster', async () => {
  const store = httpStore(address);
  const updates = httpUpdates(address);
  const setup = { files, store, updates };
  await update('INSERT DATA { ex:room a ex:Room ; ex:floor "2" ; ex:area [ ex:size 30 ; ex:unit ex:M2 ] }');
  try {
    const racing = {
      url: updates.url,
      async update(text: string, signal: AbortSignal) {
        await update('INSERT DATA { ex:room ex:floor 3 }');
        await updates.update(text, signal);
        await update('DELETE DATA { ex:room ex:floor 3 }');
      },
    };
    const lost = await runInMemory(`${command} --run --yes`, { ...setup, updates: racing });
    expect(lost).toMatchObject({ code: 1, err: '' });
    expect(lost.out).toContain('The result is still there');
    const won = await runInMemory(`${command} --run --yes`, setup);
    expect(won).toMatchObject({ code: 0, err: '' });
    expect(won.out).toContain('Repaired');
  } finally {
    await update('DELETE WHERE { ?s ?p ?o }');
  }
});

test('a value of a blank node is repaired over HTTP', async () => {
  const setup = { files, store: httpStore(address), updates: httpUpdates(address) };
  await update(
    'INSERT DATA { ex:room a ex:Room ; ex:area [ ex:size 30 ; ex:unit "M2" ], [ ex:size 40 ; ex:unit ex:M2 ] }',
  );
  try {
    const listed = await runInMemory(command, setup);
    expect(listed.out).toContain('FILTER(isBlank(?b1))');
    const { code, out, err } = await runInMemory(`${command} --run --yes --repair 1`, setup);
    expect({ out, err, code }).toMatchObject({ err: '', code: 0 });
    expect(out).toContain('Repaired');
  } finally {
    await update('DELETE WHERE { ?s ?p ?o }');
  }
});
