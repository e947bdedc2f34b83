// npm run experiment -- --models A,B --prices FILE --max-cost 20 [--out FOLDER]: asks models to repair the cases of all suites
// with all nine strategies, as the paper did, and ends with its tables, charts and an archive. Killed at any time, the same
// command goes on.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { buildSuites, suiteNames } from './suites.mjs';

const help = `Usage: npm run experiment -- --models ID[,ID…] [options]

Estimates what asking costs, asks, and reports: run.json and answers of each suite, report.html, report.md, report.tex, report.csv and
experiment.tar.gz in FOLDER. The key is taken from OPENAI_API_KEY. The same command with the same options goes on from where it was.

  --models ID[,ID…]     the models
  --strategies S[,S…]   what prompts show (default: all nine)
  --suites FOLDER       suites that exist already (default: builds those of npm run suites, without mistakes)
  --baselines S[,S…]    systems without a model (default: symbolic,noop,oracle)
  --repeat N            attempts at each case (default 1)
  --temperature T       (default 0)
  --prices FILE         what models cost; needed for --max-cost
  --max-cost USD        of the whole experiment
  --base-url URL        the endpoint
  --concurrency N       attempts at the same time
  --out FOLDER          (default: experiment)
  --yes                 do not ask before sending
`;

const { values } = parseArgs({
  options: {
    models: { type: 'string' },
    strategies: { type: 'string', default: 'all' },
    suites: { type: 'string' },
    baselines: { type: 'string', default: 'symbolic,noop,oracle' },
    repeat: { type: 'string' },
    temperature: { type: 'string' },
    prices: { type: 'string' },
    'max-cost': { type: 'string' },
    'base-url': { type: 'string' },
    concurrency: { type: 'string' },
    out: { type: 'string', default: 'experiment' },
    yes: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});

try {
  if (values.help) console.log(help);
  else process.exitCode = await experiment();
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}

/** @returns the exit code: 0 when all is recorded, 2 when the experiment has to go on. */
async function experiment() {
  if (values.models === undefined) throw new Error('give the models: --models ID[,ID…].');
  const { out } = values;
  mkdirSync(out, { recursive: true });
  const suites = suitesOf(out);
  const options = modelOptions();
  const estimates = suites.flatMap(({ suite }) =>
    JSON.parse(evaluate(suite, [...options, '--dry-run', '--format', 'json'])),
  );
  if (!(await agreed(estimates))) return 2;
  let isComplete = true;
  for (const { name, suite, run } of suites) {
    const left = leftToSpend(out);
    console.log(`${name}${left === undefined ? '' : `, ${left.toFixed(2)} USD left`}`);
    const baselines = values.baselines.split(',').flatMap((system) => ['--system', system]);
    const budget = left === undefined ? [] : ['--max-cost', String(left + spentIn(run))];
    const more = existsSync(path.join(run, 'run.json')) ? ['--resume'] : [];
    const { status } = cli(
      ['evaluate', suite, ...baselines, ...options, ...budget, '--out', run, ...more],
      'inherit',
    );
    isComplete &&= status === 0;
  }
  report(out, suites);
  if (!isComplete) console.error('Some attempts have no answer. The same command goes on.');
  return isComplete ? 0 : 2;
}

function suitesOf(out) {
  const folder = values.suites ?? path.join(out, 'suites');
  if (values.suites === undefined && !existsSync(path.join(folder, 'SHA256SUMS'))) {
    buildSuites(
      folder,
      suiteNames.filter((name) => !name.endsWith('-mistakes')),
    );
  }
  // The graphs of a data set are suites in a folder of their own.
  const suites = readdirSync(folder, { recursive: true })
    .filter((file) => path.basename(file) === 'suite.json')
    .map((file) => path.dirname(file))
    .sort();
  if (suites.length === 0) throw new Error(`${folder} has no suites.`);
  return suites.map((name) => ({ name, suite: path.join(folder, name), run: runOf(name, out) }));
}

function runOf(name, out) {
  return path.join(out, 'runs', name.replaceAll(path.sep, '-'));
}

/** What every suite is evaluated with. */
function modelOptions() {
  const given = ['repeat', 'temperature', 'prices', 'base-url', 'concurrency'].flatMap((name) =>
    values[name] === undefined ? [] : [`--${name}`, values[name]],
  );
  const systems = values.models.split(',').flatMap((model) => ['--system', `model:${model.trim()}`]);
  return [...systems, '--strategy', values.strategies, ...given];
}

/** Says what asking would cost, and asks whether to go on. */
async function agreed(estimates) {
  const asked = estimates.filter(({ notRun }) => !notRun);
  const sum = (field) => asked.reduce((total, each) => total + each[field], 0);
  const isPriced = asked.every(({ maxCost }) => maxCost !== null);
  const costs = isPriced
    ? `${sum('inputCost').toFixed(2)} USD for the input, at most ${sum('maxCost').toFixed(2)} with answers`
    : 'the price of a model is not known';
  console.log(
    `${sum('requests').toLocaleString('en')} requests with about ${sum('inputTokens').toLocaleString('en')} tokens of input: ${costs}.`,
  );
  const leftOut = estimates.length - asked.length;
  if (leftOut > 0) console.log(`${leftOut} strategies have too much input and are left out.`);
  if (values['max-cost'] !== undefined) console.log(`No more than ${values['max-cost']} USD are spent.`);
  if (values.yes) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Go on? [y/N] ');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Of the budget, in USD; undefined where there is none. */
function leftToSpend(out) {
  if (values['max-cost'] === undefined) return undefined;
  const runs = path.join(out, 'runs');
  const spent = existsSync(runs) ? readdirSync(runs).map((name) => spentIn(path.join(runs, name))) : [];
  return Math.max(0, Number(values['max-cost']) - spent.reduce((sum, each) => sum + each, 0));
}

/** What a run has cost so far, in USD. */
function spentIn(run) {
  const trials = path.join(run, 'trials.jsonl');
  if (!existsSync(trials)) return 0;
  const lines = readFileSync(trials, 'utf8').split('\n').slice(0, -1);
  return lines.reduce((sum, line) => sum + (JSON.parse(line).cost ?? 0), 0);
}

/** Reports on all runs together, and packs all into an archive. */
function report(out, suites) {
  const runs = suites.map(({ run }) => run);
  for (const [format, file] of [
    ['md', 'report.md'],
    ['html', 'report.html'],
    ['latex', 'report.tex'],
    ['csv', 'report.csv'],
  ]) {
    const { stdout } = cli(['report', ...runs, '--format', format], 'pipe');
    writeFileSync(path.join(out, file), stdout);
  }
  const packed = spawnSync('tar', ['-czf', 'experiment.tar.gz', '--exclude', './experiment.tar.gz', '.'], {
    cwd: out,
  });
  console.log(
    `${out}: report.html, report.md, report.tex, report.csv${packed.status === 0 ? ', experiment.tar.gz' : ''}`,
  );
}

function evaluate(suite, options) {
  const { stdout } = cli(['evaluate', suite, ...options], 'pipe');
  return stdout;
}

/** @throws when the command can't run; its messages were printed. */
function cli(args, output) {
  const run = spawnSync(process.execPath, ['dist/cli.js', ...args], {
    stdio: ['ignore', output, 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (run.error) throw run.error;
  if (output === 'pipe' && run.status !== 0)
    throw new Error(`shacl-repair ${args[0]} ended with code ${run.status}.`);
  return run;
}
