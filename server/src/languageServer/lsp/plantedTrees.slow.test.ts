import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Installed, rooms, snapshot } from '../../testing/installed.ts';
import { someOf } from '../../testing/runs.ts';
import { TestClient } from '../../testing/testClient.ts';
import type * as protocol from '../protocol/editor/protocol.ts';

/*
 * What the editor asks for in a workspace that somebody else has made: nothing outside of it changes, and the answer
 * names what was in the way. The built programs as processes: `npm run test:slow` builds first.
 */

let installed: Installed;
let client: TestClient;
/** The workspace, and a folder beside it. */
let inside: (name: string) => string;
let outside: (name: string) => string;

beforeAll(async () => {
  installed = new Installed('workspace');
  const made = await installed.makeRun();
  writeFileSync(path.join(made, 'data.ttl'), `# shapes: shapes.ttl\n${rooms['data.ttl']}`);
}, 120_000);
afterAll(() => rmSync(installed.folder, { recursive: true }), 60_000);

let count = 0;
beforeEach(async () => {
  const own = path.join(realpathSync(installed.folder), String(count++));
  inside = (name) => path.join(own, 'workspace', name);
  outside = (name) => path.join(own, 'outside', name);
  cpSync(path.join(installed.folder, 'made'), inside(''), { recursive: true });
  mkdirSync(outside('folder'), { recursive: true });
  writeFileSync(outside('bashrc'), 'export A=1\n');
  client = await TestClient.start(installed.server, uri('.'), {});
});
afterEach(() => client.stop());

const uri = (name: string) => pathToFileURL(inside(name)).href;
const choice: protocol.EvaluationChoice = { systems: ['symbolic'], strategies: [] };
const options = { mode: 'cover', seed: 1, crossCheck: 'none', ifInvalid: 'refuse' } as const;

const requests = {
  goOn: () => client.evaluate({ uri: uri('suite/suite.json'), run: uri('run'), choice: undefined }),
  begin: () => client.evaluate({ uri: uri('suite/suite.json'), run: uri('fresh'), choice }),
  report: () => client.evaluationReport({ runs: [uri('run')] }),
  async generate() {
    await client.open(uri('data.ttl'), readFileSync(inside('data.ttl'), 'utf8'));
    return client.generateBenchmark({ uri: uri('data.ttl'), folder: uri('units-vio'), options });
  },
};

type Plant = 'file' | 'missing' | 'folder' | 'pipe';

const plants: readonly (readonly [keyof typeof requests, string, Plant])[] = [
  ['goOn', 'run/trials.jsonl', 'file'],
  ['goOn', 'run/trials.jsonl', 'pipe'],
  ['goOn', 'run/run.json', 'file'],
  ['goOn', 'run/.lock', 'file'],
  ['goOn', 'run/.lock', 'missing'],
  ['goOn', 'run/report.html', 'file'],
  ['goOn', 'run', 'folder'],
  ['begin', 'fresh', 'folder'],
  ['begin', 'fresh', 'missing'],
  ['begin', 'fresh/prompts.jsonl', 'file'],
  ['begin', 'fresh/.lock', 'file'],
  ['report', 'run/trials.jsonl', 'file'],
  ['report', 'run/run.json', 'pipe'],
  ['report', 'run', 'folder'],
  ['generate', 'units-vio', 'folder'],
  ['generate', 'units-vio', 'missing'],
  ['generate', '.units-vio.partial', 'folder'],
  ['generate', '.units-vio.partial/lock', 'file'],
  ['generate', '.units-vio.partial/journal', 'file'],
];

test.each(someOf(plants))('%s with %s that is no file of ours (%s)', async (request, name, plant) => {
  const file = inside(name);
  // What is found there is a run like any other.
  if (name === 'run') cpSync(file, outside('folder'), { recursive: true });
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { recursive: true, force: true });
  if (plant === 'pipe') spawnSync('mkfifo', [file]);
  else symlinkSync(outside({ file: 'bashrc', missing: 'missing', folder: 'folder' }[plant]), file);
  const before = snapshot(outside(''));
  const answer = await requests[request]();
  expect(snapshot(outside(''))).toEqual(before);
  expect(answer).toMatchObject({ kind: 'failed', message: expect.stringContaining(file) });
  expect(answer).toMatchObject({ message: expect.stringMatching(/can't be (written|read|locked): /) });
});

test('runs that lie elsewhere are not listed, and others are', async () => {
  cpSync(inside('run'), outside('folder'), { recursive: true });
  symlinkSync(outside('folder'), inside('linked'));
  symlinkSync('run', inside('other name'));
  const uris = ['run', 'linked', 'other name'].map((name) => uri(`${name}/run.json`));
  const infos = await client.evaluationRuns({ uris });
  expect(infos?.map(({ run }) => run)).toEqual([uri('run'), uri('other name')]);
});

test('a workspace that is a link, and a run in it that is a link to another folder of it', async () => {
  await client.stop();
  symlinkSync('workspace', path.join(inside(''), '../link'));
  const original = inside;
  inside = (name) => path.join(original(''), '../link', name);
  client = await TestClient.start(installed.server, uri('.'), {});
  mkdirSync(inside('runs'));
  symlinkSync('runs', inside('fresh'));
  expect(await requests.begin()).toMatchObject({ kind: 'evaluated' });
  expect(existsSync(inside('runs/report.html'))).toBe(true);
  expect(lstatSync(inside('fresh')).isSymbolicLink()).toBe(true);
  expect(await requests.generate()).toMatchObject({ kind: 'generated' });
  expect(existsSync(inside('units-vio/suite.json'))).toBe(true);
});

test('a folder outside the workspace that was chosen', async () => {
  await client.open(uri('data.ttl'), readFileSync(inside('data.ttl'), 'utf8'));
  const folder = pathToFileURL(outside('chosen')).href;
  expect(await client.generateBenchmark({ uri: uri('data.ttl'), folder, options })).toMatchObject({
    kind: 'generated',
  });
  expect(existsSync(outside('chosen/suite.json'))).toBe(true);
});
