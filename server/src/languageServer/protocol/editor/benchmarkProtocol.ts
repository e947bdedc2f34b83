/** The part of the protocol about generating benchmarks and about suites of violations. */

import type { Location } from 'vscode-languageserver';
import type { CaseDetails, CaseTexts } from '../../../service/ide/benchmark/caseTexts.ts';
import type {
  UncoveredConstraintHint as HintInfo,
  SuiteCase,
  ConstraintInSuite as SuiteConstraintInfo,
  SuiteInfo,
} from '../../../service/ide/benchmark/suiteInfo.ts';
import type { Failure } from './failure.ts';

export interface GenerateBenchmarkParams {
  readonly uri: string;
  /** The uri of the folder. An existing suite is replaced. */
  readonly folder: string;
  readonly options: BenchmarkOptions;
  readonly partialResultToken?: string | number;
}
export interface BenchmarkProgress {
  /** For people. */
  readonly message: string;
  /** The progress since the last message, in per cent of the whole. */
  readonly increment?: number;
}
export type GeneratedBenchmark =
  /** The folder has a suite.json now. */
  | { readonly kind: 'generated'; readonly hints: readonly UncoveredHint[] }
  | { readonly kind: 'noShapes' }
  /** The graph violates its shapes already, and `ifInvalid` is `refuse`. */
  | { readonly kind: 'invalid'; readonly results: number }
  | Failure;

/** Why no case violates a constraint, where it is declared. */
export interface UncoveredHint extends Omit<HintInfo, 'place'> {
  readonly place: Location;
}

export interface SuiteParams {
  /** Of its suite.json. */
  readonly uri: string;
}
export type SuiteAnswer = ({ readonly kind: 'suite' } & Suite) | Failure;
export interface Suite extends Omit<SuiteInfo, 'constraints'> {
  readonly constraints: readonly SuiteConstraint[];
}
export interface SuiteConstraint extends Omit<SuiteConstraintInfo, 'place'> {
  readonly place: Location | undefined;
}
export type { SuiteCase };

/**
 * The command that has users of other clients than ours choose among the untested constraints (`workspace/executeCommand`, with
 * one `SuiteParams`).
 */
export const mutationScoreCommand = 'shaclRepair.mutationScore';

export interface MutationScoreParams extends SuiteParams {
  readonly partialResultToken?: string | number;
}
export type MutationScoreAnswer =
  | {
      readonly kind: 'score';
      /** `Mutation score: 70 % (7 of 10 constraints)` */
      readonly summary: string;
      /** Those whose loss neither a case nor the valid graph would reveal. */
      readonly untested: readonly UntestedConstraint[];
    }
  | Failure;

export interface UntestedConstraint extends Pick<SuiteConstraint, 'shape' | 'component' | 'value'> {
  /** In the shapes file as it is now, or in the suite's copy of the shapes where that has changed. */
  readonly place: Location;
}

export interface SuiteCaseParams extends SuiteParams {
  readonly id: string;
}
export type SuiteCaseAnswer = ({ readonly kind: 'case' } & CaseDetails) | Failure;
export type { CaseDetails };

export type CaseTextsAnswer = ({ readonly kind: 'texts' } & CaseTexts) | Failure;

export interface VerifySuiteParams extends SuiteParams {
  /** All when left out. */
  readonly cases?: readonly string[];
  /** Turtle texts that together are a shapes graph: it is tested, and the suite is not changed. */
  readonly shapes?: readonly string[];
  readonly partialResultToken?: string | number;
}
export interface VerifiedCases {
  readonly verdicts: readonly CaseVerdict[];
}
/** The outcome of checking a case again. */
export interface CaseVerdict {
  readonly id: string;
  /**
   * How it differs from the recorded case, or is judged differently by the tested shapes, in sentences; empty when nothing
   * differs.
   */
  readonly differences: readonly string[];
}
export type VerifySuiteAnswer =
  | {
      readonly kind: 'verified';
      /** What is wrong with the suite apart from its cases, or how its valid graph is judged differently, in sentences. */
      readonly problems: string | undefined;
    }
  | Failure;

/** The user's options for a benchmark; everything else has its default. */
export interface BenchmarkOptions {
  /** As in suite.json: cover, exhaustive, sample:N, per-focus, mistakes. */
  readonly mode: string;
  /** By default, as many deletions as insertions and replacements; otherwise as few cases as possible. */
  readonly mix?: 'even' | 'any';
  /** Whether cases may be changes that nobody would make by mistake; false if omitted. */
  readonly unlikely?: boolean;
  readonly seed: number;
  readonly crossCheck: 'all' | 'none';
  /** What to do if the graph already has results. */
  readonly ifInvalid: 'refuse' | 'repair' | 'restrict';
}
