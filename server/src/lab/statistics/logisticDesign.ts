import { cholesky, logDeterminant, solveLower, solveUpper, type Triangle } from './cholesky.ts';

/**
 * A logistic mixed model with crossed random intercepts and the observations that it is fitted to, each some trials of
 * one kind:
 *
 *     logit P(success) = β₀ + β₁x₁ + … + b₁[level of factor 1] + b₂[level of factor 2] + …
 */
export interface LogisticModel {
  readonly successes: readonly number[];
  readonly trials: readonly number[];
  /** The fixed effects besides the intercept, with a value for each observation. */
  readonly effects: readonly { readonly name: string; readonly values: readonly number[] }[];
  /** A level for each observation. */
  readonly factors: readonly { readonly name: string; readonly levels: readonly string[] }[];
}

/**
 * The observations of a logistic mixed model, made ready for evaluating its likelihood. Each observation has one level of
 * each factor, so that the part of a factor in ZᵀWZ is diagonal: the largest factor is thereby eliminated, and only the
 * others, which have few levels, need a factorization.
 */
export interface LogisticDesign {
  readonly model: LogisticModel;
  /** Rows of X, intercept first. */
  readonly x: readonly (readonly number[])[];
  /** The column of each observation in the largest factor, and in each other one. */
  readonly large: LevelColumns;
  readonly small: readonly LevelColumns[];
  readonly smallCount: number;
  /** The variances of the fixed effects at a mode: the diagonal of (XᵀWX − XᵀWZΛ(ΛZᵀWZΛ + 1)⁻¹ΛZᵀWX)⁻¹. */
  readonly fixedVariances: (curvature: Curvature) => readonly number[];
}

interface LevelColumns {
  /** Its place among the factors of the model. */
  readonly factor: number;
  readonly count: number;
  readonly columns: Int32Array;
}

/** The likelihood at given fixed effects and deviations, with the random intercepts at their mode. */
export interface Curvature {
  /** -2 times the logarithm of Laplace's approximation of the likelihood. */
  readonly deviance: number;
  /** The random intercepts over their deviations: those of the largest factor, then of the others. */
  readonly mode: Float64Array;
  readonly deviations: readonly number[];
  /** The weight of each observation. */
  readonly weights: Float64Array;
  readonly blocks: Blocks;
}

export function logisticDesign(model: LogisticModel): LogisticDesign {
  const all = model.factors.map(({ levels }, factor) => columnsOf(levels, factor));
  const [large, ...small] = all.toSorted((a, b) => b.count - a.count) as [LevelColumns, ...LevelColumns[]];
  let smallCount = 0;
  const placed = small.map(({ factor, count, columns }) => {
    const from = smallCount;
    smallCount += count;
    return { factor, count, columns: columns.map((column) => from + column) };
  });
  const design: LogisticDesign = {
    model,
    x: model.successes.map((_, i) => [1, ...model.effects.map(({ values }) => values[i]!)]),
    large,
    small: placed,
    smallCount,
    fixedVariances: (curvature) => variancesOf(design, curvature),
  };
  return design;
}

function columnsOf(levels: readonly string[], factor: number): LevelColumns {
  const known = new Map<string, number>();
  const columns = Int32Array.from(levels, (level) => {
    const column = known.get(level) ?? known.size;
    known.set(level, column);
    return column;
  });
  return { factor, count: known.size, columns };
}

const maxSteps = 100;

/**
 * Finds the mode of the random intercepts by Newton's method, with shorter steps where a whole one overshoots.
 *
 * @param start a mode nearby.
 * @returns undefined where the likelihood can't be evaluated.
 */
export function curvatureAt(
  design: LogisticDesign,
  fixed: readonly number[],
  deviations: readonly number[],
  start: Float64Array | undefined,
): Curvature | undefined {
  const base = design.x.map((row) => row.reduce((sum, value, i) => sum + value * fixed[i]!, 0));
  let mode = start ?? new Float64Array(design.large.count + design.smallCount);
  let penalized = penalizedDeviance(design, base, deviations, mode);
  for (let step = 0; step < maxSteps; step++) {
    const { gradient, weights } = gradientAt(design, base, deviations, mode);
    const blocks = blocksAt(design, deviations, weights);
    if (blocks === undefined || !Number.isFinite(penalized)) return undefined;
    const change = solve(blocks, gradient);
    let next = penalized;
    let moved = mode;
    for (let length = 1; length > 1e-4; length /= 2) {
      moved = mode.map((value, i) => value + length * change[i]!);
      next = penalizedDeviance(design, base, deviations, moved);
      if (next <= penalized + 1e-12 * Math.abs(penalized)) break;
    }
    const gain = penalized - next;
    mode = moved;
    penalized = next;
    if (Math.abs(gain) <= 1e-11 * (1 + Math.abs(penalized))) {
      const weightsThere = gradientAt(design, base, deviations, mode).weights;
      const there = blocksAt(design, deviations, weightsThere);
      return (
        there && {
          deviance: penalized + there.logDeterminant,
          mode,
          deviations,
          weights: weightsThere,
          blocks: there,
        }
      );
    }
  }
  return undefined;
}

/** -2 times the logarithm of the likelihood given the random intercepts, and their penalty. */
function penalizedDeviance(
  design: LogisticDesign,
  base: readonly number[],
  deviations: readonly number[],
  mode: Float64Array,
): number {
  const { successes, trials } = design.model;
  let total = 0;
  for (let i = 0; i < base.length; i++) {
    const odds = oddsAt(design, base, deviations, mode, i);
    total -= 2 * (successes[i]! * odds - trials[i]! * softplus(odds));
  }
  for (const value of mode) total += value * value;
  return total;
}

