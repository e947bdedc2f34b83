/**
 * The folders of server/src, from below: twelve rooms and `testing`. A folder imports only folders above it in this
 * list, and the parts of a room stand together, so nothing runs up and there are no cycles, neither between rooms nor
 * between folders. `npm run layers` checks the imports and the table of ARCHITECTURE.md against this.
 */
const core = [
  'base',
  'base/pages',
  'base/report',
  'rdf',
  'rdf/turtle',
  'rdf/readers',
  'rdf/edits',
  'rdf/syntaxRepair',
  'sparql',
  'shacl',
  'workspace/store',
  'workspace/project',
  'repair',
  'repair/llm',
  'vio',
  'service/ide',
  'service/report',
  'service/language',
  'lab/statistics',
  'lab/authoring',
  'lab/evaluation',
  'lab/tasks',
];
const without = (folders, ...left) => folders.filter((folder) => !left.includes(folder));
const upTo = (folder, ...left) => without(core.slice(0, core.indexOf(folder)), ...left);

const layers = {
  base: [],
  'base/pages': [],
  'base/report': ['base', 'base/pages'],
  rdf: ['base'],
  'rdf/turtle': ['base', 'rdf'],
  'rdf/readers': ['base', 'rdf', 'rdf/turtle'],
  'rdf/edits': ['base', 'rdf', 'rdf/turtle'],
  'rdf/syntaxRepair': ['base', 'rdf', 'rdf/turtle'],
  sparql: ['base', 'rdf'],
  shacl: ['base', 'rdf', 'rdf/turtle', 'sparql'],
  'workspace/store': ['base', 'rdf', 'rdf/turtle', 'shacl'],
  'workspace/project': ['base', 'rdf', 'rdf/turtle', 'sparql', 'shacl'],
  repair: upTo('repair', 'base/pages', 'rdf/syntaxRepair', 'workspace/store'),
  'repair/llm': upTo('repair/llm', 'base/pages', 'rdf/syntaxRepair', 'workspace/store'),
  vio: upTo('vio', 'base/pages', 'rdf/syntaxRepair', 'workspace/store', 'repair/llm'),
  'service/ide': upTo('service/ide', 'base/pages'),
  'service/report': upTo('service/report', 'base/pages', 'workspace/store'),
  'service/language': [
    'base',
    'rdf',
    'rdf/turtle',
    'rdf/edits',
    'shacl',
    'workspace/project',
    'repair',
    'service/ide',
  ],
  'service/library': [
    'base',
    'rdf',
    'rdf/turtle',
    'sparql',
    'shacl',
    'workspace/project',
    'repair',
    'service/ide',
    'service/report',
    'service/language',
  ],
  'lab/statistics': ['base'],
  'lab/authoring': upTo('service/ide', 'base/pages', 'workspace/store'),
  'lab/evaluation': [...upTo('service/ide', 'rdf/syntaxRepair', 'workspace/store'), 'lab/statistics'],
  'lab/tasks': [
    'base',
    'base/pages',
    'base/report',
    'rdf',
    'rdf/turtle',
    'rdf/readers',
    'shacl',
    'repair/llm',
    'lab/statistics',
    'lab/evaluation',
  ],
  platform: [
    'base',
    'base/pages',
    'shacl',
    'workspace/store',
    'workspace/project',
    'repair/llm',
    'vio',
    'service/ide',
    'lab/evaluation',
  ],
  'languageServer/protocol': [
    'base',
    'workspace/project',
    'repair/llm',
    'service/ide',
    'service/report',
    'service/language',
    'lab/statistics',
    'lab/evaluation',
    'lab/tasks',
  ],
  'languageServer/jobs': [
    ...without(core, 'service/report', 'service/language', 'lab/authoring'),
    'platform',
  ],
  'languageServer/engine': [...core, 'platform', 'languageServer/protocol', 'languageServer/jobs'],
  'languageServer/lsp': [
    'base',
    'workspace/project',
    'repair/llm',
    'lab/evaluation',
    'platform',
    'languageServer/protocol',
  ],
  cli: [
    ...without(core, 'lab/authoring'),
    'platform',
    'languageServer/protocol',
    'languageServer/jobs',
    'languageServer/lsp',
  ],
};
layers.testing = Object.keys(layers);

/**
 * The folders inside them, from below. A folder imports those that stand before it in its list; the files beside them
 * may import all of them.
 */
const inside = {
  rdf: ['literals'],
  'rdf/turtle': ['formatting'],
  'rdf/edits': ['writing'],
  sparql: ['query'],
  shacl: [
    'model',
    'components',
    'draft',
    'paths',
    'sparql',
    'shapesGraph',
    'entailment',
    'incremental',
    'reference',
    'results',
    'lint',
    'rules',
    'coverage',
    'why',
  ],
  'workspace/store': ['pushDown'],
  repair: [
    'drafts',
    'evidence',
    'proof',
    'scorecard',
    'slips',
    'values',
    'components',
    'search',
    'joint',
    'shapes',
  ],
  'repair/llm': ['model', 'conversation', 'prompt', 'answer'],
  vio: ['expansion', 'cases', 'mistakes', 'realism', 'suite'],
  'service/ide': [
    'benchmark',
    'coverage',
    'diagnostics',
    'storeRepairs',
    'storeSample',
    'suppressions',
    'stores',
    'repairs',
    'model',
  ],
  'service/language': [
    'folding',
    'occurrences',
    'rename',
    'sorting',
    'vocabularies',
    'labels',
    'completion',
    'hints',
    'hover',
    'paste',
    'prefixes',
    'iris',
    'symbols',
    'navigation',
    'lenses',
    'tokens',
  ],
  'lab/authoring': ['connection', 'extraction', 'samples'],
  'lab/evaluation': ['suite', 'scores', 'run', 'requests', 'systems', 'reports', 'leaderboard'],
  'lab/tasks': ['scores', 'syntax', 'check', 'feedback', 'questions'],
  platform: ['files', 'openAi', 'reading', 'processes', 'records', 'watch', 'web', 'stores'],
  'languageServer/protocol': ['editor', 'methods', 'engine'],
  'languageServer/jobs': ['checkModel', 'evaluate', 'files', 'generate', 'models'],
  'languageServer/engine': [
    'benchmarks',
    'documents',
    'evaluation',
    'language',
    'modelCheck',
    'models',
    'authoring',
    'stores',
  ],
  'languageServer/lsp': ['engines', 'documents', 'models', 'stores', 'handlers', 'transport'],
  cli: [
    'output',
    'input',
    'completion',
    'draft',
    'evaluate',
    'explain',
    'format',
    'generate',
    'imports',
    'infer',
    'lint',
    'modelCheck',
    'process',
    'project',
    'repair',
    'suite',
    'validate',
  ],
};

/**
 * Folders without access to files, processes or clocks. `service/report` is not among them, because it names results
 * by hashes and needs node:crypto for that.
 */
const pure = [...without(core, 'service/report'), 'languageServer/protocol', 'service/library'];

/** What matches paths in a folder of `layers`, without those below it that are folders of `layers` themselves. */
function pathOf(folder) {
  const below = Object.keys(layers)
    .filter((name) => name.startsWith(`${folder}/`))
    .map((name) => name.slice(folder.length + 1));
  return below.length === 0 ? `${folder}/` : `${folder}/(?!(${below.join('|')})/)`;
}

module.exports = { layers, inside, pure, pathOf };
