import { allowStore } from './allowStore.ts';
import { answerByHand } from './answerByHand.ts';
import { askModel } from './askModel.ts';
import { askStoresAgain } from './askStoresAgain.ts';
import { checkModel } from './checkModel.ts';
import { checkStoreChange } from './checkStoreChange.ts';
import { checkWith } from './checkWith.ts';
import { clearCoverage } from './clearCoverage.ts';
import type { Command } from './command.ts';
import type { CommandId } from './commandIds.ts';
import { compareCase } from './compareCase.ts';
import { crossCheck } from './crossCheck.ts';
import { declineInvitation } from './declineInvitation.ts';
import { draftShapes } from './draftShapes.ts';
import { evaluate } from './evaluate.ts';
import { explainConnection } from './explainConnection.ts';
import { extractFacts } from './extractFacts.ts';
import { fetchImports } from './fetchImports.ts';
import { fixAllInFile } from './fixAllInFile.ts';
import { fixWithAgent } from './fixWithAgent.ts';
import { forgetModelEndpoint } from './forgetModelEndpoint.ts';
import { forgetStore } from './forgetStore.ts';
import { generateBenchmark } from './generateBenchmark.ts';
import { generateSampleData } from './generateSampleData.ts';
import { gettingStarted } from './gettingStarted.ts';
import { linkShapes } from './linkShapes.ts';
import { mutationScore } from './mutationScore.ts';
import { openDocumentation } from './openDocumentation.ts';
import { openReport } from './openReport.ts';
import { repairPlan } from './repairPlan.ts';
import { repairWithModel } from './repairWithModel.ts';
import { restartServer } from './restartServer.ts';
import { setApiKey } from './setApiKey.ts';
import { setStorePassword } from './setStorePassword.ts';
import { showCoverage } from './showCoverage.ts';
import { showFocusNodes } from './showFocusNodes.ts';
import { showPrompt } from './showPrompt.ts';
import { showReport } from './showReport.ts';
import { showSuite } from './showSuite.ts';
import { tryOn } from './tryOn.ts';
import { useOntologyFile } from './useOntologyFile.ts';
import { validate } from './validate.ts';
import { validateWorkspace } from './validateWorkspace.ts';
import { why } from './why.ts';
import { writeInferred } from './writeInferred.ts';

/**
 * What each command does. This and everything else that only commands need is loaded with the first one that runs
 * (esbuild.mjs).
 */
export const allCommands: Readonly<Record<CommandId, Command>> = {
  'shaclRepair.gettingStarted': gettingStarted,
  'shaclRepair.openDocumentation': openDocumentation,
  'shaclRepair.validate': validate,
  'shaclRepair.validateWorkspace': validateWorkspace,
  'shaclRepair.linkShapes': linkShapes,
  'shaclRepair.checkWith': checkWith,
  'shaclRepair.declineInvitation': declineInvitation,
  'shaclRepair.useOntologyFile': useOntologyFile,
  'shaclRepair.fetchImports': fetchImports,
  'shaclRepair.showReport': showReport,
  'shaclRepair.why': why,
  'shaclRepair.showCoverage': showCoverage,
  'shaclRepair.showFocusNodes': showFocusNodes,
  'shaclRepair.tryOn': tryOn,
  'shaclRepair.fixAllInFile': fixAllInFile,
  'shaclRepair.repairPlan': repairPlan,
  'shaclRepair.fixWithAgent': fixWithAgent,
  'shaclRepair.askModel': askModel,
  'shaclRepair.repairWithModel': repairWithModel,
  'shaclRepair.showPrompt': showPrompt,
  'shaclRepair.explainConnection': explainConnection,
  'shaclRepair.extractFacts': extractFacts,
  'shaclRepair.generateSampleData': generateSampleData,
  'shaclRepair.generateBenchmark': generateBenchmark,
  'shaclRepair.showSuite': showSuite,
  'shaclRepair.showMutationScore': mutationScore,
  'shaclRepair.compareCase': compareCase,
  'shaclRepair.evaluate': evaluate,
  'shaclRepair.answerByHand': answerByHand,
  'shaclRepair.openReport': openReport,
  'shaclRepair.clearCoverage': clearCoverage,
  'shaclRepair.checkModel': checkModel,
  'shaclRepair.setApiKey': setApiKey,
  'shaclRepair.forgetModelEndpoint': forgetModelEndpoint,
  'shaclRepair.allowStore': allowStore,
  'shaclRepair.askStoresAgain': askStoresAgain,
  'shaclRepair.setStorePassword': setStorePassword,
  'shaclRepair.forgetStore': forgetStore,
  'shaclRepair.checkStoreChange': checkStoreChange,
  'shaclRepair.writeInferred': writeInferred,
  'shaclRepair.draftShapes': draftShapes,
  'shaclRepair.crossCheck': crossCheck,
  'shaclRepair.restartServer': restartServer,
};
