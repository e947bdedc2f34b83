/**
 * Checks the imports with .dependency-cruiser.cjs, and everything else about layers against scripts/layers.cjs: each
 * folder of server/src has a rule, the table of ARCHITECTURE.md agrees with the rules, and no two types share a name.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const config = path.join(root, '.dependency-cruiser.cjs');

/** @returns the number of modules in a checkout, and the imports that break the rules. */
export function cruise(folder) {
  const args = [bin, 'client/src', 'client/test', 'server/src', '--config', config, '--output-type', 'json'];
  const { totalCruised, violations } = JSON.parse(output(process.execPath, args, folder)).summary;
  return { totalCruised, violations };
}

/** The output of a program, even if it fails; dependency-cruiser fails when it finds something. */
function output(program, args, cwd) {
  try {
    return execFileSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  } catch (error) {
    if (!error.stdout) throw error;
    return error.stdout;
  }
}

/** The top folder: several folders with rules can share one. */
const roomOf = (folder) => folder.split('/')[0];

/** The folders that need a rule: each room, or the folders in it if they have rules and the room has none. */
export function foldersOf(layers, subfolders) {
  return subfolders('').flatMap((room) => {
    const parts = subfolders(room).map((name) => `${room}/${name}`);
    const ruled = parts.filter((part) => part in layers);
    if (room in layers || ruled.length === 0) return [room, ...ruled];
    return parts;
  });
}

/** Folders inside those with rules that have no place in their order, and places without a folder. */
export function insideProblems(layers, inside, subfolders) {
  return Object.keys(layers)
    .filter((folder) => folder !== 'testing')
    .flatMap((folder) => {
      const listed = inside[folder] ?? [];
      const found = subfolders(folder).filter((name) => !(`${folder}/${name}` in layers));
      return [
        ...found
          .filter((name) => !listed.includes(name))
          .map((name) => `server/src/${folder}/${name} has no place in the order inside ${folder}`),
        ...listed
          .filter((name) => !found.includes(name))
          .map((name) => `there is no folder server/src/${folder}/${name}`),
      ];
    })
    .map((problem) => `scripts/layers.cjs: ${problem}`);
}

/** Folders without a rule, rules without a folder, and rules that allow imports from folders further down. */
export function tableProblems(layers, folders) {
  const names = Object.keys(layers);
  return [
    ...folders
      .filter((folder) => !names.includes(folder))
      .map((folder) => `server/src/${folder} has no rule`),
    ...names.filter((name) => !folders.includes(name)).map((name) => `there is no folder server/src/${name}`),
    ...names.flatMap((name, i) =>
      layers[name]
        .filter((allowed) => !names.slice(0, i).includes(allowed))
        .map((allowed) => `${name} may import ${allowed}, which does not stand above it`),
    ),
    ...names
      .filter((name, i) => i > 0 && roomOf(names[i - 1]) !== roomOf(name))
      .filter((name) => names.slice(0, names.indexOf(name)).some((above) => roomOf(above) === roomOf(name)))
      .map((name) => `${name} stands apart from the rest of its room`),
  ].map((problem) => `scripts/layers.cjs: ${problem}`);
}

/**
 * The table entry for the folders that one may import: either a list of them or the exceptions, whichever is shorter.
 */
export function importsText(name, layers) {
  const names = Object.keys(layers);
  const above = names.slice(0, names.indexOf(name));
  const allowed = above.filter((folder) => layers[name].includes(folder));
  const left = above.filter((folder) => !allowed.includes(folder));
  if (allowed.length === 0) return '–';
  if (left.length === 0) return 'all above';
  if (allowed.length < 5) return allowed.join(', ');
  return left.length < allowed.length ? `all above but ${left.join(', ')}` : allowed.join(', ');
}

