// npm run mutants [-- --count 60] [-- --seed 1] [-- --minutes N] [-- --under FOLDER]
// How much the gate's tests protect: changes sampled lines of the product, one at a time, and asks which tests notice, those
// of the gate and, where these do not, all that run in the process (all inputs of the laws, the long ones). These take an hour,
// so that each file of them is asked of all such lines at once, and of fewer only if it fails. Only tests whose imports reach
// a line are asked about it; lines that none reaches are listed, since only processes or scenarios cover them.
// Ends with the share of the long tests' finds that the gate finds as well. The tests have to pass on the unchanged tree,
// or all lines would look protected. What was found is kept in .cache/mutants, so that an interrupted run goes on.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { reachOf } from '../scripts/testReach.mjs';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '100000' },
    under: { type: 'string', default: 'server/src' },
  },
});
const end = Date.now() + Number(values.minutes) * 60_000;

/** What is written in place of what, at its first place in a line. The sample chooses among those that fit the line. */
const operators = [
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ < /, ' >= '],
  [/ > /, ' <= '],
  [/ >= /, ' < '],
  [/ <= /, ' > '],
  [/ \+ 1\b/, ' + 2'],
  [/ - 1\b/, ' - 0'],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/ \?\? /, ' && '],
  [/\bif \(/, 'if (!'],
  [/\breturn (?=\w)/, 'return void '],
];
const notCode = /^\s*(\*|\/\/|\/\*|import\b|export type\b|type\b|readonly\b|interface\b)/;

const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
const folder = path.resolve('.cache/mutants');
const tree = path.join(folder, 'tree/main');
const journalFile = path.join(
  folder,
  `${commit.slice(0, 12)}-${values.under.replaceAll('/', '-')}-${values.seed}.json`,
);
prepareTree();

const all = execFileSync('git', ['ls-files', 'server/src'], { encoding: 'utf8' }).split('\n');
const products = all.filter(
  (file) =>
    file.startsWith(values.under) &&
    /\.ts$/.test(file) &&
    !/\.test\.ts$|\.testing\.ts$|\/testing\//.test(file),
);
const isLong = (file) => /\.long\.test\.ts$/.test(file);
const isSlow = (file) => /\.slow\.test\.ts$/.test(file);
/** Tests that try a share of their inputs in the gate. */
const isShared = (file) => /\b(runs|someOf|triesAll)\b/.test(readFileSync(file, 'utf8'));
/** What starts processes, in a test or in the fixtures that it imports, runs what was built before, and would notice nothing. */
const startsProcesses = (file) => /\bspawn|execFile|testClient|dist\//.test(readFileSync(file, 'utf8'));
const isFixture = (file) => /\.testing\.ts$|\/testing\//.test(file);
const inOrOutOfProcess = all.filter((file) => /\.test\.ts$/.test(file) && !/\.stores\.test\.ts$/.test(file));
const reach = await reachOf(inOrOutOfProcess);
const tests = inOrOutOfProcess.filter(
  (file) =>
    !(
      (isSlow(file) || isLong(file)) &&
      [file, ...[...reach.get(file)].filter(isFixture)].some(startsProcesses)
    ),
);

/** What takes longer hangs, in ms. */
const hour = 3_600_000;
const begin = Date.now();
/** What hangs is noticed, too: it takes much longer than all tests of the gate, in ms. */
let patience = Number.POSITIVE_INFINITY;
const gateTests = tests.filter((file) => !isLong(file));
if (!passesGate(gateTests)) {
  const name = commit.slice(0, 12);
  console.error(`The tests fail on ${name} as it is, so they can't tell what a changed line does.`);
  process.exit(1);
}
patience = 2 * (Date.now() - begin);

