/** The requests that are about benchmarks. Suites are named by the uris of their suite.json. */
import type {
  BenchmarkOptions,
  BenchmarkProgress,
  CaseTextsAnswer,
  GeneratedBenchmark,
  SuiteAnswer,
  SuiteCaseAnswer,
  VerifiedCases,
  VerifySuiteAnswer,
} from '../editor/protocol.ts';
import type { EngineRequestType } from './engineRequestType.ts';

export interface BenchmarkRequests {
  readonly generateBenchmark: EngineRequestType<
    { readonly folder: string; readonly options: BenchmarkOptions },
    GeneratedBenchmark
  >;
  readonly suite: EngineRequestType<object, SuiteAnswer>;
  readonly suiteCase: EngineRequestType<{ readonly id: string }, SuiteCaseAnswer>;
  readonly caseTexts: EngineRequestType<{ readonly id: string }, CaseTextsAnswer>;
  readonly verifySuite: EngineRequestType<{ readonly cases?: readonly string[] }, VerifySuiteAnswer>;
}

/** How far an answer is. */
export type BenchmarkStep =
  | ({ readonly kind: 'generated' } & BenchmarkProgress)
  | ({ readonly kind: 'verified' } & VerifiedCases);
