import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cruise } from './checkLayers.mjs';

const require = createRequire(import.meta.url);
const { inside, layers, pure } = require('./layers.cjs') as {
  readonly inside: Readonly<Record<string, readonly string[]>>;
  readonly layers: Readonly<Record<string, readonly string[]>>;
  readonly pure: readonly string[];
};
const { forbidden } = require('../.dependency-cruiser.cjs') as {
  readonly forbidden: readonly { readonly name: string }[];
};
const names = Object.keys(layers);

/** A file with an import that violates the given rules. */
interface Planted {
  readonly file: string;
  readonly imports: string;
  readonly refusedBy: readonly string[];
}

const inServer = (folder: string, name: string) => `server/src/${folder}/${name}.ts`;
const fromFolder = (folder: string, file: string) => `./${path.posix.relative(folder, file)}`;

const betweenFolders: readonly Planted[] = names.flatMap((from) =>
  names
    .filter((to) => to !== from)
    .map((to) => ({
      file: inServer(from, `to_${to.replaceAll('/', '_')}`),
      imports: fromFolder(from, `${to}/target.ts`),
      refusedBy: [
        ...(layers[from]!.includes(to) ? [] : [`layer-${from}`]),
        ...(to === 'testing' ? ['programs-know-no-tests'] : []),
      ],
    })),
);

const insideFolders: readonly Planted[] = Object.entries(inside).flatMap(([folder, parts]) =>
  parts.slice(0, -1).map((part, i) => ({
    file: inServer(`${folder}/${part}`, 'up'),
    imports: `../${parts[i + 1]}/target.ts`,
    refusedBy: [`inside-${folder}/${part}`],
  })),
);

const wrapped = {
  'rdf-validate-shacl': 'rdf-validate-shacl-is-wrapped',
  sparqljs: 'sparqljs-is-wrapped',
  '@traqula/parser-sparql-1-2': 'sparqljs-is-wrapped',
  '@comunica/query-sparql-rdfjs-lite': 'comunica-is-for-tests',
  n3: 'n3-is-wrapped',
  openai: 'openai-is-wrapped',
  'jsonld-streaming-parser': 'readers-are-wrapped',
  'rdfxml-streaming-parser': 'readers-are-wrapped',
  '@observablehq/plot': 'plot-is-wrapped',
};

const others: readonly Planted[] = [
  ...pure.map((folder) => ({
    file: inServer(folder, 'io'),
    imports: 'node:fs',
    refusedBy: ['core-does-no-io'],
  })),
  { file: inServer('service/report', 'io'), imports: 'node:fs', refusedBy: ['reports-need-hashes-only'] },
  { file: inServer('service/report', 'hash'), imports: 'node:crypto', refusedBy: [] },
  ...names
    .filter((folder) => !/^languageServer\/(engine|lsp|protocol)$|^testing$/.test(folder))
    .flatMap((folder) =>
      ['vscode', 'vscode-languageserver', 'vscode-jsonrpc/node'].map((imports, i) => ({
        file: inServer(folder, `editor${i}`),
        imports,
        refusedBy: ['editors-are-known-to-their-programs-only'],
      })),
    ),
  { file: inServer('base', 'uris'), imports: 'vscode-uri', refusedBy: [] },
  ...Object.entries(wrapped).map(([imports, rule], i) => ({
    file: inServer('service/ide', `wrapped${i}`),
    imports,
    refusedBy: [rule],
  })),
  {
    file: 'client/src/seesEngine.ts',
    imports: '../../server/src/languageServer/engine/target.ts',
    refusedBy: ['client-sees-only-protocol'],
  },
  {
    file: 'client/src/seesMessages.ts',
    imports: '../../server/src/languageServer/protocol/target.ts',
    refusedBy: ['client-sees-only-protocol'],
  },
  {
    file: 'client/src/seesProtocol.ts',
    imports: '../../server/src/languageServer/protocol/editor/protocol.ts',
    refusedBy: [],
  },
  {
    file: 'client/test/seesLsp.ts',
    imports: '../../server/src/languageServer/lsp/target.ts',
    refusedBy: ['scenarios-see-only-test-helpers'],
  },
  { file: 'client/test/seesTesting.ts', imports: '../../server/src/testing/target.ts', refusedBy: [] },
  {
    file: inServer('testing', 'client'),
    imports: '../../../client/src/seesProtocol.ts',
    refusedBy: ['layer-testing'],
  },
  {
    file: inServer('rdf', 'plain.test'),
    imports: '../testing/shared.ts',
    refusedBy: ['shared-data-in-data-tests'],
  },
  { file: inServer('rdf', 'w3c.data.test'), imports: '../testing/shared.ts', refusedBy: [] },
  { file: inServer('rdf', 'real.stores.test'), imports: '../testing/shared.ts', refusedBy: [] },
  { file: inServer('rdf', 'check.test'), imports: './check.testing.ts', refusedBy: [] },
  { file: inServer('rdf', 'check.testing'), imports: '../vio/target.ts', refusedBy: [] },
  {
    file: inServer('rdf', 'seesHelper'),
    imports: './check.testing.ts',
    refusedBy: ['programs-know-no-tests'],
  },
  // A cycle is reported once.
  { file: inServer('base', 'one'), imports: './two.ts', refusedBy: ['no-cycles'] },
  { file: inServer('base', 'two'), imports: './one.ts', refusedBy: [] },
];

const planted = [...betweenFolders, ...insideFolders, ...others];
const folder = mkdtempSync(path.join(os.tmpdir(), 'layers-'));
const found = new Map<string, string[]>();

beforeAll(() => {
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  write('tsconfig.json', '{ "compilerOptions": { "module": "nodenext" } }');
  for (const name of names) write(inServer(name, 'target'), 'export const target = 1;\n');
  for (const [name, parts] of Object.entries(inside)) {
    for (const part of parts) write(inServer(`${name}/${part}`, 'target'), 'export const target = 1;\n');
  }
  write('server/src/languageServer/protocol/editor/protocol.ts', 'export const target = 1;\n');
  write(inServer('testing', 'shared'), 'export const target = 1;\n');
  for (const { file, imports } of planted) write(file, `import '${imports}';\n`);
  for (const { rule, from } of cruise(folder).violations) {
    found.set(from, [...(found.get(from) ?? []), rule.name]);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('each planted import is refused by the rule that it breaks, and no other one', () => {
  const wrong = planted
    .map(({ file, refusedBy }) => ({
      file,
      expected: refusedBy.toSorted().join(),
      actual: [...new Set(found.get(file))].toSorted().join(),
    }))
    .filter(({ expected, actual }) => expected !== actual);
  expect(wrong).toEqual([]);
});

test('each rule was broken once', () => {
  const broken = new Set(planted.flatMap(({ refusedBy }) => refusedBy));
  expect(forbidden.map(({ name }) => name).filter((name) => !broken.has(name))).toEqual([]);
});
