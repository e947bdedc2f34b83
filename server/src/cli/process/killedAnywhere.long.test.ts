import type { ChildProcess, StdioOptions } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../base/random.ts';
import { type Ended, ended, Installed, roomCommands, self, snapshot } from '../../testing/installed.ts';
import { type ScriptedEndpoint, says, scriptedEndpoint } from '../../testing/scriptedEndpoint.ts';
import { rightAnswer } from '../../testing/taskAnswers.ts';

/*
 * `kill -9` at moments of chance: there is the old or the new, and the next run leaves nothing behind. KILLS says how
 * often each command is killed (50 for the whole bar), KILL_SEED when else.
 */

const requests = 'asked/requests.jsonl';
const kills = Number(process.env.KILLS ?? 8);
const seed = Number(process.env.KILL_SEED ?? 1);

let installed: Installed;
let made: string;
let endpoint: ScriptedEndpoint;
/** The host of a server with ontologies, and its port. */
let ontologies: string;
const ontologyServer = createServer((request, response) =>
  response.end(`<> <http://example.org/ns#part> "${request.url}" .\n`.repeat(200)),
);

const { generate, evaluate, apply, report } = roomCommands;

beforeAll(async () => {
  installed = new Installed('killed');
  made = await installed.makeRun();
  endpoint = await scriptedEndpoint((request, response) =>
    says(rightAnswer(request.body.messages[0]!.content))(request, response),
  );
  await new Promise<void>((resolve) => ontologyServer.listen(0, '127.0.0.1', resolve));
  ontologies = `127.0.0.1:${(ontologyServer.address() as AddressInfo).port}`;
}, 120_000);
afterAll(async () => {
  ontologyServer.close();
  await endpoint.close();
  rmSync(installed.folder, { recursive: true });
}, 60_000);

type Files = ReturnType<typeof snapshot>;

interface Killed {
  readonly prepare: (folder: string) => void;
  /** What is run, and what the next one is. */
  readonly args: () => readonly string[];
  /** The same, if omitted. */
  readonly next?: (folder: string) => readonly string[];
  /** Speaks with the process over standard input and output, and closes its input in the end. */
  readonly talk?: (child: ChildProcess) => void;
  /** Files whose bytes tell the old from the new. */
  readonly written: (name: string) => boolean;
  /** Whether some of these files may be old while others are new. */
  readonly isEachAlone?: true;
  /** What else must hold after a kill. */
  readonly look?: (folder: string) => void;
}

const isSuite = (name: string) => name === 'suite' || name.startsWith('suite/');

