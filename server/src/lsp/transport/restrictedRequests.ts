/**
 * What is refused in a folder that its user does not trust: generating or evaluating suites, starting programs or models,
 * and writing anything but edits that the user accepts.
 */
import * as protocol from '../../protocol/editor/protocol.ts';
import { methods } from '../../protocol/methods/methods.ts';

const { suites, models } = protocol.whyRestricted;

/** Why a request is refused in Restricted Mode, by its method; undefined for requests that are allowed. */
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
  ...Object.fromEntries(
    Object.entries<{ readonly whyRestricted?: string }>(methods).flatMap(([method, { whyRestricted }]) =>
      whyRestricted === undefined ? [] : [[method, () => whyRestricted]],
    ),
  ),
};