/** Until the long tests have been asked. */
const notByGate = 'not by the gate';
const found = existsSync(journalFile) ? JSON.parse(readFileSync(journalFile, 'utf8')) : {};
// The gate is asked about all lines first: an interrupted run has that share at least.
const mutants = sample(Number(values.count), values.seed);
for (const mutant of mutants) if (!noted(mutant)) note(mutant, askedOfGate(mutant));
askLong();
report();

function noted({ file, line }) {
  return found[`${file}:${line}`];
}

function note({ file, line, before, after }, outcome) {
  if (outcome === undefined) return;
  const name = `${file}:${line}`;
  found[name] = { ...found[name], change: `${before.trim()} → ${after.trim()}`, outcome };
  console.log(`${outcome}: ${name}  ${found[name].change}`);
  save();
}

function save() {
  writeFileSync(journalFile, JSON.stringify(found));
}

/** Undefined when there is no time left. */
function askedOfGate(mutant) {
  const { gate, long } = reaching(mutant);
  if (gate.length + long.length === 0) return 'reached by processes only';
  // Tests of the same folder, and those that reach the fewest files, most often notice, and are asked first.
  const distance = (test) => (path.dirname(test) === path.dirname(mutant.file) ? 0 : reach.get(test).size);
  const ordered = gate.toSorted((a, b) => distance(a) - distance(b));
  const parts = [ordered.slice(0, 12), ordered.slice(12, 60), ordered.slice(60)];
  return changedFor([mutant], () => (parts.every((some) => passesGate(some)) ? notByGate : 'gate'));
}

/** Asks each test, with all its inputs, of the lines that the gate did not notice: those that no test notices pass together. */
function askLong() {
  const left = () => mutants.filter((mutant) => noted(mutant)?.outcome === notByGate);
  const askedBefore = (mutant) => (noted(mutant).asked ??= []);
  const notAsked = new Set();
  for (const test of [...gateTests.filter(isShared), ...tests.filter(isLong)]) {
    const reached = left().filter(
      (mutant) => reach.get(test).has(mutant.file) && !askedBefore(mutant).includes(test),
    );
    if (reached.length === 0) continue;
    console.log(`${test} is asked of ${reached.length}`);
    const found = noticedBy(test, reached);
    if (found === undefined) return;
    if (found === 'fails') {
      console.log(`${test} fails without a change, and is not asked.`);
      for (const mutant of reached) notAsked.add(mutant);
      continue;
    }
    for (const mutant of found) note(mutant, 'long only');
    for (const mutant of reached) askedBefore(mutant).push(test);
    save();
  }
  for (const mutant of left()) if (!notAsked.has(mutant)) note(mutant, 'nobody');
}

/** Those that a test notices; 'fails' when it does without a change; undefined when there is no time left. */
function noticedBy(test, mutants) {
  const notices = (some) => changedFor(some, () => !passesAlone(test));
  const found = [];
  for (let left = mutants; left.length > 0; ) {
    const notice = notices(left);
    if (notice === undefined) return undefined;
    if (!notice) break;
    if (found.length === 0 && !passesAlone(test)) return 'fails';
    // By halves. Where only several together are noticed, the last of them is.
    let some = left;
    while (some.length > 1) {
      const half = some.slice(0, some.length >> 1);
      const isIn = notices(half);
      if (isIn === undefined) return undefined;
      some = isIn ? half : some.slice(half.length);
    }
    found.push(some[0]);
    left = left.filter((mutant) => mutant !== some[0]);
  }
  return found;
}

function passesAlone(test) {
  const config = isLong(test) ? 'long.' : isSlow(test) ? 'slow.' : '';
  return passes(`vitest.${config}config.ts`, [test], '1', hour);
}

/** The tests whose imports reach a changed line. */
function reaching({ file }) {
  const all = tests.filter((test) => reach.get(test)?.has(file));
  return {
    gate: all.filter((test) => !isLong(test)),
    long: all.filter(isLong),
  };
}

