/** The methods that generate, read and check suites of violations, which are named by the uris of their suite.json. */
import {
  boolean,
  enumOf,
  label,
  listOf,
  object,
  optional,
  string,
  wholeNumberFrom,
} from '../../../base/jsonShape.ts';
import type * as protocol from '../editor/protocol.ts';
import { whyRestricted } from '../editor/protocol.ts';
import { key, progress, uri } from '../paramShapes.ts';
import { method, uriOf } from './methodDeclaration.ts';

export const suiteMethods = {
  /**
   * Generates a suite of violations from an open document and its shapes, and writes it to a folder. With
   * `partialResultToken` the server reports its progress by `$/progress`, as `BenchmarkProgress`. When it is cancelled or
   * fails, the folder stays as it was.
   */
  'shaclRepair/generateBenchmark': method<protocol.GenerateBenchmarkParams, protocol.GeneratedBenchmark>({
    params: object({
      uri,
      folder: uri,
      options: object({
        mode: label,
        mix: optional(enumOf('even', 'any')),
        unlikely: optional(boolean),
        seed: wholeNumberFrom(0, Number.MAX_SAFE_INTEGER),
        crossCheck: enumOf('all', 'none'),
        ifInvalid: enumOf('refuse', 'repair', 'restrict'),
      }),
      ...progress,
    }),
    about: uriOf,
    whyRestricted: whyRestricted.suites,
    engine: 'own with texts',
    progress: 'steps',
  }),
  /** The contents of a suite on disk. */
  'shaclRepair/suite': method<protocol.SuiteParams, protocol.SuiteAnswer>({
    params: object({ uri }),
    about: uriOf,
    engine: 'spare',
  }),
  /** The change of a case, and the results that it causes. */
  'shaclRepair/suiteCase': method<protocol.SuiteCaseParams, protocol.SuiteCaseAnswer>({
    params: object({ uri, id: key }),
    about: uriOf,
    engine: 'spare',
  }),
  /** The text that a case changes, before and after. */
  'shaclRepair/caseTexts': method<protocol.SuiteCaseParams, protocol.CaseTextsAnswer>({
    params: object({ uri, id: key }),
    about: uriOf,
    engine: 'spare',
  }),
  /**
   * Checks cases again: that the graph is valid, and that the changed graph has the results that are recorded, or with
   * `shapes` whether these judge them as those of the suite do. With `partialResultToken` the server sends by `$/progress`,
   * as `VerifiedCases`, what it has found so far.
   */
  'shaclRepair/verifySuite': method<protocol.VerifySuiteParams, protocol.VerifySuiteAnswer>({
    params: object({
      uri,
      cases: optional(listOf(key, 1_000_000)),
      shapes: optional(listOf(string, 100)),
      ...progress,
    }),
    about: uriOf,
    engine: 'spare',
    progress: 'steps',
  }),
  /**
   * How much of its shapes a suite tests: removes each constraint in turn, and checks whether that changes what is found. With
   * `partialResultToken` the server reports its progress by `$/progress`, as `BenchmarkProgress`.
   */
  'shaclRepair/mutationScore': method<protocol.MutationScoreParams, protocol.MutationScoreAnswer>({
    params: object({ uri, ...progress }),
    about: uriOf,
    engine: 'spare',
    progress: 'steps',
  }),
};