function oddsAt(
  { large, small }: LogisticDesign,
  base: readonly number[],
  deviations: readonly number[],
  mode: Float64Array,
  i: number,
): number {
  let odds = base[i]! + deviations[large.factor]! * mode[large.columns[i]!]!;
  for (const { factor, columns } of small) odds += deviations[factor]! * mode[large.count + columns[i]!]!;
  return odds;
}

/** log(1 + eˣ) without overflow. */
function softplus(x: number): number {
  return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x));
}

function gradientAt(
  design: LogisticDesign,
  base: readonly number[],
  deviations: readonly number[],
  mode: Float64Array,
): { readonly gradient: Float64Array; readonly weights: Float64Array } {
  const { model, large, small } = design;
  const gradient = mode.map((value) => -value);
  const weights = new Float64Array(base.length);
  for (let i = 0; i < base.length; i++) {
    const share = 1 / (1 + Math.exp(-oddsAt(design, base, deviations, mode, i)));
    const rest = model.successes[i]! - model.trials[i]! * share;
    weights[i] = model.trials[i]! * share * (1 - share);
    gradient[large.columns[i]!]! += deviations[large.factor]! * rest;
    for (const { factor, columns } of small) {
      gradient[large.count + columns[i]!]! += deviations[factor]! * rest;
    }
  }
  return { gradient, weights };
}

/** ΛZᵀWZΛ + 1, factorized: the diagonal of the largest factor, and what the others have beyond it. */
export interface Blocks {
  readonly diagonal: Float64Array;
  /** A row for each column of the small factors, with a value for each column of the large one. */
  readonly cross: Float64Array;
  readonly rest: Triangle;
  readonly logDeterminant: number;
}

function blocksAt(
  { large, small, smallCount: q, x }: LogisticDesign,
  deviations: readonly number[],
  weights: Float64Array,
): Blocks | undefined {
  const diagonal = new Float64Array(large.count).fill(1);
  const cross = new Float64Array(q * large.count);
  const rest = new Float64Array(q * q);
  for (let a = 0; a < q; a++) rest[a * q + a] = 1;
  const own = deviations[large.factor]!;
  for (let i = 0; i < x.length; i++) {
    const weight = weights[i]!;
    const column = large.columns[i]!;
    diagonal[column]! += own * own * weight;
    for (const { factor, columns } of small) {
      const a = columns[i]!;
      cross[a * large.count + column]! += deviations[factor]! * own * weight;
      for (const other of small) {
        rest[a * q + other.columns[i]!]! += deviations[factor]! * deviations[other.factor]! * weight;
      }
    }
  }
  for (let a = 0; a < q; a++) {
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      for (let c = 0; c < large.count; c++) {
        sum += (cross[a * large.count + c]! * cross[b * large.count + c]!) / diagonal[c]!;
      }
      rest[a * q + b]! -= sum;
    }
  }
  const triangle = cholesky(rest, q);
  if (triangle === undefined) return undefined;
  const logarithms = diagonal.reduce((sum, value) => sum + Math.log(value), 0);
  return { diagonal, cross, rest: triangle, logDeterminant: logarithms + logDeterminant(triangle) };
}

/** The x with (ΛZᵀWZΛ + 1)x = b. */
function solve({ diagonal, cross, rest }: Blocks, b: Float64Array): Float64Array {
  const p = diagonal.length;
  const q = rest.size;
  const reduced = Float64Array.from({ length: q }, (_, a) => {
    let sum = b[p + a]!;
    for (let c = 0; c < p; c++) sum -= (cross[a * p + c]! * b[c]!) / diagonal[c]!;
    return sum;
  });
  const lower = solveUpper(rest, solveLower(rest, reduced));
  const x = new Float64Array(p + q);
  x.set(lower, p);
  for (let c = 0; c < p; c++) {
    let sum = b[c]!;
    for (let a = 0; a < q; a++) sum -= cross[a * p + c]! * lower[a]!;
    x[c] = sum / diagonal[c]!;
  }
  return x;
}

function variancesOf(
  { x, large, small, smallCount }: LogisticDesign,
  { weights, deviations, blocks }: Curvature,
): readonly number[] {
  const count = x[0]!.length;
  const information = new Float64Array(count * count);
  const mixed = Array.from({ length: count }, () => new Float64Array(large.count + smallCount));
  x.forEach((row, i) => {
    const weight = weights[i]!;
    row.forEach((value, a) => {
      row.forEach((other, b) => {
        information[a * count + b]! += weight * value * other;
      });
      mixed[a]![large.columns[i]!]! += deviations[large.factor]! * weight * value;
      for (const { factor, columns } of small) {
        mixed[a]![large.count + columns[i]!]! += deviations[factor]! * weight * value;
      }
    });
  });
  const explained = mixed.map((column) => solve(blocks, column));
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < count; b++) {
      information[a * count + b]! -= mixed[a]!.reduce((sum, value, i) => sum + value * explained[b]![i]!, 0);
    }
  }
  const triangle = cholesky(information, count);
  if (triangle === undefined) return x[0]!.map(() => Number.POSITIVE_INFINITY);
  return x[0]!.map((_, a) => {
    const unit = new Float64Array(count);
    unit[a] = 1;
    return solveLower(triangle, unit).reduce((sum, value) => sum + value * value, 0);
  });
}