const commands: Readonly<Record<string, Killed>> = {
  generate: {
    prepare: () => {},
    args: () => [...generate, '--seed', '2', '--mode', 'exhaustive'],
    written: isSuite,
  },
  evaluate: {
    prepare: (folder) => rmSync(path.join(folder, 'run'), { recursive: true }),
    args: () => evaluate,
    next: (folder) => (existsSync(path.join(folder, 'run/run.json')) ? [...evaluate, '--resume'] : evaluate),
    written: (name) => name === 'run/run.json',
    look: (folder) => wholeRun(folder, 'run'),
  },
  'repair --apply': {
    prepare: () => {},
    args: () => apply,
    written: (name) => name === 'broken.ttl',
  },
  'repair --plan --apply': {
    prepare: () => {},
    args: () => [...apply, '--plan'],
    written: (name) => name === 'broken.ttl',
  },
  'generate --mistakes': {
    prepare: () => {},
    args: () => [...generate.slice(0, -1), 'mistaken', '--mistakes'],
    written: (name) => name === 'mistaken' || name.startsWith('mistaken/'),
  },
  'evaluate --export-prompts': byHand(['--system', 'model:anyone', '--export-prompts', 'asked']),
  'evaluate --export-cases': byHand(['--system', 'person:ada', '--export-cases', 'asked']),
  convert: {
    prepare: (folder) => writeFileSync(path.join(folder, 'many.ttl'), manyRooms + statements),
    args: () => ['convert', 'many.ttl', 'many.nq'],
    written: (name) => name === 'many.nq',
  },
  report: {
    prepare: () => {},
    args: () => report,
    written: (name) => name.startsWith('run'),
  },
  'report --leaderboard': {
    prepare: () => {},
    args: () => ['report', '--leaderboard', '.'],
    written: (name) => name === 'leaderboard.html',
  },
  'format --write': {
    prepare: (folder) =>
      inPieces(
        (name, i) => writeFileSync(path.join(folder, name), unformatted(i)),
        path.join(folder, 'texts'),
      ),
    args: () => ['format', ...pieces, '--write'],
    written: (name) => pieces.includes(name),
    isEachAlone: true,
  },
  'lint --fix': {
    prepare: (folder) =>
      inPieces((name, i) => writeFileSync(path.join(folder, name), misspelt(i)), path.join(folder, 'texts')),
    args: () => ['lint', ...pieces, '--fix'],
    written: (name) => pieces.includes(name),
    isEachAlone: true,
  },
  'repair --relax --apply': {
    prepare: (folder) => writeFileSync(path.join(folder, 'misspelt.ttl'), shapesOfPart),
    args: () => ['repair', 'data.ttl', '--shapes', 'misspelt.ttl', '--relax', '--apply=likely'],
    written: (name) => name === 'misspelt.ttl',
  },
  'mcp apply_change': {
    prepare: (folder) => writeFileSync(path.join(folder, 'many.ttl'), manyRooms),
    args: () => ['mcp', '--allow-writes', '--shapes', 'shapes.ttl'],
    talk: applyByAgent,
    written: (name) => name === 'many.ttl',
  },
  'validate --output': {
    prepare: (folder) => writeFileSync(path.join(folder, 'report.txt'), 'old'),
    args: () => ['validate', 'data.ttl', '--shapes', 'shapes.ttl', '-f', 'turtle', '--output', 'report.txt'],
    written: (name) => name === 'report.txt',
  },
  draft: {
    prepare: (folder) => writeFileSync(path.join(folder, 'many.ttl'), manyRooms),
    args: () => ['draft', 'many.ttl', '--out', 'drafted.ttl'],
    written: (name) => name === 'drafted.ttl',
  },
  infer: {
    prepare: (folder) => writeFileSync(path.join(folder, 'many.ttl'), manyRooms),
    args: () => ['infer', 'many.ttl', '--inference', 'rdfs', '--out', 'inferred.ttl'],
    written: (name) => name === 'inferred.ttl',
  },
  init: {
    prepare: () => {},
    args: () => ['init'],
    next: (folder) => (existsSync(path.join(folder, 'shacl-repair.jsonc')) ? ['config', '--show'] : ['init']),
    written: (name) => name === 'shacl-repair.jsonc',
  },
  'imports --fetch': {
    prepare: (folder) =>
      writeFileSync(
        path.join(folder, 'importing.ttl'),
        `@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<> owl:imports <http://${ontologies}/a>, <http://${ontologies}/b> .\n`,
      ),
    args: () => ['imports', '--fetch', '--yes', '--allow-host', ontologies, 'importing.ttl'],
    written: (name) => /^imports\/.*\.ttl$/.test(name),
    isEachAlone: true,
    look: lockNames,
  },
  'model-check': {
    prepare: () => {},
    args: () => modelCheck(),
    next: (folder) =>
      existsSync(path.join(folder, 'check/run.json')) ? [...modelCheck(), '--resume'] : modelCheck(),
    written: (name) => name === 'check/run.json',
    look: (folder) => wholeRun(folder, 'check'),
  },
};

/** An evaluation whose answers come from elsewhere, and what it writes for whoever answers. */
function byHand(given: readonly string[]): Killed {
  const args = [...evaluate.slice(0, 2), '--cross-check', 'none', '--out', 'answered', ...given];
  return {
    prepare: () => {},
    args: () => args,
    next: (folder) => (existsSync(path.join(folder, 'answered/run.json')) ? [...args, '--resume'] : args),
    // Requests come in any order.
    written: (name) => /^asked\/[^.]/.test(name) && name !== requests,
    isEachAlone: true,
    look(folder) {
      wholeRun(folder, 'answered');
      const file = path.join(folder, requests);
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
      expect(lines.map((line) => JSON.parse(line).method)).toEqual(lines.map(() => 'POST'));
    },
  };
}

/** A property that no node has, beside one that all have. */
const shapesOfPart = `@prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> .
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:partO ; sh:minCount 1 ] .
`;

