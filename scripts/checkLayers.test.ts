import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import {
  architectureProblems,
  editorProtocolProblems,
  foldersOf,
  helperProblems,
  importsText,
  insideProblems,
  tableProblems,
  typeNameProblems,
} from './checkLayers.mjs';

const { layers } = createRequire(import.meta.url)('./layers.cjs') as {
  readonly layers: Readonly<Record<string, readonly string[]>>;
};
const names = Object.keys(layers);

test('a folder without a rule is found, and a rule without a folder, and one that allows what stands below', () => {
  const problems = tableProblems({ base: ['rdf'], rdf: [] }, ['base', 'new']);
  expect(problems).toEqual([
    'scripts/layers.cjs: server/src/new has no rule',
    'scripts/layers.cjs: there is no folder server/src/rdf',
    'scripts/layers.cjs: base may import rdf, which does not stand above it',
  ]);
});

test('the parts of a room stand together', () => {
  const layers = { rdf: [], sparql: [], 'rdf/turtle': ['rdf'] };
  expect(tableProblems(layers, Object.keys(layers))).toEqual([
    'scripts/layers.cjs: rdf/turtle stands apart from the rest of its room',
  ]);
});

test('each folder has a rule of its own, or lies in one, or all in it have one', () => {
  const tree: Readonly<Record<string, readonly string[]>> = {
    '': ['rdf', 'lab', 'new'],
    rdf: ['turtle', 'literals', 'unlisted'],
    lab: ['tasks', 'unruled'],
  };
  const subfolders = (folder: string) => tree[folder] ?? [];
  const layers = { rdf: [], 'rdf/turtle': ['rdf'], 'lab/tasks': [] };
  expect(foldersOf(layers, subfolders)).toEqual(['rdf', 'rdf/turtle', 'lab/tasks', 'lab/unruled', 'new']);
  expect(insideProblems(layers, { rdf: ['literals', 'gone'] }, subfolders)).toEqual([
    'scripts/layers.cjs: server/src/rdf/unlisted has no place in the order inside rdf',
    'scripts/layers.cjs: there is no folder server/src/rdf/gone',
  ]);
});

test('a table of ARCHITECTURE.md that says something else is found', () => {
  const table = (rows: object) =>
    Object.entries(rows)
      .map(([name, imports]) => `| \`${name}\` | ${imports} | … |\n`)
      .join('');
  const said = Object.fromEntries(names.map((name) => [name, importsText(name, layers)]));
  expect(architectureProblems(table(said), layers)).toEqual([]);
  expect(
    architectureProblems(
      table({ ...said, 'languageServer/engine': `${said['languageServer/engine']}, cli` }),
      layers,
    ),
  ).toEqual([
    `ARCHITECTURE.md: the row of languageServer/engine has to say “${said['languageServer/engine']}”`,
  ]);
  const { 'languageServer/engine': _, ...others } = said;
  expect(architectureProblems(table(others), layers)).toHaveLength(1);
});

test('code of the server in what the client bundles is found', () => {
  const problems = (text: string) => editorProtocolProblems('protocol.ts', text).length;
  expect(problems(`import { work } from '../../ide/work.ts';\n`)).toBe(1);
  expect(problems(`export {\n  work,\n} from '../../ide/work.ts';\n`)).toBe(1);
  expect(problems(`import type { Work } from '../../ide/work.ts';\nexport * from './own.ts';\n`)).toBe(0);
});

test('a helper that tests of one folder use only is found', () => {
  const shared = 'server/src/testing';
  const files = (users: readonly string[]) =>
    new Map([
      [`${shared}/check.ts`, ''],
      ...users.map((user) => [user, "import { check } from '../testing/check.ts';\n"] as const),
    ]);
  const problem = `${shared}/check.ts serves server/src/rdf only: it belongs there, as check.testing.ts`;
  expect(helperProblems(files(['server/src/rdf/a.test.ts', 'server/src/rdf/b.test.ts']))).toEqual([problem]);
  expect(helperProblems(files(['server/src/rdf/a.test.ts', 'server/src/shacl/b.test.ts']))).toEqual([]);
  expect(helperProblems(files([`${shared}/a.test.ts`]))).toEqual([]);
});

test('a name belongs to one exported type of the product', () => {
  const problems = (texts: Readonly<Record<string, string>>) =>
    typeNameProblems(new Map(Object.entries(texts)));
  const answer = 'export interface Answer {}';
  expect(problems({ 'server/src/a.ts': answer, 'client/src/b.ts': 'export type Answer<T> = T;' })).toEqual([
    'server/src/a.ts and client/src/b.ts export types of one name, Answer: name each by what it is',
  ]);
  expect(
    problems({
      'server/src/a.ts': answer,
      'server/src/b.ts':
        "interface Answer {}\nexport type { Answer } from './a.ts';\nexport const Answers = 1;",
      'server/src/c.testing.ts': answer,
      'server/src/testing/d.ts': answer,
      'bench/e.ts': answer,
    }),
  ).toEqual([]);
});