/** The differences between the table of ARCHITECTURE.md and the rules. */
export function architectureProblems(text, layers) {
  const rows = [...text.matchAll(/^\| `([\w/]+)` \| ([^|]*) \|/gm)].map(([, name, imports]) => ({
    name,
    imports,
  }));
  const names = Object.keys(layers);
  const order =
    rows.map(({ name }) => name).join() === names.join()
      ? []
      : [`its table of layers has not the rows of scripts/layers.cjs: ${names.join(', ')}`];
  const imports = rows
    .filter(({ name }) => names.includes(name))
    .map((row) => ({ ...row, expected: importsText(row.name, layers) }))
    .filter((row) => row.imports.trim() !== row.expected)
    .map((row) => `the row of ${row.name} has to say “${row.expected}”`);
  return [...order, ...imports].map((problem) => `ARCHITECTURE.md: ${problem}`);
}

/** The client bundles this part of the protocol, so it may contain only types and the names of requests. */
export function editorProtocolProblems(file, text) {
  return [...text.matchAll(/^(?:import|export)(?! type\b)[^;]*? from '([^']+)'/gm)]
    .filter(([, from]) => !from.startsWith('./'))
    .map(([, from]) => `${file}: what it imports of ${from} have to be types (import type)`);
}

/** Helpers in server/src/testing that only tests of one folder use. They belong beside those tests. */
export function helperProblems(files) {
  const users = new Map();
  for (const [file, text] of files) {
    for (const [, to] of text.matchAll(/\bfrom '(\.[^']+)'/g)) {
      const helper = path.posix.join(path.posix.dirname(file), to);
      users.set(helper, (users.get(helper) ?? new Set()).add(path.posix.dirname(file)));
    }
  }
  const shared = 'server/src/testing';
  return [...files.keys()]
    .filter((file) => path.posix.dirname(file) === shared && !file.endsWith('.test.ts'))
    .filter((file) => users.get(file)?.size === 1 && !users.get(file).has(shared))
    .map((file) => {
      const name = path.posix.basename(file, '.ts');
      return `${file} serves ${[...users.get(file)]} only: it belongs there, as ${name}.testing.ts`;
    });
}

/** Types that two product files export under one name: readers and editors can't know which one is meant. */
export function typeNameProblems(files) {
  const exporters = new Map();
  for (const [file, text] of files) {
    if (!/^(?:client|server)\/src\//.test(file)) continue;
    if (/\.(?:test|testing)\.ts$/.test(file) || file.startsWith('server/src/testing/')) continue;
    for (const [, name] of text.matchAll(
      /^export (?:declare |abstract |const )*(?:class|enum|interface|type) (\w+)/gm,
    )) {
      exporters.set(name, [...(exporters.get(name) ?? []), file]);
    }
  }
  return [...exporters]
    .filter(([, all]) => all.length > 1)
    .map(([name, all]) => `${all.join(' and ')} export types of one name, ${name}: name each by what it is`);
}

/** The texts of all modules by path. */
function modules() {
  const folders = ['bench', 'client/src', 'client/test', 'scripts', 'server/src'];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs)$/.test(name))
      .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/'))),
  );
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

function problemsHere() {
  const { inside, layers } = createRequire(import.meta.url)('./layers.cjs');
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const subfolders = (folder) =>
    readdirSync(path.join(root, 'server/src', folder), { withFileTypes: true })
      .filter((each) => each.isDirectory() && each.name !== '__snapshots__')
      .map(({ name }) => name);
  const editor = 'server/src/languageServer/protocol/editor';
  const files = modules();
  return [
    ...tableProblems(layers, foldersOf(layers, subfolders)),
    ...insideProblems(layers, inside, subfolders),
    ...architectureProblems(read('ARCHITECTURE.md'), layers),
    ...helperProblems(files),
    ...typeNameProblems(files),
    ...readdirSync(path.join(root, editor)).flatMap((name) =>
      editorProtocolProblems(`${editor}/${name}`, read(`${editor}/${name}`)),
    ),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { totalCruised, violations } = cruise(root);
  const problems = [
    ...violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
    // Without a usable parser, dependency-cruiser passes without checking anything.
    ...(totalCruised < 50
      ? [`only ${totalCruised} modules were seen: is the parser @swc/core installed?`]
      : []),
    ...problemsHere(),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log(`layers hold: ${totalCruised} modules, no violations`);
}
