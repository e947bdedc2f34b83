const { inside, layers, pathOf, pure } = require('./scripts/layers.cjs');

/** A package, also where dependency-cruiser can't resolve it. */
const packages = (names) => `^(${names})(/|$)|node_modules/(${names})/`;
const inFolder = (...folders) => `^server/src/(${folders.map(pathOf).join('|')})`;

module.exports = {
  forbidden: [
    ...Object.entries(layers).map(([folder, allowed]) => ({
      name: `layer-${folder}`,
      severity: 'error',
      from: { path: inFolder(folder), pathNot: '\\.(test|testing)\\.ts$' },
      to: { path: '^(server|client)/', pathNot: inFolder(folder, ...allowed) },
    })),
    ...Object.entries(inside).flatMap(([folder, parts]) =>
      parts.slice(0, -1).map((part, i) => ({
        name: `inside-${folder}/${part}`,
        severity: 'error',
        from: { path: `^server/src/${folder}/${part}/`, pathNot: '\\.(test|testing)\\.ts$' },
        to: { path: `^server/src/${folder}/(${parts.slice(i + 1).join('|')})/` },
      })),
    ),
    {
      name: 'core-does-no-io',
      severity: 'error',
      from: {
        path: inFolder(...pure),
        pathNot: '\\.(test|testing)\\.ts$|^server/src/service/library/node(Thread)?\\.ts$',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'reports-need-hashes-only',
      severity: 'error',
      from: { path: inFolder('service/report'), pathNot: '\\.(test|testing)\\.ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    {
      // All others are used without an editor as well.
      name: 'editors-are-known-to-their-programs-only',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: '^server/src/(languageServer/(engine|lsp|protocol)|testing)/|\\.(test|testing)\\.ts$',
      },
      to: { path: packages('(@types/)?vscode|vscode-(?!uri)[\\w-]+') },
    },
    {
      name: 'programs-know-no-tests',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: '^server/src/testing/|\\.(test|testing)\\.ts$' },
      to: { path: '^server/src/testing/|\\.testing\\.ts$' },
    },
    {
      name: 'client-sees-only-protocol',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/test/' },
      to: {
        path: '^server/',
        pathNot: '^server/src/languageServer/protocol/(editor/protocol|methods/methods)\\.ts$',
      },
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
      from: { path: '^(server|client)/src/', pathNot: '^server/src/shacl/reference/referenceEngine\\.ts$' },
      to: { path: packages('rdf-validate-shacl') },
    },
    {
      name: 'sparqljs-is-wrapped',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: '^server/src/sparql/' },
      to: { path: packages('sparqljs|@traqula/[^/]+') },
    },
    {
      name: 'comunica-is-for-tests',
      severity: 'error',
      from: {
        path: '^(server|client)/src/',
        pathNot: '^server/src/(sparql/query/differential|shacl/rules)/comunica\\.testing\\.ts$',
      },
      to: { path: packages('@comunica') },
    },
    {
      name: 'n3-is-wrapped',
      severity: 'error',
      from: {
        path: '^(server|client)/src/',
        pathNot: `${inFolder('rdf', 'testing')}|\\.(test|testing)\\.ts$`,
      },
      to: { path: packages('n3') },
    },
    {
      name: 'openai-is-wrapped',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: '^server/src/platform/openAi/openAiModel\\.ts$' },
      to: { path: packages('openai') },
    },
    {
      name: 'readers-are-wrapped',
      severity: 'error',
      from: { path: '^(server|client)/src/', pathNot: '^server/src/rdf/readers/' },
      to: { path: packages('jsonld-streaming-parser|rdfxml-streaming-parser') },
    },
    {
      name: 'plot-is-wrapped',
      severity: 'error',
      from: { path: '^(server|client)/', pathNot: '^client/src/page/view/plot\\.ts$' },
      to: { path: packages('@observablehq') },
    },
    {
      name: 'shared-data-in-data-tests',
      severity: 'error',
      from: { path: '\\.test\\.ts$', pathNot: '\\.(data|slow|long|stores)\\.test\\.ts$' },
      to: { path: '^server/src/testing/shared\\.ts$' },
    },
    { name: 'no-cycles', severity: 'error', from: { path: '^(server|client)/' }, to: { circular: true } },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
