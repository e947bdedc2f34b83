/**
 * What is not done in a folder that its user does not trust: no suite is generated or evaluated, no program or model
 * started, nothing written but edits that the user accepts.
 */
import * as protocol from '../../protocol/editor/protocol.ts';

const { suites, models, exports } = protocol.whyRestricted;

/** Why a request is refused in Restricted Mode, by its method; undefined for what may be asked all the same. */
export const restrictedRequests: Readonly<Record<string, (params: unknown) => string | undefined>> = {
  [protocol.generateBenchmark]: () => suites,
  [protocol.estimateEvaluation]: () => suites,
  [protocol.evaluate]: () => suites,
  [protocol.tryCases]: () => suites,
  [protocol.modelRepairs]: () => models,
  [protocol.repairWithModel]: () => models,
  [protocol.sayConnection]: () => models,
  [protocol.extractFacts]: () => models,
  [protocol.estimateModelCheck]: () => models,
  [protocol.checkModel]: () => models,
  [protocol.generateSamples]: (params) =>
    (params as protocol.GenerateSamplesParams).withModel ? models : undefined,
  [protocol.exportReport]: () => exports,
};
