import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  Installed,
  nobody,
  roomCommands,
  rooms,
  self,
  snapshot,
  type User,
  whyNotAs,
} from '../../testing/installed.ts';
import { someOf, triesAll } from '../../testing/runs.ts';
import { type ScriptedEndpoint, says, scriptedEndpoint } from '../../testing/scriptedEndpoint.ts';

/*
 * Folders as somebody else may have left them for us, and every command that writes, as two users. Nothing outside of
 * the folder changes, and each refusal names what was in the way.
 */

let installed: Installed;
let endpoint: ScriptedEndpoint;

beforeAll(async () => {
  installed = new Installed('planted');
  endpoint = await scriptedEndpoint(says('{"answer":"INSERT DATA { <urn:a> <urn:b> 1 }"}'));
  await installed.makeRun();
}, 120_000);
afterAll(async () => {
  await endpoint.close();
  rmSync(installed.folder, { recursive: true });
}, 60_000);

const evaluated = ['evaluate', 'suite', '--cross-check', 'none', '--out', 'run', '--system'];
const asked = (...args: readonly string[]) => [...args, '--base-url', endpoint.baseUrl];

const commands = {
  generate: () => roomCommands.generate,
  evaluate: () => roomCommands.evaluate,
  resume: () => [...roomCommands.evaluate, '--resume'],
  evaluateModel: () => asked(...evaluated, 'model:m', '--strategy', 'SF'),
  apply: () => roomCommands.apply,
  answers: () =>
    asked('repair', 'broken.ttl', '--shapes', 'shapes.ttl', '--system', 'model:m', '--answers', 'answers'),
  modelCheck: () => asked('model-check', '--model', 'm', '--tasks', 'T1', '--repeat', '1', '--out', 'check'),
  report: () => roomCommands.report,
} satisfies Record<string, () => readonly string[]>;

/** The folder that a command runs in, and one beside it that is none of its business. */
interface Place {
  readonly inside: string;
  readonly outside: string;
}

/** What may be in the place of a file or folder. */
const plants = {
  'a link to a file': (file, { outside }) => symlinkSync(path.join(outside, 'bashrc'), file),
  'a relative link to a file': (file, { outside }) =>
    symlinkSync(path.relative(path.dirname(file), path.join(outside, 'bashrc')), file),
  'a link to a folder': (file, { outside }) => symlinkSync(path.join(outside, 'folder'), file),
  'a link to nothing': (file, { outside }) => symlinkSync(path.join(outside, 'missing'), file),
  'a link to itself': (file) => symlinkSync(path.basename(file), file),
  'a link to a link': (file, { outside }) => {
    symlinkSync(path.join(outside, 'bashrc'), `${file}.next`);
    symlinkSync(`${path.basename(file)}.next`, file);
  },
  'a named pipe': (file) => void spawnSync('mkfifo', [file]),
  'a folder': (file) => mkdirSync(file),
  'a device': (file) => void spawnSync('mknod', [file, 'c', '1', '3']),
} satisfies Record<string, (file: string, place: Place) => void>;

type Plant = keyof typeof plants;

interface Tree {
  readonly command: keyof typeof commands;
  /** Where it is planted. */
  readonly at: string;
  readonly plant: Plant;
}

