import { spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../base/random.ts';
import {
  type Ended,
  ended,
  Installed,
  roomCommands,
  rooms,
  self,
  snapshot,
} from '../../testing/installed.ts';
import { type ScriptedEndpoint, says, scriptedEndpoint } from '../../testing/scriptedEndpoint.ts';
import { rightAnswer } from '../../testing/taskAnswers.ts';

/*
 * Every command that writes, on disks with some room, by chance: it ends with exit code 2, says why and leaves what was
 * there, or all of it is written. DISK_RUNS says how often (200 for the whole bar), DISK_SEED where else.
 */

const runs = Number(process.env.DISK_RUNS ?? 48);
const seed = Number(process.env.DISK_SEED ?? 1);

let installed: Installed;
let endpoint: ScriptedEndpoint;
let made: string;

const { generate, evaluate, apply, report } = roomCommands;
const modelCheck = () => [
  'model-check',
  '--model',
  'm',
  '--tasks',
  'T1',
  '--repeat',
  '2',
  '--base-url',
  endpoint.baseUrl,
];

const runFiles = ['run.json', 'trials.jsonl', 'report.json', 'report.md', 'report.csv', 'report.html'].map(
  (name) => `run/${name}`,
);

/** A command that writes: how it is run in a folder that holds `made`, and what has to be there afterwards. */
interface Writer {
  readonly args: () => readonly string[];
  /** Takes away what is to be written, or makes it old. */
  readonly prepare: (folder: string) => void;
  /** Where standard output goes. */
  readonly stdout?: string;
  readonly files: readonly string[];
  /** Undefined where a file is whole. */
  readonly broken: (file: string, text: string) => string | undefined;
}

const writers: Readonly<Record<string, Writer>> = {
  generate: {
    args: () => [...generate, '--seed', '2', '--mode', 'exhaustive'],
    prepare: () => {},
    files: ['suite'],
    broken: () => undefined,
  },
  evaluate: {
    args: () => evaluate,
    prepare: (folder) => rmSync(path.join(folder, 'run'), { recursive: true }),
    files: runFiles,
    broken: brokenRun,
  },
  'evaluate --resume': {
    args: () => [...evaluate, '--resume'],
    prepare: (folder) => writeFileSync(path.join(folder, 'run/trials.jsonl'), ''),
    files: runFiles,
    broken: brokenRun,
  },
  'repair --apply': {
    args: () => apply,
    prepare: (folder) => {
      const rest = Array.from(
        { length: 400 },
        (_, i) => `ex:r${i} a ex:Room ; ex:storey "1" ; ex:partOf ex:b .\n`,
      );
      writeFileSync(path.join(folder, 'broken.ttl'), rooms['broken.ttl'] + rest.join(''));
    },
    files: ['broken.ttl'],
    broken: () => undefined,
  },
  'report > FILE': {
    args: () => report,
    prepare: (folder) => rmSync(path.join(folder, 'suite'), { recursive: true }),
    stdout: 'page.html',
    files: ['page.html'],
    broken: brokenRun,
  },
  'model-check': {
    args: () => [...modelCheck(), '--out', 'check'],
    prepare: () => {},
    files: [
      'check/run.json',
      'check/trials.jsonl',
      'check/report.json',
      'check/report.md',
      'check/report.html',
    ],
    broken: brokenRun,
  },
};

function brokenRun(file: string, text: string): string | undefined {
  if (file.endsWith('.html') && !text.trimEnd().endsWith('</html>')) return `${file} has no end`;
  try {
    if (file.endsWith('.json')) JSON.parse(text);
    if (file.endsWith('.jsonl')) for (const line of text.split('\n').slice(0, -1)) JSON.parse(line);
  } catch {
    return `${file} is no JSON`;
  }
  return text.endsWith('\n') || text === '' ? undefined : `${file} ends in the middle of a line`;
}

const mountable = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0 && tryMount();

function tryMount(): boolean {
  const folder = spawnSync('mktemp', ['-d'], { encoding: 'utf8' }).stdout.trim();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
  if (status === 0) spawnSync('umount', [folder]);
  return status === 0;
}

beforeAll(async () => {
  if (!mountable) return;
  installed = new Installed('full');
  endpoint = await scriptedEndpoint((request, response) =>
    says(rightAnswer(request.body.messages[0]!.content))(request, response),
  );
  made = await installed.makeRun();
}, 120_000);
afterAll(async () => {
  if (!mountable) return;
  await endpoint.close();
  rmSync(installed.folder, { recursive: true });
}, 60_000);

async function runOn(folder: string, { args, stdout }: Writer): Promise<Ended> {
  if (stdout === undefined) return installed.run(args(), folder);
  const handle = openSync(path.join(folder, stdout), 'w');
  try {
    return await ended(
      installed.start(args(), folder, self, { stdio: ['ignore', handle, 'pipe'], timeout: 60_000 }),
    );
  } finally {
    closeSync(handle);
  }
}

const page = 4096;

/** Mounts a disk of its own, fills it but for some pages, and has a look at it before and after. */
async function onDisk<T>(
  name: string,
  writer: Writer,
  spare: number | undefined,
  look: (folder: string, run: () => Promise<Ended>) => Promise<T>,
): Promise<T> {
  const folder = path.join(installed.folder, name);
  mkdirSync(folder);
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]).status).toBe(0);
  try {
    cpSync(made, folder, { recursive: true });
    writer.prepare(folder);
    if (spare !== undefined) {
      const { bavail } = statfsSync(folder);
      writeFileSync(path.join(folder, 'filler'), Buffer.alloc(Math.max(0, bavail - spare) * page));
    }
    return await look(folder, () => runOn(folder, writer));
  } finally {
    spawnSync('umount', ['-l', folder]);
  }
}

