// npm run suites -- [--out FOLDER] [NAME…]: builds the benchmarks of our own data, violations and mistakes, from scratch. The
// same version gives the same bytes on every machine. Beside them: DATASHEET.md, CITATION.cff, the licence, SHA256SUMS, and, beside
// the folder, all of it as one archive.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { packFolder } from './packFolder.mjs';
import { citation, datasheet } from './suitesTexts.mjs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

/** The systems of HVAC are one data set of eight graphs, as Brick is in the paper. */
const hvac = readdirSync('test-fixtures/hvac')
  .filter((file) => file.endsWith('-manifest.ttl'))
  .sort()
  .map((file) => file.replace('-manifest.ttl', ''))
  .map((system) => ({
    dataset: 'hvac',
    graph: system,
    data: `test-fixtures/hvac/${system}.ttl`,
    shapes: `test-fixtures/hvac/${system}-manifest.ttl`,
  }));

const units = '@vocabulary/unit';

const graphs = [
  ...hvac,
  {
    dataset: 'university',
    data: 'test-fixtures/university/university.ttl',
    shapes: 'test-fixtures/university/university-shapes.ttl',
  },
  {
    dataset: 'library',
    data: 'test-fixtures/heldout/library.ttl',
    shapes: 'test-fixtures/heldout/library-shapes.ttl',
  },
  {
    dataset: 'units',
    npmPackage: units,
    data: unitsAsTurtle,
    shapes: 'test-fixtures/units/units-shapes.ttl',
  },
];

/** Each graph has a suite of violations of every constraint, and one of what people get wrong. */
const kinds = [
  { suffix: '', options: ['--mode', 'cover'] },
  { suffix: '-mistakes', options: ['--mistakes', '--if-invalid', 'restrict'] },
];

const suites = graphs.flatMap((source) =>
  kinds.map(({ suffix, options }) => ({
    ...source,
    name: source.dataset + suffix,
    folder: [source.dataset + suffix, ...(source.graph === undefined ? [] : [source.graph])].join('/'),
    options,
  })),
);

/** The names of all benchmarks. That of a data set with several graphs is a folder of suites. */
export const suiteNames = [...new Set(suites.map(({ name }) => name))];

/**
 * Builds suites below a folder; those that are there already are built anew.
 *
 * @param names of `suiteNames`; all of them if none are given.
 * @throws when a suite can't be generated.
 */
export function buildSuites(out, names = suiteNames) {
  const unknown = names.find((name) => !suiteNames.includes(name));
  if (unknown !== undefined)
    throw new Error(`there is no suite '${unknown}': give ${suiteNames.join(', ')}.`);
  mkdirSync(out, { recursive: true });
  // A half-built suite, or one of another version, would be continued.
  for (const name of names) rmSync(path.join(out, name), { recursive: true, force: true });
  const wanted = suites.filter(({ name }) => names.includes(name));
  for (const suite of wanted) console.log(`${path.join(out, suite.folder)}: ${generated(suite, out)} cases`);
  const there = suites.filter(({ name }) => readdirSync(out).includes(name));
  const described = there.map((suite) => ({
    ...suite,
    description: jsonOf(out, suite.folder, 'suite.json'),
    coverage: jsonOf(out, suite.folder, 'coverage.json'),
  }));
  copyFileSync('LICENSE', path.join(out, 'LICENSE'));
  writeFileSync(path.join(out, 'CITATION.cff'), citation(manifest));
  writeFileSync(
    path.join(out, 'DATASHEET.md'),
    datasheet({ manifest, suites: described, npm: npmPackage(units) }),
  );
  writeFileSync(path.join(out, 'SHA256SUMS'), sums(out));
}

/** @returns the number of its cases. */
function generated({ folder, name, graph, data, shapes, options }, out) {
  const target = path.join(out, folder);
  mkdirSync(path.dirname(target), { recursive: true });
  const file = typeof data === 'string' ? data : data();
  const named = ['--name', name, ...(graph === undefined ? [] : ['--graph', graph])];
  const command = [
    'generate',
    file,
    '--shapes',
    shapes,
    ...named,
    '--out',
    target,
    '--seed',
    '1',
    ...options,
  ];
  const run = spawnSync(process.execPath, ['dist/cli.js', ...command], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (run.status !== 0) throw new Error(`the suite ${folder} was not generated.`);
  return jsonOf(out, folder, 'suite.json').totals.cases;
}

function jsonOf(out, folder, file) {
  return JSON.parse(readFileSync(path.join(out, folder, file), 'utf8'));
}

/** The units of measure of the npm package, as Turtle. */
function unitsAsTurtle() {
  const folder = '.cache/suites';
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'units.ttl');
  const quads = readFileSync(`node_modules/${units}/unit.nq`, 'utf8');
  // These are N-Quads of one graph. Without its name they are N-Triples, which are Turtle.
  writeFileSync(file, quads.replace(/ <http:\/\/qudt\.org\/vocab\/unit\/> \.$/gm, ' .'));
  return file;
}

/** What data from npm are: the package with its version and hash, and the version of the vocabulary in it. */
function npmPackage(name) {
  const { version, vocabulary } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages[`node_modules/${name}`];
  return { name, version, integrity: lock.integrity, source: vocabulary.file };
}

/** As `sha256sum` writes them: of every file, sorted by path. */
function sums(out) {
  return filesBelow(out)
    .filter((file) => file !== 'SHA256SUMS')
    .map((file) => `${sha256(readFileSync(path.join(out, file)))}  ${file}\n`)
    .join('');
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.lock')
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/** @returns the path of the archive, which is beside the folder, with its SHA-256 in a file of its own. */
export async function packSuites(out) {
  const title = `shacl-repair-suites-${manifest.version}`;
  const archive = path.join(path.dirname(path.resolve(out)), `${title}.zip`);
  const bytes = await packFolder(out, filesBelow(out), title);
  writeFileSync(archive, bytes);
  writeFileSync(`${archive}.sha256`, `${sha256(bytes)}  ${title}.zip\n`);
  return archive;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({
    options: { out: { type: 'string', default: 'suites' } },
    allowPositionals: true,
  });
  try {
    buildSuites(values.out, positionals.length === 0 ? undefined : positionals);
    console.log(await packSuites(values.out));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
  }
}