const trees: readonly Tree[] = [
  ...at('generate', '.suite.partial', [
    'a link to a folder',
    'a link to a file',
    'a link to nothing',
    'a named pipe',
  ]),
  ...at('generate', '.suite.partial/lock', [
    'a link to a file',
    'a link to nothing',
    'a link to itself',
    'a named pipe',
  ]),
  ...at('generate', '.suite.partial/journal', [
    'a link to a file',
    'a relative link to a file',
    'a named pipe',
    'a device',
  ]),
  ...at('generate', '.suite.partial/old', ['a link to a folder', 'a link to nothing']),
  ...at('generate', 'suite/graph.ttl', ['a link to a file', 'a link to nothing', 'a named pipe', 'a device']),
  ...at('generate', 'suite/tests', ['a link to a folder']),
  ...at('generate', 'suite', [
    'a link to a folder',
    'a link to nothing',
    'a link to itself',
    'a link to a file',
  ]),
  ...at('evaluate', 'run', ['a link to nothing', 'a link to itself', 'a link to a file', 'a named pipe']),
  ...at('evaluate', 'run/trials.jsonl', [
    'a link to a file',
    'a relative link to a file',
    'a link to nothing',
  ]),
  ...at('evaluate', 'run/.lock', [
    'a link to a file',
    'a link to nothing',
    'a named pipe',
    'a folder',
    'a device',
  ]),
  ...at('resume', 'run/trials.jsonl', [
    'a link to a file',
    'a link to a link',
    'a named pipe',
    'a folder',
    'a device',
  ]),
  ...at('resume', 'run/run.json', ['a link to a file', 'a link to itself', 'a named pipe']),
  ...at('resume', 'run/report.json', ['a link to a file']),
  ...at('resume', 'run/report.md', ['a link to nothing']),
  ...at('resume', 'run/report.csv', ['a named pipe']),
  ...at('resume', 'run/report.html', ['a link to a file', 'a folder']),
  ...at('resume', 'run/.lock', ['a relative link to a file']),
  ...at('evaluateModel', 'run/prompts.jsonl', ['a link to a file']),
  ...at('evaluateModel', 'run/answers.jsonl', ['a link to a file', 'a named pipe']),
  ...at('apply', 'broken.ttl', ['a link to nothing', 'a link to itself', 'a folder']),
  ...at('modelCheck', 'check/run.json', ['a link to a file']),
  ...at('modelCheck', 'check/trials.jsonl', ['a link to a file', 'a device']),
  ...at('modelCheck', 'check/.lock', ['a link to a file']),
  ...at('modelCheck', 'check', ['a link to a file', 'a link to itself']),
  ...at('report', 'run/run.json', ['a link to a file', 'a named pipe']),
  ...at('report', 'run/trials.jsonl', ['a link to a file', 'a link to nothing', 'a named pipe', 'a device']),
];

function at(command: Tree['command'], place: string, kinds: readonly Plant[]): readonly Tree[] {
  return kinds.map((plant) => ({ command, at: place, plant }));
}

test('there are enough of them', () => expect(trees.length).toBeGreaterThanOrEqual(40));

/** One plant for each place of each command, not always of the same kind; all where all is tried. */
const ofEachPlace = triesAll
  ? trees
  : withAllKinds(
      [...new Set(trees.map(placeOf))].map((place, i) => {
        const own = trees.filter((tree) => placeOf(tree) === place);
        return own[i % own.length]!;
      }),
    );

/** These, and one tree for each kind of plant that they lack. */
function withAllKinds(chosen: readonly Tree[]): readonly Tree[] {
  const lacking = Object.keys(plants).filter((kind) => chosen.every(({ plant }) => plant !== kind));
  return [...chosen, ...lacking.map((kind) => trees.find(({ plant }) => plant === kind)!)];
}

function placeOf({ command, at }: Tree): string {
  return `${command} ${at}`;
}

let count = 0;

/** What a command finds when nobody has planted anything. */
function place(command: keyof typeof commands, name = 'inside'): Place {
  const own = path.join(installed.folder, String(count++));
  const [inside, outside] = [path.join(own, name), path.join(own, 'outside')];
  cpSync(path.join(installed.folder, 'made'), inside, { recursive: true });
  const needsRun = command === 'resume' || command === 'report';
  if (!needsRun) rmSync(path.join(inside, 'run'), { recursive: true });
  mkdirSync(path.join(outside, 'folder/new'), { recursive: true });
  writeFileSync(path.join(outside, 'bashrc'), 'export A=1\n');
  writeFileSync(path.join(outside, 'folder/new/kept.txt'), 'kept\n');
  return { inside, outside };
}

/** Gives all of it to the one who runs the command, so that nothing but the program protects it. */
function give({ inside }: Place, { uid, gid }: User): void {
  if (uid !== undefined) spawnSync('chown', ['-Rh', `${uid}:${gid}`, path.dirname(inside)]);
}

