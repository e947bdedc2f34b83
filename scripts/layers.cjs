/**
 * The folders of server/src and the folders that each may import. A folder imports only folders above it, so there are
 * no cycles between folders. `npm run layers` checks the imports and the table of ARCHITECTURE.md against this.
 */
const core = [
  'base',
  'rdf',
  'turtle',
  'sparql',
  'shacl',
  'project',
  'edits',
  'syntaxRepair',
  'repair',
  'llm',
  'vio',
  'statistics',
  'pages',
  'authoring',
  'ide',
  'evaluation',
  'tasks',
  'report',
  'language',
];
const without = (folders, ...left) => folders.filter((folder) => !left.includes(folder));

const layers = {
  base: [],
  rdf: ['base'],
  turtle: ['base', 'rdf'],
  sparql: ['base', 'rdf'],
  shacl: ['base', 'rdf', 'turtle', 'sparql'],
  project: ['base', 'rdf', 'turtle', 'sparql', 'shacl'],
  edits: ['base', 'rdf', 'turtle'],
  syntaxRepair: ['base', 'rdf', 'turtle'],
  repair: ['base', 'rdf', 'turtle', 'sparql', 'shacl', 'project', 'edits'],
  llm: ['base', 'rdf', 'turtle', 'sparql', 'shacl', 'project', 'edits', 'repair'],
  vio: ['base', 'rdf', 'turtle', 'sparql', 'shacl', 'project', 'edits', 'repair'],
  statistics: ['base'],
  pages: [],
  authoring: [
    'base',
    'rdf',
    'turtle',
    'sparql',
    'shacl',
    'project',
    'edits',
    'syntaxRepair',
    'repair',
    'llm',
    'vio',
  ],
  ide: [
    'base',
    'rdf',
    'turtle',
    'sparql',
    'shacl',
    'project',
    'edits',
    'syntaxRepair',
    'repair',
    'llm',
    'vio',
  ],
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
  report: [
    'base',
    'rdf',
    'turtle',
    'sparql',
    'shacl',
    'project',
    'edits',
    'syntaxRepair',
    'repair',
    'llm',
    'vio',
    'ide',
  ],
  language: ['base', 'rdf', 'turtle', 'shacl', 'project', 'edits', 'repair', 'ide'],
  platform: ['base', 'shacl', 'project', 'llm', 'vio', 'pages', 'ide', 'evaluation'],
  protocol: ['base', 'project', 'llm', 'statistics', 'ide', 'evaluation', 'tasks', 'report', 'language'],
  jobs: [...without(core, 'authoring', 'report', 'language'), 'platform'],
  engine: [...core, 'platform', 'protocol', 'jobs'],
  lsp: ['base', 'project', 'llm', 'evaluation', 'platform', 'protocol'],
  cli: [...without(core, 'authoring'), 'platform', 'protocol', 'jobs', 'lsp'],
  library: ['base', 'rdf', 'turtle', 'sparql', 'shacl', 'project', 'repair', 'ide', 'report', 'language'],
  testing: [...core, 'platform', 'protocol', 'jobs', 'engine', 'lsp', 'cli', 'library'],
};

/**
 * Folders without access to files, processes or clocks. `report` is not among them, because it names results by hashes
 * and needs node:crypto for that.
 */
const pure = [...without(core, 'report'), 'protocol', 'library'];

module.exports = { layers, pure };
