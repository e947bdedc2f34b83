import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealKey } from '../../../../../client/src/model/sealKey.ts';
import { block } from '../../../testing/fixture.ts';
import { badAnswers, modelFaults, plantedKey, toldOf } from '../../../testing/modelFaults.ts';
import { someOf } from '../../../testing/runs.ts';
import {
  hangs,
  type Reply,
  type ScriptedEndpoint,
  scriptedEndpoint,
} from '../../../testing/scriptedEndpoint.ts';
import { TestClient } from '../../../testing/testClient.ts';
import type { ModelRepairs } from '../../protocol/editor/protocol.ts';

// The built server and a real endpoint, which has one fault after the other: `npm run test:slow` builds first.
const program = fileURLToPath(new URL('../../../../../dist/server.js', import.meta.url));

const prefixes = block`
  @prefix ex: <http://example.org/ns#> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;
/** What is asked once is not asked again, so each question is about someone else. */
const dataOf = (name: string) => `${prefixes}ex:${name} a ex:Person .\n`;
const shapes = `${prefixes}ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:datatype xsd:string ] .\n`;

let folder: string;
let client: TestClient;
let endpoint: ScriptedEndpoint;
let reply: Reply = hangs;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-'));
  writeFileSync(path.join(folder, 'shapes.ttl'), shapes);
  endpoint = await scriptedEndpoint((request, response) => reply(request, response));
  client = await TestClient.start(program, pathToFileURL(folder).toString(), {
    links: [{ data: 'data*.ttl', shapes: ['shapes.ttl'] }],
    model: { provider: 'openai', id: 'tiny', baseUrl: endpoint.baseUrl, maxRounds: 1 },
  });
  client.modelAccess = ({ publicKey }) => ({ kind: 'granted', key: sealKey(plantedKey, publicKey) });
}, 60_000);

afterAll(async () => {
  expect(endpoint.requests.every(({ headers }) => headers.authorization === `Bearer ${plantedKey}`)).toBe(
    true,
  );
  await client.stop();
  await endpoint.close();
  rmSync(folder, { recursive: true });
});

let files = 0;

/** What the client gets, and that nothing else has happened. */
async function ask(replyWith: Reply): Promise<ModelRepairs | null> {
  reply = replyWith;
  files += 1;
  const data = dataOf(`person${files}`);
  const name = path.join(folder, `data${files}.ttl`);
  writeFileSync(name, data);
  const uri = pathToFileURL(name).toString();
  await client.open(uri, data);
  await client.validated(uri);
  const [result] = (await client.report(uri))!.results;
  const answered = await client.modelRepairs(uri, result!.key);
  const told = [answered, client.log, client.modelTraces, client.modelProgress, client.accessAsked];
  expect(JSON.stringify(told)).not.toContain(plantedKey);
  // The editor answers as before, and the file is as it was.
  expect(await client.hover(uri, 3, 1)).not.toBeNull();
  expect(readFileSync(name, 'utf8')).toBe(data);
  await client.close(uri);
  return answered;
}

/** Those that an endpoint has which gets the request, and that no patience ends. */
const faults = modelFaults.flatMap((fault) =>
  fault.reply && fault.silence === undefined && fault.timeout === undefined
    ? [{ ...fault, reply: fault.reply }]
    : [],
);

test.each(someOf(faults))('$name: told to the client', async (fault) => {
  const answered = await ask(fault.reply);
  expect(answered).toMatchObject({ kind: 'failed', about: fault.kind });
  expect(toldOf((answered as { readonly message: string }).message, endpoint)).toBe(fault.told);
});

test.each(someOf(badAnswers))('$name: refused, with the reason', async (bad) => {
  const answered = await ask(bad.reply);
  if (answered?.kind !== 'answered') throw new Error(`not answered: ${JSON.stringify(answered)}`);
  expect(answered.repairs.filter(({ model }) => model !== undefined)).toEqual([]);
  expect(answered.refused.map(({ verdict }) => toldOf(verdict, endpoint))).toEqual([bad.told]);
});