// Who can become nobody is root, who is tried as well where all is tried.
const users: readonly User[] = triesAll || whyNotAs(nobody) !== undefined ? [self, nobody] : [nobody];

describe.concurrent.each(users)('as $name', (user) => {
  const why = user === self ? undefined : whyNotAs(user);
  const own = why === undefined ? test : test.skip;

  own.each(user === self ? withAllKinds(someOf(trees)) : ofEachPlace)(
    '$command with $plant at $at',
    async ({ command, at, plant }) => {
      const { inside, outside } = place(command);
      const file = path.join(inside, at);
      mkdirSync(path.dirname(file), { recursive: true });
      rmSync(file, { recursive: true, force: true });
      plants[plant](file, { inside, outside });
      if (!lstatSync(file, { throwIfNoEntry: false }))
        return expect(plant, 'only root makes devices').toBe('a device');
      give({ inside, outside }, user);
      const before = snapshot(outside);
      const { code, stderr } = await installed.run(commands[command](), inside, user);
      expect([snapshot(outside), code], stderr).toEqual([before, 2]);
      // By its path, or as it was given.
      expect(stderr).toContain(at.startsWith('run') || at.startsWith('.') ? file : path.basename(at));
    },
  );

  own.each([
    ['resume', 'run/trials.jsonl'],
    ['resume', 'run/report.md'],
    ['apply', 'broken.ttl'],
    ['generate', 'suite/graph.ttl'],
  ] as const)('%s with a second name for %s: it is replaced, and that is said', async (command, name) => {
    const { inside, outside } = place(command);
    const file = path.join(inside, name);
    if (command === 'resume') cutTrials(inside);
    linkSync(file, path.join(outside, 'other name'));
    give({ inside, outside }, user);
    const before = snapshot(outside);
    const { code, stderr } = await installed.run(commands[command](), inside, user);
    expect([snapshot(outside), code], stderr).toEqual([before, 0]);
    expect(stderr).toContain(`${file} went by several names (hard links). It was replaced`);
    expect(lstatSync(file).nlink).toBe(1);
  });

  own('answers are kept in memory where their file is a link, and that is said', async () => {
    const { inside, outside } = place('answers');
    mkdirSync(path.join(inside, 'answers'));
    const file = path.join(inside, 'answers/answers.jsonl');
    symlinkSync(path.join(outside, 'bashrc'), file);
    give({ inside, outside }, user);
    const before = snapshot(outside);
    const { stderr } = await installed.run(commands.answers(), inside, user);
    expect(snapshot(outside)).toEqual(before);
    expect(stderr).toContain(`Answers are kept in memory only. ${file} can't be written: it is a link`);
  });

  own('a case whose id is a command, and a run that leads to what is run: nothing is added', async () => {
    const { inside, outside } = place('evaluate');
    mkdirSync(path.join(inside, 'run'));
    symlinkSync('../../outside/bashrc', path.join(inside, 'run/trials.jsonl'));
    const cases = path.join(inside, 'suite/cases.jsonl');
    writeFileSync(cases, readFileSync(cases, 'utf8').replace(/"id":"[^"]*"/, '"id":"$(touch x)"'));
    give({ inside, outside }, user);
    const before = snapshot(outside);
    const { code } = await installed.run(commands.evaluate(), inside, user);
    expect([snapshot(outside), code]).toEqual([before, 2]);
  });

  own('what belongs to somebody else, or is read-only, is left alone where it has to be', async () => {
    const { inside, outside } = place('apply');
    give({ inside, outside }, user);
    const file = path.join(inside, 'broken.ttl');
    chmodSync(file, 0o444);
    if (user === nobody) chownSync(file, 0, 0);
    const { code, stderr } = await installed.run(commands.apply(), inside, user);
    if (user.name === 'root') return expect(code, stderr).toBe(0);
    expect([code, readFileSync(file, 'utf8')]).toEqual([2, rooms['broken.ttl']]);
    expect(stderr).toContain(
      `${file} can't be written: you have no permission (EACCES). Change who may use it`,
    );
  });

  own.each(someOf(['generate', 'evaluate', 'modelCheck', 'answers'] as const))(
    '%s in a folder that must not be written',
    async (command) => {
      const { inside, outside } = place(command);
      give({ inside, outside }, user);
      chmodSync(inside, 0o555);
      if (user === nobody) chownSync(inside, 0, 0);
      const { code, stderr } = await installed.run(commands[command](), inside, user);
      if (user.name === 'root') return;
      if (command !== 'answers') expect(code).toBe(2);
      expect(stderr).toContain(`can't be written: you have no permission (EACCES). Change who may use it`);
      expect(stderr).toContain(inside);
    },
  );

  describe('what people may well do', () => {
    own('DATA that is a link', async () => {
      const there = place('apply');
      const { inside, outside } = there;
      renameSync(path.join(inside, 'broken.ttl'), path.join(outside, 'real.ttl'));
      symlinkSync(path.join(outside, 'real.ttl'), path.join(inside, 'broken.ttl'));
      give(there, user);
      expect(await installed.run(commands.apply(), inside, user)).toMatchObject({ code: 0 });
      expect(lstatSync(path.join(inside, 'broken.ttl')).isSymbolicLink()).toBe(true);
      expect(readFileSync(path.join(outside, 'real.ttl'), 'utf8')).not.toBe(rooms['broken.ttl']);
    });

    own.each([
      ['generate', 'suite', 'suite.json'],
      ['evaluate', 'run', 'report.html'],
      ['modelCheck', 'check', 'report.html'],
      ['answers', 'answers', 'answers.jsonl'],
    ] as const)('%s to a folder that is a link', async (command, folder, file) => {
      const there = place(command);
      const { inside, outside } = there;
      rmSync(path.join(inside, folder), { recursive: true, force: true });
      mkdirSync(path.join(outside, 'elsewhere'));
      symlinkSync(path.join(outside, 'elsewhere'), path.join(inside, folder));
      give(there, user);
      const { code, stderr } = await installed.run(commands[command](), inside, user);
      expect([0, 1], stderr).toContain(code);
      expect(lstatSync(path.join(inside, folder)).isSymbolicLink()).toBe(true);
      expect(existsSync(path.join(outside, 'elsewhere', file))).toBe(true);
    });

    own.each(someOf(['generate', 'evaluate', 'resume', 'apply', 'report'] as const))(
      '%s in a project that is a link',
      async (command) => {
        const there = place(command, 'project');
        const link = path.join(path.dirname(there.inside), 'link');
        symlinkSync('project', link);
        give(there, user);
        expect(await installed.run(commands[command](), link, user)).toMatchObject({ code: 0 });
      },
    );

    own('shapes in a folder that is a link', async () => {
      const there = place('apply');
      const { inside, outside } = there;
      renameSync(path.join(inside, 'shapes.ttl'), path.join(outside, 'folder/shapes.ttl'));
      symlinkSync(path.join(outside, 'folder'), path.join(inside, 'linked'));
      give(there, user);
      const args = ['repair', 'broken.ttl', '--shapes', 'linked/shapes.ttl', '--apply'];
      expect(await installed.run(args, inside, user)).toMatchObject({ code: 0 });
    });

    own('a lock and temporary files of processes that are no more', async () => {
      const there = place('resume');
      const { inside } = there;
      cutTrials(inside);
      writeFileSync(path.join(inside, 'run/.lock'), '999999999');
      give(there, user);
      expect(await installed.run(commands.resume(), inside, user)).toMatchObject({ code: 0 });
      expect(Object.keys(snapshot(path.join(inside, 'run'))).filter((name) => name.startsWith('.'))).toEqual(
        [],
      );
    });
  });
});

/** Leaves something to be done. */
function cutTrials(inside: string): void {
  const file = path.join(inside, 'run/trials.jsonl');
  writeFileSync(file, `${readFileSync(file, 'utf8').split('\n')[0]}\n`);
}
