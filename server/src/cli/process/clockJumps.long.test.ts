import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, Installed, roomCommands, rooms, self, snapshot } from '../../testing/installed.ts';
import { TestClient } from '../../testing/testClient.ts';

/*
 * Somebody sets the clock while programs work: each time that they ask for the date, it is a day earlier or later than before.
 * What they find, write and answer is the same, and nothing ends early or is taken for stuck.
 */

const jumps = `
const RealDate = Date;
let reads = 0;
const day = 86_400_000;
/** A day later, two earlier, three later … */
const now = () => RealDate.now() + (++reads % 2 === 0 ? -1 : 1) * (reads % 1000) * day;
globalThis.Date = class Date extends RealDate {
  constructor(...given) { if (given.length === 0) super(now()); else super(...given); }
  static now() { return now(); }
};
`;

let installed: Installed;
let options: string;

beforeAll(() => {
  installed = new Installed('clocks');
  const file = path.join(installed.folder, 'jumps.mjs');
  writeFileSync(file, jumps);
  options = `--import=${pathToFileURL(file).href}`;
});
afterAll(() => rmSync(installed.folder, { recursive: true }));

function roomsIn(name: string): string {
  const folder = path.join(installed.folder, name);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(rooms)) writeFileSync(path.join(folder, file), text);
  return folder;
}

/** Runs a command line in a folder with rooms, without or with jumps. */
async function run(args: readonly string[], isJumping: boolean) {
  // Blank nodes are called after their file.
  const folder = roomsIn(args[0]!);
  const child = installed.start(args, folder, self, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
    env: { ...process.env, ...(isJumping && { NODE_OPTIONS: options }) },
  });
  const { code, stdout, stderr } = await ended(child);
  const withoutTimes = (text: string) => text.replace(/"ms": [\d.]+/g, '').replace(/\d+ ms/g, '');
  const files = snapshot(folder);
  rmSync(folder, { recursive: true });
  return { code, stdout: withoutTimes(stdout), stderr: withoutTimes(stderr), files };
}

const shapes = ['--shapes', 'shapes.ttl'];

test('programs are told other dates', () => {
  const asked = 'console.log(Math.abs(Date.now() - new Date()) > 80_000_000)';
  const env = { ...process.env, NODE_OPTIONS: options };
  expect(spawnSync(process.execPath, ['-e', asked], { env, encoding: 'utf8' }).stdout).toBe('true\n');
});

test.each<readonly [string, ...string[]]>([
  ['validate', 'broken.ttl', ...shapes, '--format', 'json', '--time-budget', '60'],
  ['repair', 'broken.ttl', ...shapes, '--format', 'json', '--time-budget', '60'],
  roomCommands.apply as never,
  roomCommands.generate as never,
  ['draft', 'data.ttl', '--out', 'drafted.ttl'],
  ['convert', 'data.ttl', 'data.nq'],
])('%s', { timeout: 240_000 }, async (...args) => {
  const still = await run(args, false);
  expect(still.stderr).not.toContain('internal error');
  expect(await run(args, true)).toEqual(still);
});

test('a pattern that never ends is left out as it is otherwise', { timeout: 240_000 }, async () => {
  const bomb = (folder: string) => {
    writeFileSync(path.join(folder, 'bomb.ttl'), `<a> <http://example.org/p> "${'a'.repeat(60)}!" .\n`);
    writeFileSync(
      path.join(folder, 'bombs.ttl'),
      `@prefix sh: <http://www.w3.org/ns/shacl#> .
[] a sh:NodeShape ; sh:targetSubjectsOf <http://example.org/p> ;
  sh:property [ sh:path <http://example.org/p> ; sh:pattern "^(?=a)(a+)+$" ] .\n`,
    );
  };
  const folder = roomsIn('bomb');
  bomb(folder);
  const args = ['validate', 'bomb.ttl', '--shapes', 'bombs.ttl', '--format', 'json'];
  const child = installed.start(args, folder, self, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: options },
  });
  const { code, stdout } = await ended(child);
  expect(code).toBe(3);
  expect(JSON.parse(stdout).notChecked).toMatchObject([
    { reason: expect.stringMatching(/took too much time/) },
  ]);
});

test('the language server goes on with the same engine', { timeout: 240_000 }, async () => {
  const folder = roomsIn('server');
  const uri = pathToFileURL(path.join(folder, 'edited.ttl')).href;
  const text = `# shapes: shapes.ttl\n${rooms['broken.ttl']}`;
  const client = await TestClient.start(
    installed.server,
    pathToFileURL(folder).href,
    {},
    { env: { NODE_OPTIONS: options } },
  );
  try {
    await client.open(uri, text);
    await client.validated(uri, 60_000);
    const broken = client.diagnostics(uri).length;
    for (let i = 0; i < 20; i++) {
      await client.replace(uri, i % 2 === 0 ? text.replace('"1"', '1') : text);
      await client.validated(uri, 60_000);
      expect(client.diagnostics(uri)).toHaveLength(i % 2 === 0 ? 0 : broken);
    }
    const states = client.engineStates.map(({ state }) => state);
    expect([broken, states, client.messages]).toEqual([1, ['starting', 'running'], []]);
  } finally {
    await client.stop();
  }
});
