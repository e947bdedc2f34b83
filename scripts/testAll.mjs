// npm run test:all [-- --list] [-- --again]
// Everything that tests the project, in parts. A part that passed on this tree is not run again, so that an interrupted run
// goes on where it ended; parts that touch files changed since the last run come first. Ends with what did not pass.
// --list only tells which parts are left; --again forgets what passed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { vscodeVersions } from '../client/test/install.mjs';
import { reachOf } from './testReach.mjs';

const { values } = parseArgs({
  options: { list: { type: 'boolean', default: false }, again: { type: 'boolean', default: false } },
});
const journalFile = '.cache/test-all.json';
const vsix = path.resolve('.cache/test-all.vsix');

const hashes = hashFiles();
const tree = hash(JSON.stringify(hashes));
const before = !values.again && existsSync(journalFile) ? JSON.parse(readFileSync(journalFile, 'utf8')) : {};
const changed = new Set(
  [...Object.keys(hashes), ...Object.keys(before.hashes ?? {})].filter(
    (file) => before.hashes?.[file] !== hashes[file],
  ),
);
const journal = { tree, hashes, passed: before.tree === tree ? before.passed : {}, failed: [] };
/** On the same tree nothing has changed; what came first the last time comes first again. */
const changedNow = before.tree === tree ? new Set(before.changed) : changed;
journal.changed = [...changedNow];

const parts = await orderedParts();
const left = () => parts.filter(({ name }) => journal.passed[name] === undefined);
if (!values.list) runAll();
report();
process.exit(!values.list && left().length > 0 ? 1 : 0);

function runAll() {
  // Ctrl-C ends the part that runs; what is left is told.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  save();
  if (left().some(({ needsBuild }) => needsBuild)) {
    mustRun('node', ['esbuild.mjs']);
    mustRun('node', ['scripts/systems.mjs', '--with-clingo']);
  }
  if (left().some(({ needsVsix }) => needsVsix)) mustRun('npm', ['run', 'package', '--', '--out', vsix]);
  for (const part of left()) {
    console.log(`== ${part.name}`);
    const start = Date.now();
    const { status, signal } = spawnSync(part.command[0], part.command.slice(1), {
      stdio: 'inherit',
      env: { ...process.env, ...part.env },
    });
    if (signal !== null || status === 130) return;
    if (status === 0) journal.passed[part.name] = Math.round((Date.now() - start) / 1000);
    else journal.failed.push(part.name);
    save();
  }
}

function report() {
  for (const [name, seconds] of Object.entries(journal.passed)) console.log(`${seconds} s: ${name}`);
  const missing = left().filter(({ name }) => !journal.failed.includes(name));
  if (journal.failed.length > 0) console.log(`Failed:\n  ${journal.failed.join('\n  ')}`);
  if (missing.length > 0) console.log(`Not run:\n  ${missing.map(({ name }) => name).join('\n  ')}`);
  console.log(`${Object.keys(journal.passed).length} passed, ${journal.failed.length} failed`);
}

/** Parts that reach a changed file come first, then all others, each group in its order. */
async function orderedParts() {
  const longFiles = testFiles(/\.long\.test\.ts$/);
  const reach = await reachOf(longFiles);
  const isTouched = (file) => [...(reach.get(file) ?? [])].some((each) => changedNow.has(each));
  const npm = (name, script, more = {}) => ({ name, command: ['npm', 'run', script], ...more });
  const vitest = (config, ...args) => ['npx', 'vitest', 'run', '--config', config, ...args];
  const referenceEngine = ['w3c', 'buildingsAndQudt', 'units', 'paperExample'].map((name) => `${name}.data`);
  const long = [
    ...longFiles.map((file) => ({
      name: file,
      command: vitest('vitest.long.config.ts', file),
      needsBuild: true,
    })),
    {
      name: 'the reference engine on the big suites',
      command: vitest('vitest.long.config.ts', ...referenceEngine),
      needsBuild: true,
    },
  ];
  const scenarios = vscodeVersions.toReversed().flatMap((version) =>
    readdirSync('client/test')
      .filter((file) => file.endsWith('.e2e.ts'))
      .map((file) => path.basename(file, '.e2e.ts'))
      .map((scenario) => ({
        name: `${scenario} on VS Code ${version}`,
        command: [
          ...['node', 'client/test/run.mjs', '--vscode', version],
          ...['--only', scenario, '--vsix', vsix],
        ],
        needsVsix: true,
      })),
  );
  const all = [
    ...['types', 'lint', 'layers', 'unused', 'supply-chain'].map((name) => npm(name, name)),
    { name: 'npm start', command: ['npm', 'start', '--', '--terminal'] },
    npm('npm test, with all inputs of the laws', 'test', { env: { LAW_SHARE: '1' } }),
    {
      name: 'test:slow, with all rows of tables',
      command: vitest('vitest.slow.config.ts'),
      env: { LAW_SHARE: '1' },
      needsBuild: true,
    },
    ...long,
    npm('test:stores', 'test:stores'),
    npm('test:neovim', 'test:neovim'),
    ...['22', '24'].map((version) => ({
      name: `Node ${version}`,
      command: ['node', 'scripts/testNodes.mjs', version],
    })),
    ...scenarios,
  ];
  const comesFirst = ({ name }) =>
    isTouched(name) || changedNow.has(`client/test/${name.split(' ')[0]}.e2e.ts`);
  return [...all.filter(comesFirst), ...all.filter((part) => !comesFirst(part))];
}

function testFiles(form) {
  return Object.keys(hashes).filter((file) => form.test(file) && /^(server\/src|scripts|bench)\//.test(file));
}

/** A hash of each file that git tracks, or does not ignore. */
function hashFiles() {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const files = stdout.split('\0').filter((file) => file !== '' && existsSync(file));
  return Object.fromEntries(files.map((file) => [file, hash(readFileSync(file))]));
}

function hash(content) {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

function save() {
  mkdirSync(path.dirname(journalFile), { recursive: true });
  writeFileSync(journalFile, JSON.stringify(journal));
}

function mustRun(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
