// npm run suites -- [--out FOLDER] [NAME…]: builds the benchmarks of our own data, violations and mistakes, from scratch. The
// same version gives the same bytes on every machine. Beside them: DATASHEET.md, CITATION.cff, the licence, and SHA256SUMS.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

/** The systems of HVAC are one data set of eight graphs, as Brick is in the paper. */
const hvac = readdirSync('test-fixtures/hvac')
  .filter((file) => file.endsWith('-manifest.ttl'))
  .map((file) => file.replace('-manifest.ttl', ''))
  .map((system) => ({
    folder: `hvac-${system}`,
    dataset: 'hvac',
    data: `test-fixtures/hvac/${system}.ttl`,
    shapes: `test-fixtures/hvac/${system}-manifest.ttl`,
  }));

const graphs = [
  ...hvac,
  {
    folder: 'university',
    dataset: 'university',
    data: 'test-fixtures/university/university.ttl',
    shapes: 'test-fixtures/university/university-shapes.ttl',
  },
  {
    folder: 'library',
    dataset: 'library',
    data: 'test-fixtures/heldout/library.ttl',
    shapes: 'test-fixtures/heldout/library-shapes.ttl',
  },
  {
    folder: 'units',
    dataset: 'units',
    data: unitsAsTurtle,
    shapes: 'test-fixtures/units/units-shapes.ttl',
  },
];

/** Each graph has a suite of violations of every constraint, and one of what people get wrong. */
const kinds = [
  { suffix: '', options: ['--mode', 'cover'] },
  { suffix: '-mistakes', options: ['--mistakes', '--if-invalid', 'restrict'] },
];

/** The folders of all suites. */
export const suiteFolders = graphs.flatMap(({ folder }) => kinds.map(({ suffix }) => folder + suffix));

/**
 * Builds suites below a folder; those that are there already are built anew.
 *
 * @param names folders of `suiteFolders`; all of them if none are given.
 * @throws when a suite can't be generated.
 */
export function buildSuites(out, names = suiteFolders) {
  const unknown = names.find((name) => !suiteFolders.includes(name));
  if (unknown !== undefined)
    throw new Error(`there is no suite '${unknown}': give ${suiteFolders.join(', ')}.`);
  mkdirSync(out, { recursive: true });
  for (const { folder, dataset, data, shapes } of graphs) {
    for (const { suffix, options } of kinds) {
      if (!names.includes(folder + suffix)) continue;
      const file = typeof data === 'string' ? data : data();
      const target = path.join(out, folder + suffix);
      // A half-built suite of another version would be continued.
      rmSync(target, { recursive: true, force: true });
      const command = ['generate', file, '--shapes', shapes, '--name', dataset + suffix, '--out', target];
      const run = spawnSync(process.execPath, ['dist/cli.js', ...command, '--seed', '1', ...options], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if (run.status !== 0) throw new Error(`the suite ${folder + suffix} was not generated.`);
      console.log(
        `${target}: ${JSON.parse(readFileSync(path.join(target, 'suite.json'), 'utf8')).totals.cases} cases`,
      );
    }
  }
  copyFileSync('LICENSE', path.join(out, 'LICENSE'));
  writeFileSync(path.join(out, 'CITATION.cff'), citation());
  writeFileSync(path.join(out, 'DATASHEET.md'), datasheet(out));
  writeFileSync(path.join(out, 'SHA256SUMS'), sums(out));
}

/** The units of measure of the npm package, as Turtle. */
function unitsAsTurtle() {
  const folder = '.cache/suites';
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'units.ttl');
  const quads = readFileSync('node_modules/@vocabulary/unit/unit.nq', 'utf8');
  // These are N-Quads of one graph. Without its name they are N-Triples, which are Turtle.
  writeFileSync(file, quads.replace(/ <http:\/\/qudt\.org\/vocab\/unit\/> \.$/gm, ' .'));
  return file;
}

/** What each data set is: where it comes from, under which licence, how large it is and what its suites hold. */
const origins = {
  hvac: `eight small systems of air handling and heating, written for this benchmark; ${manifest.license}`,
  university: `a department with its courses and people, written for this benchmark; ${manifest.license}`,
  library: `a public library, written for this benchmark and not used for tuning repairs; ${manifest.license}`,
  units: `the QUDT units of @vocabulary/unit, Creative Commons Attribution 4.0; shapes of our own, ${manifest.license}`,
};

function datasheet(out) {
  const rows = readdirSync(out)
    .filter((folder) => suiteFolders.includes(folder))
    .sort()
    .map((folder) => {
      const { totals, alpha, options, seed } = JSON.parse(
        readFileSync(path.join(out, folder, 'suite.json'), 'utf8'),
      );
      const { triples, shapesTriples, constraints, covered, cases, fragile } = totals;
      const cells = [
        folder,
        triples,
        shapesTriples,
        `${covered} of ${constraints}`,
        cases,
        fragile,
        alpha.mean,
        alpha.max,
      ];
      return `| ${[...cells, options.mode, seed].join(' | ')} |`;
    });
  return `# Benchmarks of SHACL violations with known repairs

Generated by SHACL Repair ${manifest.version}. Each folder is a suite: a valid graph (\`graph.ttl\`), its shapes (\`manifest.ttl\`), and
cases, each a change that makes the graph violate its shapes (\`cases.jsonl\`). Its README.md says how cases were derived, and its
\`coverage.json\` which constraints they violate and why others have none. Folders of the same data set are pooled in reports.

${Object.entries(origins)
  .map(([dataset, text]) => `- **${dataset}**: ${text}.`)
  .join('\n')}

Suites without a suffix derive violations from every constraint of the shapes; \`-mistakes\` are what people get wrong, such as a
misspelt class or a decimal comma. *Fragile* cases are judged differently by two engines, and left out of scores. No data is about
real people. The cases say what a violation looks like after one change of a valid graph; real graphs have several at once.

| suite | triples | triples of shapes | constraints violated | cases | fragile | results of a case, mean | most | mode | seed |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

\`sha256sum --check SHA256SUMS\` checks the files. \`npm run suites\` in a clone of the same version builds the same bytes.
`;
}

function citation() {
  return `cff-version: 1.2.0
message: If you use these benchmarks, please cite them as below.
title: Benchmarks of SHACL violations with known repairs
type: dataset
version: ${manifest.version}
license: ${manifest.license}
authors:
  - name: ${manifest.publisher ?? 'the authors of SHACL Repair'}
`;
}

/** As `sha256sum` writes them: of every file, sorted by path. */
function sums(out) {
  return readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'SHA256SUMS' && entry.name !== '.lock')
    .map((entry) => path.relative(out, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(path.join(out, file)))
          .digest('hex')}  ${file}\n`,
    )
    .join('');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({
    options: { out: { type: 'string', default: 'suites' } },
    allowPositionals: true,
  });
  try {
    buildSuites(values.out, positionals.length === 0 ? undefined : positionals);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
  }
}
