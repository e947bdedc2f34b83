import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ended, Installed, self } from '../../testing/installed.ts';
import { type StoreEndpoint, storeEndpoint } from '../../testing/storeEndpoint.ts';

// The built program as a process beside a store on the loopback interface: `npm run test:slow` builds first.

const prefixes = `@prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> .`;
const shapes = `${prefixes} [] a sh:ShapesGraph ; sh:declare [ sh:prefix "ex" ; sh:namespace "http://example.org/ns#" ] .
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:rule [ a sh:SPARQLRule ; sh:construct "CONSTRUCT { ?next ex:onFloor ?floor } WHERE { $this ex:onFloor ?floor ; ex:nextTo ?next }" ] ;
  sh:property [ sh:path ex:onFloor ; sh:minCount 1 ] .`;
const rooms = Array.from({ length: 12 }, (_, i) => `ex:room${i} a ex:Room ; ex:nextTo ex:room${i + 1} .`);
const stored = `${prefixes} ex:room2 ex:onFloor ex:f1 .\n${rooms.join('\n')}`;
const data = 'http://example.org/data';
const scratch = 'http://example.org/scratch';
const ofRuns = `${scratch}#shacl-repair-`;

let installed: Installed;
let folder: string;
let endpoint: StoreEndpoint;

beforeAll(() => {
  installed = new Installed('scratch');
  folder = path.join(installed.folder, 'work');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'shapes.ttl'), shapes);
});
afterAll(() => rmSync(installed.folder, { recursive: true }));
beforeEach(async () => {
  endpoint = await storeEndpoint('');
  endpoint.store.addTo(data, stored);
});
afterEach(() => endpoint.close());

const start = () =>
  installed.start(
    [
      ...['validate', '--endpoint', `${endpoint.url} FROM <${data}>`, '--shapes', 'shapes.ttl'],
      ...['--inference', 'rules', '--scratch-graph', scratch, '--yes', '--format', 'json'],
    ],
    folder,
    self,
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );

const withoutTime = (text: string) => text.replace(/"ms": \d+|in \d+ ms/g, '');

test('Ctrl-C while rules are applied, or while their results are judged, clears the graph; after a kill, the next run tells what was left', async () => {
  const whole = await ended(start());
  expect(whole.code, whole.stderr).toBe(1);
  expect(endpoint.store.graphs).toEqual([data]);
  const { requests } = endpoint;
  const all = requests.length;
  const isUpdate = ({ query }: { readonly query: string }) => /^(INSERT|DROP|DELETE)/.test(query);
  const filled = requests.findLastIndex(({ query }) => query.startsWith('INSERT'));
  /** Stops a run at a request that is held. */
  const stopped = async (at: number, signal: NodeJS.Signals) => {
    const before = requests.length;
    const hold = endpoint.holdFrom(before + at);
    const child = start();
    const end = ended(child);
    await hold.reached;
    child.kill(signal);
    if (signal === 'SIGKILL') await end;
    hold.release();
    return { ...(await end), signalCode: child.signalCode };
  };
  const judging = await stopped(Math.floor((filled + all) / 2), 'SIGINT');
  expect(judging.signalCode).toBe('SIGINT');
  expect(judging.stderr).toContain(`Clearing <${ofRuns}`);
  expect(judging.stderr).not.toMatch(/internal error|That failed/);
  expect(judging.stderr).not.toContain('That failed');
  expect(endpoint.store.graphs).toEqual([data]);
  const filling = await stopped(filled - 2, 'SIGTERM');
  expect([filling.signalCode, filling.stderr]).toEqual(['SIGTERM', expect.stringContaining('Clearing <')]);
  expect(filling.stderr).not.toMatch(/internal error|That failed/);
  for (const at of [filled, filled + 2, all - 3]) {
    const killed = await stopped(at, 'SIGKILL');
    expect(killed.signalCode).toBe('SIGKILL');
  }
  const left = endpoint.store.graphs.filter((graph) => graph !== data && graph !== `${ofRuns}runs`);
  expect(left.length).toBeGreaterThanOrEqual(3);
  const before = left.map((graph) => endpoint.store.dumpOf(graph));
  const again = await ended(start());
  expect(withoutTime(again.stdout)).toBe(withoutTime(whole.stdout));
  expect(left.map((graph) => endpoint.store.dumpOf(graph))).toEqual(before);
  // What is told deletes all of it, and the run after that tells nothing any more.
  for (const [, commands] of again.stderr.matchAll(/delete them: (.*)\.$/gm))
    await endpoint.store.update(commands!, new AbortController().signal);
  const last = await ended(start());
  expect([last.stderr.split('\n').length, endpoint.store.graphs]).toEqual([2, [data]]);
  expect(requests.filter(isUpdate).some(({ query }) => query.includes(`INSERT DATA { GRAPH <${data}>`))).toBe(
    false,
  );
});