const manyRooms = `@prefix ex: <http://example.org/ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:Room rdfs:subClassOf ex:Space . ex:b a ex:Building .
${Array.from({ length: 40 }, (_, i) => `ex:r${i} a ex:Room ; ex:storey ${i % 4} ; ex:partOf ex:b .\n`).join('')}`;

/** Enough to be written part by part. */
const statements = Array.from({ length: 30_000 }, (_, i) => `ex:n${i} ex:name "${i}" .\n`).join('');

/** Verifies a change of many.ttl, and applies it by its key. A change that was made already is none, and holds as well. */
function applyByAgent({ stdin, stdout }: ChildProcess): void {
  const send = (message: object) => stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const call = (id: number, name: string, given: object) =>
    send({ id, method: 'tools/call', params: { name, arguments: given } });
  const replies: Readonly<Record<number, (answer: { readonly key?: string | null }) => void>> = {
    1: () => {
      send({ method: 'notifications/initialized' });
      const text = `${manyRooms}${'# Written by an agent.\n'.repeat(20_000)}`;
      call(2, 'verify_change', { files: ['many.ttl'], text });
    },
    2: ({ key }) => call(3, 'apply_change', { key }),
    3: () => stdin!.end(),
  };
  // Once the process is killed, nobody reads what is sent.
  stdin!.on('error', () => {});
  createInterface({ input: stdout! }).on('line', (line) => {
    const { id, result } = JSON.parse(line);
    if (result?.isError) stdin!.destroy(new Error(line));
    else replies[id]?.(result?.structuredContent ?? {});
  });
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  send({ id: 1, method: 'initialize', params });
}

function modelCheck(): readonly string[] {
  const asked = ['--model', 'scripted', '--base-url', endpoint.baseUrl];
  return ['model-check', ...asked, '--repeat', '3', '--sizes', '1000', '--out', 'check'];
}

/** Files that are written one after the other. */
const pieces = Array.from({ length: 12 }, (_, i) => `texts/${i}.ttl`);

function inPieces(write: (name: string, i: number) => void, folder: string): void {
  mkdirSync(folder);
  for (const [i, name] of pieces.entries()) write(name, i);
}

function unformatted(i: number): string {
  return `<s${i}>   <p>  1;<q> 2.\n`.repeat(3000);
}

function misspelt(i: number): string {
  const shape = `ex:S${i} a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:minCuont 1 ] .`;
  return `@prefix ex: <http://example.org/> . @prefix sh: <http://www.w3.org/ns/shacl#> .\n${shape}\n`;
}

/** The lock is written for each import, and before its file, so that a file that is there is always in it. */
function lockNames(folder: string): void {
  const imports = path.join(folder, 'imports');
  const there = existsSync(imports) ? readdirSync(imports).filter((name) => /^[^.].*\.ttl$/.test(name)) : [];
  const lock = path.join(imports, 'imports.lock.json');
  const locked = existsSync(lock) ? JSON.parse(readFileSync(lock, 'utf8')).imports : [];
  const names = locked.map(({ file }: { readonly file: string }) => file);
  expect(names).toEqual(expect.arrayContaining(there));
}

