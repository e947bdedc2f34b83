/** The requests that are about benchmarks. Suites are named by the uris of their suite.json. */
import type {
  BenchmarkOptions,
  BenchmarkProgress,
  GeneratedBenchmark,
  VerifiedCases,
  VerifySuiteAnswer,
} from '../editor/protocol.ts';
import type { EngineRequestType } from './engineRequestType.ts';

export interface BenchmarkRequests {
  readonly generateBenchmark: EngineRequestType<
    { readonly folder: string; readonly options: BenchmarkOptions },
    GeneratedBenchmark
  >;
  readonly verifySuite: EngineRequestType<{ readonly cases?: readonly string[] }, VerifySuiteAnswer>;
}

/** How far an answer is. */
export type BenchmarkStep =
  | ({ readonly kind: 'generated' } & BenchmarkProgress)
  | ({ readonly kind: 'verified' } & VerifiedCases);
