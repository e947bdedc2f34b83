import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Ended, ended, Installed } from '../../testing/installed.ts';
import { type StoreEndpoint, storeEndpoint } from '../../testing/storeEndpoint.ts';

/*
 * The recipes of docs/whole-stores.md as they stand there, with four shards instead of sixteen. `npx` runs the built program:
 * `npm run test:long` builds first.
 */

const shards = 4;
const page = readFileSync(
  fileURLToPath(new URL('../../../../docs/whole-stores.md', import.meta.url)),
  'utf8',
);
const [, section = ''] = page.split('## On several processes and machines\n');
const recipes = [...section.split('\n## ', 1)[0]!.matchAll(/```(?<language>\w+)\n(?<text>[^`]+)```/g)].map(
  ({ groups }) => ({ ...groups, text: groups!.text!.replaceAll('16', String(shards)) }),
);
const [parallel, slurm, kubernetes, cron] = recipes.map(({ text }) => text);

const prefixes = `@prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> .`;
const shapes = `${prefixes}
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
ex:StoreyShape a sh:NodeShape ; sh:targetNode ex:storey ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .`;
const rooms = Array.from(
  { length: 60 },
  (_, i) => `ex:room${i} a ex:Room ${i % 4 === 0 ? '' : '; ex:name "room"'} .`,
);

interface Report {
  readonly results: readonly { readonly key: string }[];
  readonly focusNodes: number;
}

let installed: Installed;
let store: StoreEndpoint;
let whole: Report;

beforeAll(async () => {
  installed = new Installed('recipes');
  store = await storeEndpoint(`${prefixes}\n${rooms.join('\n')}`);
  const bin = path.join(installed.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(
    path.join(bin, 'npx'),
    `#!/bin/sh\n[ "$1" = shacl-repair ] || exit 127\nshift\nexec "${process.execPath}" "${installed.cli}" "$@"\n`,
    { mode: 0o755 },
  );
  const folder = folderFor('whole');
  const { stdout } = await sh(
    'npx shacl-repair validate --endpoint "$URL" --shapes shapes.ttl --format json',
    folder,
  );
  whole = reportOf(stdout, folder);
  expect(whole.results).toHaveLength(16);
});
afterAll(async () => {
  await store.close();
  rmSync(installed.folder, { recursive: true });
});

const hasParallel =
  spawnSync('bash', ['-c', 'parallel --version'], { encoding: 'utf8' }).stdout?.includes('GNU') === true;

test.runIf(hasParallel)('GNU parallel', async () => {
  const folder = folderFor('parallel');
  await sh(parallel!, folder);
  expectWhole(folder);
  // The exit codes of the shards.
  const log = readFileSync(path.join(folder, 'log'), 'utf8').trimEnd().split('\n').slice(1);
  expect(log.map((line) => line.split('\t')[6])).toEqual(exitCodes(folder));
});

test('the array job of Slurm', async () => {
  const folder = folderFor('slurm');
  const [first, last] = /^#SBATCH --array=(\d+)-(\d+)$/m.exec(slurm!)!.slice(1).map(Number);
  const codes: string[] = [];
  for (let task = first!; task <= last!; task++) {
    const { code, stderr } = await sh(slurm!, folder, { SLURM_ARRAY_TASK_ID: String(task) });
    // Slow machines are told how far it is.
    expect(stderr.replaceAll(/^.*focus nodes? checked.*$/gm, '').trim()).toBe('');
    codes.push(String(code));
  }
  expectWhole(folder);
  expect(codes).toEqual(exitCodes(folder));
});

test('the indexed job of Kubernetes', async () => {
  const job = parse(kubernetes!);
  expect(job).toMatchObject({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: expect.stringMatching(/^[a-z0-9-]+$/) },
    spec: { completions: shards, completionMode: 'Indexed' },
  });
  expect(job.spec.parallelism).toBeLessThanOrEqual(shards);
  const { spec } = job.spec.template;
  expect(['Never', 'OnFailure']).toContain(spec.restartPolicy);
  const [container, ...others] = spec.containers;
  expect(others).toEqual([]);
  expect(container).toMatchObject({ name: expect.any(String), image: expect.any(String) });
  const volumes = spec.volumes.map(({ name }: { name: string }) => name);
  const mounts: { readonly name: string; readonly mountPath: string }[] = container.volumeMounts;
  for (const { name } of mounts) expect(volumes).toContain(name);
  const folder = folderFor('kubernetes');
  for (let index = 0; index < job.spec.completions; index++) {
    const run = await startContainer(container, folder, { JOB_COMPLETION_INDEX: String(index) });
    expect(run.code, run.stderr).toBe(0);
  }
  expectWhole(folder);
});

