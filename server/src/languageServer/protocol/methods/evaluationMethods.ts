/** The methods that measure repair systems, and how well a model speaks Turtle. */
import { anyOf, enumOf, type JsonShape, label, listOf, object, optional } from '../../../base/jsonShape.ts';
import type * as protocol from '../editor/protocol.ts';
import { whyRestricted } from '../editor/protocol.ts';
import { key, noParams, progress, uri } from '../paramShapes.ts';
import { method, uriOf } from './methodDeclaration.ts';

const choice = { systems: listOf(label, 1000), strategies: listOf(label, 1000) };
const cases = optional(listOf(key, 1_000_000));

/** The common part of requests that have systems attempt cases. */
const attempts = {
  about: uriOf,
  afterSettings: true,
  needs: 'setup',
  whyRestricted: whyRestricted.suites,
  engine: 'own',
  progress: 'steps',
} as const;

export const evaluationMethods = {
  /** What an evaluation would cost. Nothing is sent to models. With `partialResultToken` as in `evaluate`. */
  'shaclRepair/estimateEvaluation': method<protocol.EstimateEvaluationParams, protocol.EstimatedEvaluation>({
    params: object({
      uri,
      plan: anyOf<protocol.EvaluationPlan>(
        object({ kind: enumOf('begin'), ...choice }),
        object({ kind: enumOf('goOn'), run: uri }),
      ),
      cases,
      ...progress,
    }),
    ...attempts,
  }),
  /**
   * Has systems attempt the cases of a suite, and records the outcome in a folder, which is created or continued. With
   * `partialResultToken` the server reports its progress by `$/progress`, as `EvaluationProgress`. When it is cancelled or
   * fails, the recorded part stays and can be continued.
   */
  'shaclRepair/evaluate': method<protocol.EvaluateParams, protocol.Evaluated>({
    params: object({
      uri,
      run: uri,
      choice: optional(object(choice)),
      ...progress,
    }) as JsonShape<protocol.EvaluateParams>,
    ...attempts,
    goOn: (params) => ({ ...params, choice: undefined }),
  }),
  /**
   * Has a system attempt cases, and keeps nothing. With `partialResultToken` the server sends by `$/progress`, as
   * `TriedCases`, what it knows so far, all of it before the answer.
   */
  'shaclRepair/tryCases': method<protocol.TryCasesParams, protocol.TryCasesAnswer>({
    params: object({ uri, choice: object(choice), cases, ...progress }),
    ...attempts,
  }),
  /** What is known about runs. Folders without one are left out. */
  'shaclRepair/evaluationRuns': method<protocol.EvaluationRunsParams, readonly protocol.EvaluationRunInfo[]>({
    params: object({ uris: listOf(uri, 100_000) }),
    about: ({ uris: [first = ''] }) => first,
    afterSettings: true,
    engine: 'spare',
  }),
  /** The report of runs as a page. Several are compared. */
  'shaclRepair/evaluationReport': method<protocol.EvaluationReportParams, protocol.EvaluationReport>({
    params: object({ runs: listOf(uri, 10_000) }),
    about: ({ runs: [first = ''] }) => first,
    afterSettings: true,
    engine: 'spare',
  }),
};

export const modelCheckMethods = {
  /** What a check of the configured model would cost. Nothing is sent to it. */
  'shaclRepair/estimateModelCheck': method<object, protocol.EstimatedModelCheck>({
    params: noParams,
    about: () => '',
    afterSettings: true,
    needs: 'setup',
    whyRestricted: whyRestricted.models,
    engine: 'spare',
  }),
  /**
   * Asks the configured model about twenty questions with known answers. With `partialResultToken` the server reports its
   * progress by `$/progress`, as `ModelCheckProgress`. Nothing is kept.
   */
  'shaclRepair/checkModel': method<protocol.CheckModelParams, protocol.CheckedModel>({
    params: object(progress),
    about: () => '',
    afterSettings: true,
    needs: 'setup',
    whyRestricted: whyRestricted.models,
    engine: 'own',
    progress: 'steps',
  }),
};
