// The layers of ARCHITECTURE.md. That table and this object are the same thing: change both in one commit.
const layers = {
  base: [],
  rdf: ['base'],
  turtle: ['base', 'rdf'],
  sparql: ['base', 'rdf'],
  shacl: ['base', 'rdf', 'turtle', 'sparql'],
  project: ['base', 'rdf', 'turtle', 'sparql', 'shacl'],
  edits: ['base', 'rdf', 'turtle'],
  repair: ['base', 'rdf', 'turtle', 'sparql', 'shacl', 'project', 'edits'],
  llm: ['base', 'rdf', 'turtle', 'sparql', 'shacl', 'project', 'edits', 'repair'],
  vio: ['base', 'rdf', 'turtle', 'sparql', 'shacl', 'project', 'edits', 'repair'],
  authoring: ['base', 'rdf', 'turtle', 'sparql', 'shacl', 'project', 'edits', 'repair', 'llm', 'vio'],
  ide: ['base', 'rdf', 'turtle', 'sparql', 'shacl', 'project', 'edits', 'repair', 'llm', 'vio'],
  statistics: ['base'],
  pages: [],
  evaluation: [
    'base',
    'rdf',
    'turtle',
    'sparql',
    'shacl',
    'project',
    'edits',
    'repair',
    'llm',
    'vio',
    'statistics',
    'pages',
  ],
  tasks: ['base', 'rdf', 'turtle', 'shacl', 'llm', 'statistics', 'pages', 'evaluation'],
  report: ['base', 'rdf', 'turtle', 'sparql', 'shacl', 'project', 'edits', 'repair', 'llm', 'vio', 'ide'],
};
// Reports name results by hashes, for which they need node:crypto.
const pure = Object.keys(layers).filter((folder) => folder !== 'report');
const inFolder = (folder) => `^server/src/${folder}/`;

module.exports = {
  forbidden: [
    ...Object.entries(layers).map(([folder, allowed]) => ({
      name: `layer-${folder}`,
      severity: 'error',
      from: { path: inFolder(folder), pathNot: '\\.test\\.ts$' },
      to: { path: '^(server|client)/', pathNot: `^server/src/(${[folder, ...allowed].join('|')})/` },
    })),
    {
      name: 'core-does-no-io',
      severity: 'error',
      from: { path: `^server/src/(${pure.join('|')})/`, pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'core-knows-no-editor',
      severity: 'error',
      from: { path: `^server/src/(${pure.join('|')})/` },
      to: { path: '^vscode$|node_modules/vscode-(?!uri/)' },
    },
    {
      name: 'client-sees-only-protocol',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/test/' },
      to: { path: '^server/', pathNot: '^server/src/lsp/protocol\\.ts$' },
    },
    {
      name: 'scenarios-see-only-test-helpers',
      severity: 'error',
      from: { path: '^client/test/' },
      to: { path: '^server/', pathNot: '^server/src/testing/' },
    },
    {
      name: 'rdf-validate-shacl-is-wrapped',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: '^server/src/shacl/reference\\.ts$' },
      to: { path: 'node_modules/rdf-validate-shacl/' },
    },
    {
      name: 'sparqljs-is-wrapped',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: '^server/src/sparql/' },
      to: { path: 'node_modules/sparqljs/' },
    },
    {
      name: 'comunica-is-wrapped',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: '^server/src/sparql/solutions\\.ts$' },
      to: { path: 'node_modules/@comunica/' },
    },
    {
      name: 'n3-is-wrapped',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: '^server/src/(rdf|testing)/|\\.test\\.ts$' },
      to: { path: 'node_modules/n3/' },
    },
    {
      name: 'openai-is-wrapped',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: '^server/src/platform/openAiModel\\.ts$' },
      to: { path: 'node_modules/openai/' },
    },
    {
      name: 'plot-is-wrapped',
      severity: 'error',
      from: { path: '^(server|client)/', pathNot: '^client/src/page/view/plot\\.ts$' },
      to: { path: 'node_modules/@observablehq/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