/** The answer while the lines are changed; undefined when there is no time left. */
function changedFor(mutants, ask) {
  if (Date.now() > end) return undefined;
  const texts = new Map();
  for (const { file, line, after } of mutants) {
    const target = path.join(tree, file);
    const text = readFileSync(target, 'utf8');
    if (!texts.has(target)) texts.set(target, text);
    const lines = text.split('\n');
    lines[line - 1] = after;
    writeFileSync(target, lines.join('\n'));
  }
  try {
    return ask();
  } finally {
    for (const [target, text] of texts) writeFileSync(target, text);
  }
}

/** Those of `npm test` first, then those of test:slow that start no processes. */
function passesGate(files, share = undefined) {
  return (
    passes(
      'vitest.config.ts',
      files.filter((file) => !isSlow(file)),
      share ?? '0.1',
    ) && passes('vitest.slow.config.ts', files.filter(isSlow), share ?? '0.1')
  );
}

function passes(config, files, share, limit = patience) {
  if (files.length === 0) return true;
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', config, '--bail', '1', ...files];
  const { status, error } = spawnSync(process.execPath, args, {
    cwd: tree,
    env: { ...process.env, LAW_SHARE: share },
    stdio: 'ignore',
    ...(Number.isFinite(limit) && { timeout: limit }),
  });
  // Other work on the machine may be the cause, so that a person should look at the line.
  if (error?.code === 'ETIMEDOUT') console.log(`ended after ${Math.round(limit / 1000)} s: ${config}`);
  return status === 0;
}

function report() {
  const outcomes = Object.values(found).map(({ outcome }) => outcome);
  const count = (outcome) => outcomes.filter((each) => each === outcome).length;
  const [gate, long] = [count('gate'), count('long only')];
  for (const [name, { outcome, change }] of Object.entries(found)) {
    if (outcome !== 'gate') console.log(`${outcome}: ${name}  ${change}`);
  }
  const share = gate + long === 0 ? '-' : `${Math.round((1000 * gate) / (gate + long)) / 10} %`;
  console.log(
    `${outcomes.length} changed lines: ${gate} noticed by the gate, ${long} by long tests only (${share}),`,
  );
  console.log(
    `${count('nobody')} by no test, ${count(notByGate)} not by the gate and not asked of long tests, ` +
      `${count('reached by processes only')} reached by processes only.`,
  );
}

/** Lines to change, drawn evenly from all lines of the product that an operator fits: those that hash lowest with the seed. */
function sample(count, seed) {
  return products
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((before, index) => ({ file, line: index + 1, before }))
        .filter(({ before }) => !notCode.test(before) && operators.some(([form]) => form.test(before))),
    )
    .map((candidate) => ({ ...candidate, draw: hash(`${seed} ${candidate.file}:${candidate.line}`) }))
    .toSorted((a, b) => a.draw - b.draw)
    .slice(0, count)
    .map(({ draw, ...candidate }) => {
      const fitting = operators.filter(([form]) => form.test(candidate.before));
      const [form, text] = fitting[draw % fitting.length];
      return { ...candidate, after: candidate.before.replace(form, text) };
    });
}

function hash(text) {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6);
}

/** A checkout of what is committed, with our packages, and the shared data beside it where we have some. */
function prepareTree() {
  mkdirSync(path.dirname(tree), { recursive: true });
  if (!existsSync(tree)) execFileSync('git', ['clone', '--quiet', '.', tree]);
  // The commit may be on no branch.
  execFileSync('git', ['fetch', '--quiet', 'origin', 'HEAD'], { cwd: tree });
  execFileSync(
    'git',
    ['-c', 'advice.detachedHead=false', 'checkout', '--quiet', '--force', '--detach', commit],
    { cwd: tree },
  );
  for (const [target, link] of [
    [path.resolve('node_modules'), path.join(tree, 'node_modules')],
    [path.resolve('../shared'), path.join(folder, 'tree/shared')],
  ]) {
    if (existsSync(target) && !existsSync(link)) symlinkSync(target, link);
  }
}