test('the job of Kubernetes that asks about changes, killed and run again', async () => {
  const job = parse(cron!);
  expect(job).toMatchObject({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    spec: { concurrencyPolicy: 'Forbid' },
  });
  const [container] = job.spec.jobTemplate.spec.template.spec.containers;
  const folder = folderFor('cron');
  const changing = await storeEndpoint(`${prefixes}\n${rooms.join('\n')}`);
  const env = { URL: changing.url };
  const report = (): Report => reportOf(readFileSync(path.join(folder, 'report.json'), 'utf8'), folder);
  const keys = ({ results }: Report) => results.map(({ key }) => key).sort();
  try {
    const first = await startContainer(container, folder, env);
    expect(first.code, first.stderr).toBe(0);
    expect([keys(report()), report().focusNodes]).toEqual([keys(whole), whole.focusNodes]);
    const asked = changing.requests.length;
    const same = await startContainer(container, folder, env);
    expect(same.stderr).toMatch(/^0 of 2 shapes/m);
    expect(changing.requests.length - asked).toBeLessThan(asked / 2);
    expect(keys(report())).toEqual(keys(whole));
    changing.add(`${prefixes} ex:cellar a ex:Room .`);
    const held = changing.holdFrom(changing.requests.length + 5);
    const killing = spawn('sh', ['-c', scriptOf(container, folder)], {
      cwd: folder,
      detached: true,
      env: environment(env),
    });
    await held.reached;
    process.kill(-killing.pid!, 'SIGKILL');
    held.release();
    const last = await startContainer(container, folder, env);
    expect(last.code, last.stderr).toBe(0);
    expect(last.stderr).toMatch(/^2 of 2 shapes/m);
    expect(report()).toMatchObject({ focusNodes: whole.focusNodes + 1, results: { length: 17 } });
  } finally {
    await changing.close();
  }
});

test('a local run shard by shard, killed and run again', async () => {
  const ci = readFileSync(fileURLToPath(new URL('../../../../docs/ci.md', import.meta.url)), 'utf8');
  const loop = /```sh\n(for i in [^`]+)```/.exec(ci)![1]!;
  const folder = folderFor('local');
  writeFileSync(path.join(folder, 'data.ttl'), `${prefixes}\n${rooms.join('\n')}`);
  const killingThird = `npx() {
    echo "$*" >> calls
    command npx "$@" &
    case "$*" in *3/4*) [ -e again ] || kill -9 $! ;; esac
    wait $!
  }`;
  const judge = () => sh(`${killingThird}\n${loop}`, folder);
  await judge();
  expect(readdirSync(path.join(folder, 'results')).sort()).toEqual(['1.json', '2.json']);
  writeFileSync(path.join(folder, 'again'), '');
  await judge();
  const calls = readFileSync(path.join(folder, 'calls'), 'utf8').trimEnd().split('\n');
  expect(calls.map((call) => /--shard (.)/.exec(call)?.[1])).toEqual(['1', '2', '3', '3', '4']);
  const keys = (reports: readonly Report[]) =>
    reports.flatMap(({ results }) => results.map(({ key }) => key)).sort();
  expect(keys(reportsIn(folder))).toEqual(keys([whole]));
});

interface Container {
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly volumeMounts: readonly { readonly mountPath: string }[];
}

/** What the container runs, where its volume is a folder. */
function scriptOf({ args, volumeMounts }: Container, folder: string): string {
  return args.join('\n').replaceAll(volumeMounts[0]!.mountPath, folder);
}

function startContainer(
  container: Container,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const [program, ...options] = container.command;
  return start(program!, [...options, scriptOf(container, folder)], folder, env);
}

function folderFor(name: string): string {
  const folder = path.join(installed.folder, name);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'shapes.ttl'), shapes);
  return folder;
}

const sh = (script: string, folder: string, env: Readonly<Record<string, string>> = {}) =>
  start('bash', ['-c', script], folder, env);

function start(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  return ended(spawn(program, args, { cwd, env: environment(env) }));
}

function environment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const PATH = `${path.join(installed.folder, 'bin')}${path.delimiter}${process.env.PATH}`;
  return { ...process.env, URL: store.url, ...env, PATH };
}

function reportsIn(folder: string): readonly Report[] {
  return Array.from({ length: shards }, (_, i) =>
    reportOf(readFileSync(path.join(folder, `results/${i + 1}.json`), 'utf8'), folder),
  );
}

/** Without what depends on where the shapes are: addresses and labels of blank nodes. */
function reportOf(json: string, folder: string): Report {
  return JSON.parse(json.replaceAll(folder, '').replaceAll(/_:\w+/g, '_:b'));
}

function exitCodes(folder: string): readonly string[] {
  return reportsIn(folder).map(({ results }) => (results.length > 0 ? '1' : '0'));
}

/** The shards together have what one run has. */
function expectWhole(folder: string): void {
  const reports = reportsIn(folder);
  const sorted = (results: Report['results']) =>
    results.toSorted((one, other) => one.key.localeCompare(other.key));
  expect(sorted(reports.flatMap(({ results }) => results))).toEqual(sorted(whole.results));
  expect(reports.reduce((sum, { focusNodes }) => sum + focusNodes, 0)).toBe(whole.focusNodes);
}
