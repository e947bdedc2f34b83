import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { triesAll } from '../../testing/runs.ts';
import { TestClient } from '../../testing/testClient.ts';

/* Somebody else changes the folder while the server runs: links are exchanged, or another server works in it. */

const program = fileURLToPath(new URL('../../../../dist/server.js', import.meta.url));

let folder: string;
let clients: TestClient[];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'shacl-repair-shared-')));
  clients = [];
  mkdirSync(at('work/own'), { recursive: true });
  mkdirSync(at('outside'));
  writeFileSync(at('work/own/shapes.ttl'), shapes('Too few names.'));
  writeFileSync(at('outside/shapes.ttl'), shapes('Secret.'));
  writeFileSync(at('work/data.ttl'), data);
});
afterEach(async () => {
  for (const client of clients) await client.stop();
  rmSync(folder, { recursive: true });
});

const at = (name: string) => path.join(folder, name);
const uri = (name: string) => pathToFileURL(at(name)).href;
const start = async () => {
  const client = await TestClient.start(program, uri('work'), {});
  clients.push(client);
  return client;
};
const shown = (client: TestClient) =>
  client.diagnostics(uri('work/data.ttl')).map(({ message }) => String(message));

test('a linked folder that becomes a link out of the project is not read, however often it is exchanged', async () => {
  const point = (target: string) => {
    symlinkSync(target, at('work/new'));
    renameSync(at('work/new'), at('work/shapes'));
  };
  point('own');
  const client = await start();
  await client.open(uri('work/data.ttl'), data);
  await client.validated(uri('work/data.ttl'));
  expect(shown(client)).toEqual([expect.stringContaining('Too few names.')]);
  for (let i = 1; i <= 60; i++) {
    point(i % 2 === 1 ? '../outside' : 'own');
    const beginning = { line: 0, character: 0 };
    await client.change(uri('work/data.ttl'), { start: beginning, end: beginning }, '\n');
    if (i % 6 === 0) await client.validated(uri('work/data.ttl'));
    expect(shown(client).join()).not.toContain('Secret.');
  }
  point('../outside');
  const isRefused = () => shown(client).some((message) => message.includes('leads out of'));
  await client.until(isRefused, 20_000, 'refusal of the link');
  expect(shown(client).join()).not.toContain('Secret.');
  point('own');
  const isBack = () => shown(client).some((message) => message.includes('Too few names.'));
  await client.until(isBack, 20_000, 'results of the shapes of the project');
});

test.runIf(triesAll)(
  'two servers see the same, also after one was killed, and do not write into one suite',
  async () => {
    cpSync(at('work/own'), at('work/shapes'), { recursive: true });
    writeFileSync(at('work/valid.ttl'), data.replace('ex:Person', 'ex:Person ; ex:name "Ann"'));
    const [one, other] = [await start(), await start()];
    for (const client of clients) {
      await client.open(uri('work/data.ttl'), data);
      await client.validated(uri('work/data.ttl'));
      const text = readFileSync(at('work/valid.ttl'), 'utf8');
      await client.open(uri('work/valid.ttl'), text);
      await client.validated(uri('work/valid.ttl'));
    }
    expect(shown(one)).toEqual(shown(other));
    const options = { mode: 'cover', seed: 1, crossCheck: 'none', ifInvalid: 'refuse' } as const;
    const generate = (client: TestClient) =>
      client.generateBenchmark({ uri: uri('work/valid.ttl'), folder: uri('work/suite'), options });
    const isWritten = { kind: 'failed', message: expect.stringContaining('is being written by process') };
    for (let round = 0; round < 12; round++) {
      const outcomes = await Promise.all(clients.map(generate));
      const failed = outcomes.filter((outcome) => outcome?.kind !== 'generated');
      expect(failed.length, JSON.stringify(outcomes)).toBeLessThan(2);
      for (const outcome of failed) expect(outcome).toEqual(isWritten);
      expect(readdirSync(at('work')).filter((name) => name.startsWith('.'))).toEqual([]);
    }
    expect(await one.verifySuite({ uri: uri('work/suite/suite.json') })).toEqual({
      kind: 'verified',
      problems: undefined,
    });

    clients.splice(0, 1);
    one.kill();
    other.forgetValidations();
    writeFileSync(at('work/shapes/shapes.ttl'), shapes('Another message.'));
    const isNew = () => shown(other).some((message) => message.includes('Another message.'));
    await other.until(isNew, 20_000, 'results of the changed shapes');
  },
);

const data = block`
  # shapes: shapes/*.ttl
  @prefix ex: <http://example.org/> .
  ex:a a ex:Person .
`;

const shapes = (message: string) => block`
  @prefix ex: <http://example.org/> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  ex:S a sh:NodeShape ; sh:targetClass ex:Person ;
    sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:message "${message}" ] .
`;
