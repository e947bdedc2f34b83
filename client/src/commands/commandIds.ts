/** All commands; package.json has the titles of those that users look for. */
export const commandIds = [
  'shaclRepair.gettingStarted',
  'shaclRepair.openDocumentation',
  'shaclRepair.validate',
  'shaclRepair.linkShapes',
  'shaclRepair.useOntologyFile',
  'shaclRepair.showReport',
  'shaclRepair.fixAllInFile',
  'shaclRepair.askModel',
  'shaclRepair.repairWithModel',
  'shaclRepair.showPrompt',
  'shaclRepair.explainConnection',
  'shaclRepair.generateSampleData',
  'shaclRepair.extractFacts',
  'shaclRepair.generateBenchmark',
  'shaclRepair.showSuite',
  'shaclRepair.compareCase',
  'shaclRepair.evaluate',
  'shaclRepair.openReport',
  'shaclRepair.clearCoverageHints',
  'shaclRepair.checkModel',
  'shaclRepair.setApiKey',
  'shaclRepair.clearApiKey',
  'shaclRepair.crossCheck',
  'shaclRepair.restartServer',
] as const;

export type CommandId = (typeof commandIds)[number];