/** Reports are whole, and of the trials only the last line may be cut. */
function wholeRun(folder: string, out: string): void {
  const text = (name: string) => {
    const file = path.join(folder, out, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const lines = text('trials.jsonl')?.split('\n').slice(0, -1) ?? [];
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty('rounds');
  for (const name of ['run.json', 'report.json']) expect(() => JSON.parse(text(name) ?? '{}')).not.toThrow();
  expect(text('report.html')?.trimEnd() ?? '</html>').toMatch(/<\/html>$/);
  expect(text('report.csv') ?? '\n').toMatch(/\n$/);
}

/** When a process is killed: so many ms after its start, or after the first thing that it changes in the folder. */
interface Moment {
  readonly since: 'start' | 'change';
  readonly ms: number;
}

interface Run extends Ended {
  /** How long it took, and since when it changed something, in ms. */
  readonly time: number;
  readonly changedAt: number;
}

/** Standard output goes to a file, as by `> FILE`. */
async function run(
  args: readonly string[],
  folder: string,
  { moment, talk }: { readonly moment?: Moment; readonly talk?: Killed['talk'] } = {},
): Promise<Run> {
  const handle = openSync(path.join(folder, 'output'), 'w');
  const began = performance.now();
  let changedAt: number | undefined;
  const changed = new AbortController();
  const watcher = watch(folder, { recursive: true }, (_, name) => {
    if (name === 'output') return;
    changedAt ??= performance.now() - began;
    changed.abort();
  });
  try {
    const stdio: StdioOptions = talk ? 'pipe' : ['ignore', handle, 'pipe'];
    const child = installed.start(args, folder, self, { stdio, timeout: 60_000 });
    const end = ended(child);
    talk?.(child);
    if (moment) {
      const isChanged = new Promise((resolve) => changed.signal.addEventListener('abort', resolve));
      if (moment.since === 'change') await Promise.race([isChanged, end]);
      await Promise.race([sleep(moment.ms), end]);
      child.kill('SIGKILL');
    }
    const how = await end;
    const time = performance.now() - began;
    return { ...how, time, changedAt: changedAt ?? time };
  } finally {
    watcher.close();
    closeSync(handle);
  }
}

function only(files: Files, { written }: Killed): Files {
  return Object.fromEntries(Object.entries(files).filter(([name]) => written(name)));
}

/** Whether each file is the old or the new one. */
function isOfBoth(now: Files, old: Files, whole: Files): boolean {
  const names = Object.keys({ ...now, ...old, ...whole });
  return names.every((name) => now[name] === old[name] || now[name] === whole[name]);
}

test.each(Object.keys(commands))('%s', { timeout: 1_800_000 }, async (name) => {
  const killed = commands[name]!;
  const start = (i: number | 'whole') => {
    const folder = path.join(installed.folder, `${name.replaceAll(/\W/g, '')} ${i}`);
    cpSync(made, folder, { recursive: true });
    killed.prepare(folder);
    return folder;
  };
  const first = start('whole');
  const old = only(snapshot(first), killed);
  const { talk } = killed;
  const { code, stderr, time, changedAt } = await run(killed.args(), first, { talk });
  expect(code, stderr).toBe(0);
  const whole = only(snapshot(first), killed);
  if (talk) expect(whole).not.toEqual(old);
  const output = readFileSync(path.join(first, 'output'), 'utf8');

  const random = seededRandom(seed);
  const outcomes = { old: 0, some: 0, new: 0, between: 0, late: 0 };
  // Most of the time is spent on thinking: two of three kills come while something is written.
  const moments = Array.from({ length: kills }, (_, i) => {
    const share = random.below(10_000) / 10_000;
    const moment: Moment =
      i % 3 === 0
        ? { since: 'start', ms: time * 1.5 * share }
        : { since: 'change', ms: (time - changedAt) * (i % 3) * share };
    return { i, moment };
  });
  const rest = moments.values();
  const next = async () => {
    for (const { i, moment } of rest) {
      const folder = start(i);
      const said = `${name} killed ${moment.ms} ms after its ${moment.since} (KILL_SEED=${seed}, kill ${i})`;
      const { code } = await run(killed.args(), folder, { moment, talk });
      if (code !== null) outcomes.late++;
      killed.look?.(folder);
      const now = only(snapshot(folder), killed);
      if (isDeepStrictEqual(now, whole)) outcomes.new++;
      else if (isDeepStrictEqual(now, old)) outcomes.old++;
      else if (killed.isEachAlone && isOfBoth(now, old, whole)) outcomes.some++;
      else outcomes.between++;
      const again = await run((killed.next ?? killed.args)(folder), folder, { talk });
      expect(again, `${said}: ${again.stderr}`).toMatchObject({ code: 0 });
      killed.look?.(folder);
      expect(only(snapshot(folder), killed), said).toEqual(whole);
      if (name === 'report') expect(readFileSync(path.join(folder, 'output'), 'utf8'), said).toBe(output);
      const litter = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      expect(
        litter.filter((file) => path.basename(file).startsWith('.')),
        said,
      ).toEqual([]);
      rmSync(folder, { recursive: true });
    }
  };
  await Promise.all([next(), next(), next()]);
  expect(outcomes.between, JSON.stringify(outcomes)).toBe(0);
  console.log(
    `${name}: ${kills} kills within ${Math.round(time)} ms, writing since ${Math.round(changedAt)}: ${JSON.stringify(outcomes)}`,
  );
});
