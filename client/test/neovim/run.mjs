// npm run test:neovim [-- --repeat N]
// Edits Turtle and the other formats in a real Neovim, headless, with the built server and the configuration of docs/other-editors.md.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from '../build.mjs';
import { installNeovim } from '../install.mjs';

const { values } = parseArgs({ options: { repeat: { type: 'string', default: '1' } } });
const inFolder = (name) => fileURLToPath(new URL(name, import.meta.url));

const prefixes = '@prefix ex: <http://example.org/> .\n';
const data = (age) => `${prefixes}ex:ann a ex:Person ; ex:age ${age} .\n`;
const shapes = (more = '') => `@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ]${more} .
`;
const validationFiles = {
  'data.ttl': `# People.\n${data('"12"')}`,
  'other.ttl': data('34'),
  'shapes.ttl': shapes(),
  'stricter.ttl': shapes(' ;\n  sh:property [ sh:path ex:name ; sh:minCount 1 ]'),
  'lenient.ttl': shapes(' ;\n  sh:property [ sh:path ex:name ; sh:minCount 0 ]'),
};
const saved = `# shapes: shapes.ttl\n${data('12')}# the end\n`;

const languageFiles = {
  'data.ttl': `# shapes: shapes.ttl
@prefix ex: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix unused: <http://example.org/unused#> .

ex:ann a ex:Person ; rdfs:label "Ann" ;
  ex:age 34 ;
  ex:knows ex:bob .

ex:bob a ex:Person ;
  ex:age 12 ;
  ex:knows _:friend .

_:friend ex:age 7 .
`,
  'other.ttl': `${prefixes}ex:carl ex:knows ex:ann .\n`,
  'shapes.ttl': `@prefix ex: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ] ,
    [ sh:path ex:name ; sh:minCount 1 ] .

ex:Person a rdfs:Class ; rdfs:label "Person" ; rdfs:comment "A human being." .
ex:Person rdfs:subClassOf ex:Agent .
`,
};

/** The same person in each format, with a text that has to be a number. */
const formatFiles = (age) => ({
  'data.jsonld': `{
  "@context": { "ex": "http://example.org/" },
  "@id": "ex:ann",
  "@type": "ex:Person",
  "ex:knows": { "@id": "ex:bob" },
  "ex:age": ${age}
}
`,
  'data.rdf': `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ex="http://example.org/">
  <ex:Person rdf:about="http://example.org/ann">
    <!-- years -->
    <ex:age${age === 12 ? ' rdf:datatype="http://www.w3.org/2001/XMLSchema#integer"' : ''}>12</ex:age>
  </ex:Person>
</rdf:RDF>
`,
  'data.trig': `${prefixes}ex:people {\n  ex:ann a ex:Person ; ex:age ${age} . # years\n}\n`,
  'data.nt': `<http://example.org/ann> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/Person> .
<http://example.org/ann> <http://example.org/age> "12"${age === 12 ? '^^<http://www.w3.org/2001/XMLSchema#integer>' : ''} .
`,
});

/** What is run, in which files, and what has to be in one of them afterwards. */
const scenarios = [
  { script: 'validation.lua', files: validationFiles, after: { 'data.ttl': saved } },
  { script: 'language.lua', files: languageFiles, after: {} },
  {
    script: 'formats.lua',
    files: {
      ...formatFiles('"12"'),
      'shapes.ttl': shapes(),
      'shacl-repair.jsonc': '{ "links": [{ "data": "data.*", "shapes": "shapes.ttl" }] }',
    },
    after: formatFiles(12),
  },
];

const neovim = findNeovim();
let passed = 0;
let failed = 0;
if (neovim) {
  for (let run = 0; run < Number(values.repeat); run++) {
    for (const scenario of scenarios) edit(neovim, scenario);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Where there is none and none can be installed, the scenario is skipped, but not where everything has to run. */
function findNeovim() {
  try {
    return installNeovim();
  } catch (error) {
    if (process.env.CI || process.env.REQUIRE_SHARED === '1') throw error;
    console.log(`The scenario in Neovim is skipped. ${error.message}`);
    return undefined;
  }
}

function edit(nvim, { script, files, after }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-neovim-'));
  try {
    const workspace = path.join(folder, 'workspace');
    mkdirSync(workspace);
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(workspace, name), text);
    const results = path.join(folder, 'results.json');
    const { status, signal, stdout, stderr } = spawnSync(
      nvim,
      ['--headless', '--clean', '-S', inFolder(script)],
      {
        cwd: workspace,
        encoding: 'utf8',
        timeout: 180_000,
        env: {
          ...process.env,
          NODE: process.execPath,
          PATH: [commandFolder(folder), process.env.PATH].join(path.delimiter),
          SNIPPET: snippetFor(nvim, folder),
          RESULTS: results,
          CHECKS: inFolder('checks.lua'),
          // Nothing of the user's own Neovim.
          XDG_STATE_HOME: folder,
          XDG_DATA_HOME: folder,
          XDG_CACHE_HOME: folder,
          XDG_CONFIG_HOME: folder,
        },
      },
    );
    if (status !== 0) report('Neovim ends', false, `exit ${status ?? signal}\n${stdout}${stderr}`);
    else
      for (const { name, passed, seen } of JSON.parse(readFileSync(results, 'utf8')))
        report(name, passed, seen);
    for (const [name, expected] of Object.entries(after)) {
      const text = readFileSync(path.join(workspace, name), 'utf8');
      report(`${name} has the repair`, text === expected, text);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(name, isPassed, seen) {
  if (isPassed) passed++;
  else failed++;
  console.log(`${isPassed ? '✓' : '✗'} ${name}${isPassed ? '' : `\n${seen}`}`);
}

/** A folder for the PATH, with the command as an install from npm has it. */
function commandFolder(folder) {
  const bin = path.join(folder, 'bin');
  const program = path.join(root, 'dist/cli.js');
  mkdirSync(bin);
  chmodSync(program, 0o755);
  symlinkSync(program, path.join(bin, 'shacl-repair'));
  return bin;
}

/** The part of the page that is for this version, in a file. */
function snippetFor(nvim, folder) {
  const { stdout } = spawnSync(nvim, ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /^NVIM v(\d+)\.(\d+)/.exec(stdout).map(Number);
  console.log(stdout.split('\n')[0]);
  const heading = major > 0 || minor >= 11 ? '### 0.11 and newer' : '### 0.7 to 0.10';
  const page = readFileSync(path.join(root, 'docs/other-editors.md'), 'utf8');
  const section = page.slice(page.indexOf(`${heading}\n`));
  const file = path.join(folder, 'snippet.lua');
  writeFileSync(file, /```lua\n(.*?)```/s.exec(section)[1]);
  return file;
}
