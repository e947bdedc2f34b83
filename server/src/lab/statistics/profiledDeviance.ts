import { cholesky, logDeterminant, solveLower, solveUpper, type Triangle } from './cholesky.ts';
import type { Crossproducts } from './crossproducts.ts';

/** The best fit for given ratios of the standard deviations to that of the residuals. */
export interface ProfiledDeviance {
  /** -2 times the logarithm of the restricted likelihood. */
  readonly deviance: number;
  readonly residualVariance: number;
  /** The fixed effects. */
  readonly fixed: Float64Array;
  /** Their variances, relative to the residual variance. */
  readonly unscaledVariances: Float64Array;
  /** The predicted intercept of each column of Z. */
  readonly random: Float64Array;
}

/** @returns undefined when the fixed effects cannot be told apart. */
export function profiledDevianceAt(
  products: Crossproducts,
  ratios: readonly number[],
): ProfiledDeviance | undefined {
  const { observations, fixedCount: p, xy, yy } = products;
  const random = randomPart(products, ratios);
  if (random === undefined) return undefined;
  const { outer, right, lambda } = random;
  // RZX of the paper, a column for each fixed effect.
  const mixed = Array.from({ length: p }, (_, i) =>
    solveLower(
      outer,
      lambda.map((ratio, a) => ratio * products.zx[a * p + i]!),
    ),
  );
  const inner = fixedPart(products, mixed);
  if (inner === undefined) return undefined;
  const reduced = solveLower(
    inner,
    xy.map((value, i) => value - dot(mixed[i]!, right)),
  );
  const fixed = solveUpper(inner, reduced);
  const degrees = observations - p;
  const residualVariance = Math.max(0, yy - dot(right, right) - dot(reduced, reduced)) / degrees;
  const spherical = solveUpper(
    outer,
    right.map((value, a) => mixed.reduce((rest, column, i) => rest - column[a]! * fixed[i]!, value)),
  );
  return {
    deviance:
      logDeterminant(outer) +
      logDeterminant(inner) +
      degrees * (1 + Math.log(2 * Math.PI * residualVariance)),
    residualVariance,
    fixed,
    unscaledVariances: diagonalOfInverse(inner),
    random: spherical.map((value, a) => value * lambda[a]!),
  };
}

/** L with LLᵀ = ΛZᵀZΛ + 1, and L⁻¹ΛZᵀy, where Λ has the ratios on its diagonal. */
function randomPart({ factorOf, zz, zy }: Crossproducts, ratios: readonly number[]) {
  const q = factorOf.length;
  const lambda = Float64Array.from(factorOf, (factor) => ratios[factor]!);
  const matrix = new Float64Array(q * q);
  for (let a = 0; a < q; a++) {
    for (let b = 0; b <= a; b++) matrix[a * q + b] = lambda[a]! * zz[a * q + b]! * lambda[b]!;
    matrix[a * q + a]! += 1;
  }
  const outer = cholesky(matrix, q);
  return (
    outer && {
      outer,
      lambda,
      right: solveLower(
        outer,
        lambda.map((ratio, a) => ratio * zy[a]!),
      ),
    }
  );
}

/** The triangle of XᵀX without the part that the random intercepts explain. */
function fixedPart(
  { fixedCount: p, xx }: Crossproducts,
  mixed: readonly Float64Array[],
): Triangle | undefined {
  const matrix = xx.slice();
  for (let i = 0; i < p; i++) {
    for (let j = 0; j < p; j++) matrix[i * p + j]! -= dot(mixed[i]!, mixed[j]!);
  }
  return cholesky(matrix, p);
}

/** The diagonal of (LLᵀ)⁻¹: the squared lengths of the columns of L⁻¹. */
function diagonalOfInverse(triangle: Triangle): Float64Array {
  return Float64Array.from({ length: triangle.size }, (_, i) => {
    const unit = new Float64Array(triangle.size);
    unit[i] = 1;
    const column = solveLower(triangle, unit);
    return dot(column, column);
  });
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