test.skipIf(!mountable)(
  'no disk is so full that a file is cut or lost, and nobody told (needs to mount a tmpfs)',
  {
    timeout: 1_800_000,
  },
  async () => {
    const random = seededRandom(seed);
    const names = Object.keys(writers);
    const whole = new Map<
      string,
      { readonly pages: number; readonly files: Readonly<Record<string, string>> }
    >();
    for (const name of names) {
      whole.set(
        name,
        await onDisk(
          `whole ${name.replaceAll(/\W/g, '')}`,
          writers[name]!,
          undefined,
          async (folder, run) => {
            const { code, stderr } = await run();
            expect(code, `${name}: ${stderr}`).toBe(0);
            return { pages: pagesOf(folder, writers[name]!), files: snapshot(folder) };
          },
        ),
      );
    }
    const outcomes = Object.fromEntries(names.map((name) => [name, { written: 0, refused: 0 }]));
    const planned = Array.from({ length: runs }, (_, i) => {
      const name = names[i % names.length]!;
      // The old and the new one are there at the same time.
      return { i, name, spare: random.below(Math.ceil(whole.get(name)!.pages * 1.5) + 12) };
    });
    await inTurns(planned, 3, async ({ i, name, spare }) => {
      const writer = writers[name]!;
      const count = outcomes[name]!;
      await onDisk(`disk ${i}`, writer, spare, async (folder, run) => {
        const before = snapshot(folder);
        const { code, stderr } = await run();
        const after = snapshot(folder);
        const said = `${name} with ${spare} pages left (DISK_SEED=${seed}, run ${i}), exit code ${code}: ${stderr}`;
        expect([0, 2], said).toContain(code);
        if (code === 2)
          expect(said).toMatch(
            /(\/\S+|output) can't be (written|locked): the disk is full \(ENOSPC\)\. Free some space/,
          );
        count[code === 0 ? 'written' : 'refused']++;
        for (const file of writer.files) {
          const entries = Object.keys({ ...before, ...after }).filter(
            (each) => each === file || each.startsWith(`${file}/`),
          );
          const isOld = entries.every((each) => before[each] === after[each]);
          if (code !== 0 && (isOld || file === writer.stdout)) continue;
          for (const each of code === 0 ? [file] : [])
            expect(existsSync(path.join(folder, each)), said).toBe(true);
          // Lines may have been added before the disk was full.
          for (const each of entries.filter((entry) => after[entry]?.includes('folder') === false)) {
            expect(writer.broken(each, readFileSync(path.join(folder, each), 'utf8')), said).toBeUndefined();
          }
          if (code !== 0 && file.endsWith('.jsonl')) continue;
          if (code === 0 && isDeterministic(file)) {
            const expected = whole.get(name)!.files;
            expect(
              entries.map((each) => [each, after[each]]),
              said,
            ).toEqual(entries.map((each) => [each, expected[each]]));
          }
        }
        expect(
          Object.keys(after).filter((each) => each.endsWith('.tmp')),
          said,
        ).toEqual([]);
      });
    });
    console.log(`${runs} runs on nearly full disks: ${JSON.stringify(outcomes)}`);
  },
);

/** How much of a disk a command fills, besides what is there already. */
function pagesOf(folder: string, { files }: Writer): number {
  const inside = Object.keys(snapshot(folder)).filter((name) =>
    files.some((file) => name === file || name.startsWith(`${file}/`)),
  );
  const sizes = inside.map((name) => statSync(path.join(folder, name)).size);
  return sizes.reduce((sum, size) => sum + Math.ceil(size / page), 0);
}

/** Reports say how long things took. */
function isDeterministic(file: string): boolean {
  return file === 'suite' || file.endsWith('.ttl') || file === 'page.html';
}

/** Does some at a time. */
async function inTurns<T>(
  items: readonly T[],
  many: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const next = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: many }, next));
}
