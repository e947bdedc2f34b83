/**
 * What is not done in a folder that its user does not trust: no suite is generated or evaluated, no program or model
 * started, nothing written but edits that the user accepts.
 */
import * as protocol from './protocol.ts';

const noSuite = restricted('No suite is generated or evaluated');
const noModel = restricted('Language models are not asked');
const noFile = restricted('No report is exported');

/** Why a request is refused in Restricted Mode, by its method; undefined for what may be asked all the same. */
export const restrictedRequests: Readonly<Record<string, (params: unknown) => string | undefined>> = {
  [protocol.generateBenchmark]: () => noSuite,
  [protocol.estimateEvaluation]: () => noSuite,
  [protocol.evaluate]: () => noSuite,
  [protocol.tryCases]: () => noSuite,
  [protocol.modelRepairs]: () => noModel,
  [protocol.repairWithModel]: () => noModel,
  [protocol.sayConnection]: () => noModel,
  [protocol.extractFacts]: () => noModel,
  [protocol.estimateModelCheck]: () => noModel,
  [protocol.checkModel]: () => noModel,
  [protocol.generateSamples]: (params) =>
    (params as protocol.GenerateSamplesParams).withModel ? noModel : undefined,
  [protocol.exportReport]: () => noFile,
};

function restricted(what: string): string {
  return `${what} in Restricted Mode. Trust this workspace for that.`;
}
