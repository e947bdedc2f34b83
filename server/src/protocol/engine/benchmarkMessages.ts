/** The part of messages.ts that is about benchmarks. Suites are named by the uris of their suite.json. */
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

export type BenchmarkQuestion =
  | {
      readonly ask: 'generateBenchmark';
      readonly uri: string;
      readonly folder: string;
      readonly options: BenchmarkOptions;
    }
  | { readonly ask: 'suite'; readonly uri: string }
  | { readonly ask: 'suiteCase' | 'caseTexts'; readonly uri: string; readonly id: string }
  | { readonly ask: 'verifySuite'; readonly uri: string; readonly cases?: readonly string[] };

export interface BenchmarkAnswers {
  readonly generateBenchmark: GeneratedBenchmark;
  readonly suite: SuiteAnswer;
  readonly suiteCase: SuiteCaseAnswer;
  readonly caseTexts: CaseTextsAnswer;
  readonly verifySuite: VerifySuiteAnswer;
}

/** How far an answer is. */
export type BenchmarkStep =
  | ({ readonly kind: 'generated' } & BenchmarkProgress)
  | ({ readonly kind: 'verified' } & VerifiedCases);
