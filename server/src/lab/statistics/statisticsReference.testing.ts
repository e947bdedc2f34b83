import { readFileSync } from 'node:fs';

/** Figures that R made: test-fixtures/statistics/reference.R says how. */
export interface StatisticsReference {
  readonly penicillin: {
    readonly mean: number;
    readonly plateSquares: number;
    readonly sampleSquares: number;
    readonly residualSquares: number;
    readonly fit: ReferenceFit;
  };
  readonly unbalanced: ReferenceDesign;
  readonly sparse: ReferenceDesign;
  readonly boundary: ReferenceDesign;
  readonly shapiroWilk: readonly {
    readonly sample: readonly number[];
    readonly w: number;
    readonly p: number;
  }[];
  readonly boxCox: readonly { readonly sample: readonly number[]; readonly lambda: number }[];
  readonly shares: readonly ReferenceShares[];
  readonly logistic: readonly ReferenceLogistic[];
  readonly holm: { readonly raw: readonly number[]; readonly adjusted: readonly number[] };
}

export interface ReferenceDesign {
  readonly response: readonly number[];
  readonly context: readonly string[];
  readonly dataset: readonly string[];
  readonly model: readonly string[];
  readonly metric: readonly string[];
  readonly fit: ReferenceFit;
}

/** The intercept is the first of the fixed effects. */
export interface ReferenceFit {
  readonly estimates: readonly number[];
  readonly standardErrors: readonly number[];
  readonly degreesOfFreedom: readonly number[];
  readonly factors: readonly string[];
  readonly standardDeviations: readonly number[];
  readonly residualDeviation: number;
  readonly criterion: number;
  /** The first ones. */
  readonly residuals: readonly number[];
}

/** What the procedure of the paper finds for M and S. */
export interface ReferenceShares {
  readonly share: readonly number[];
  readonly context: readonly string[];
  readonly other: readonly string[];
  readonly dataset: readonly string[];
  readonly model: readonly string[];
  readonly transformation: string;
  /** The p value of the test of Shapiro and Wilk. */
  readonly normality: number;
  readonly effect: number;
  readonly low: number;
  readonly high: number;
  readonly p: number;
}

/** What glmer finds for answers that are right or wrong. The intercept is the first of the fixed effects. */
export interface ReferenceLogistic {
  readonly successes: readonly number[];
  readonly trials: readonly number[];
  readonly side: readonly number[];
  readonly case: readonly string[];
  readonly model: readonly string[];
  readonly dataset: readonly string[];
  readonly estimates: readonly number[];
  readonly standardErrors: readonly number[];
  readonly factors: readonly string[];
  readonly standardDeviations: readonly number[];
  readonly criterion: number;
}

export function statisticsReference(): StatisticsReference {
  const file = new URL('../../../../test-fixtures/statistics/reference.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as StatisticsReference;
}
