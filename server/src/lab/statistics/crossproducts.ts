/**
 * A linear mixed model with crossed random intercepts and the observations that it is fitted to:
 *
 *     y = β₀ + β₁x₁ + … + b₁[level of factor 1] + b₂[level of factor 2] + … + e
 */
export interface MixedModel {
  readonly response: readonly number[];
  /** The fixed effects besides the intercept, with a value for each observation. */
  readonly effects: readonly { readonly name: string; readonly values: readonly number[] }[];
  /** A level for each observation. */
  readonly factors: readonly { readonly name: string; readonly levels: readonly string[] }[];
}

/**
 * Everything that the likelihood of a mixed model needs to know about the observations. X are the columns of the fixed
 * effects, intercept first; Z has a column of zeros and ones for each level of each factor; y is the response. Matrices are
 * in row-major order.
 */
export interface Crossproducts {
  readonly observations: number;
  /** The number of columns of X. */
  readonly fixedCount: number;
  /** For each column of Z, the index of its factor. */
  readonly factorOf: readonly number[];
  readonly zz: Float64Array;
  readonly zx: Float64Array;
  readonly zy: Float64Array;
  readonly xx: Float64Array;
  readonly xy: Float64Array;
  readonly yy: number;
}

export function crossproductsOf(model: MixedModel): Crossproducts {
  const { columns, factorOf } = columnsOf(model);
  const fixedCount = 1 + model.effects.length;
  const randomCount = factorOf.length;
  const zz = new Float64Array(randomCount ** 2);
  const zx = new Float64Array(randomCount * fixedCount);
  const zy = new Float64Array(randomCount);
  const xx = new Float64Array(fixedCount ** 2);
  const xy = new Float64Array(fixedCount);
  let yy = 0;
  model.response.forEach((y, observation) => {
    const x = rowOfX(model, observation);
    const z = columns.map((column) => column[observation]!);
    for (const a of z) {
      for (const b of z) zz[a * randomCount + b]! += 1;
      x.forEach((value, i) => {
        zx[a * fixedCount + i]! += value;
      });
      zy[a]! += y;
    }
    x.forEach((value, i) => {
      x.forEach((other, j) => {
        xx[i * fixedCount + j]! += value * other;
      });
      xy[i]! += value * y;
    });
    yy += y * y;
  });
  return { observations: model.response.length, fixedCount, factorOf, zz, zx, zy, xx, xy, yy };
}

/** The residuals: the response minus the fixed effects and the random intercepts. */
export function residualsOf(
  model: MixedModel,
  { fixed, random }: { readonly fixed: ArrayLike<number>; readonly random: ArrayLike<number> },
): readonly number[] {
  const { columns } = columnsOf(model);
  return model.response.map((y, observation) => {
    const predicted = rowOfX(model, observation).reduce((sum, value, i) => sum + value * fixed[i]!, 0);
    return columns.reduce((rest, column) => rest - random[column[observation]!]!, y - predicted);
  });
}

function rowOfX({ effects }: MixedModel, observation: number): readonly number[] {
  return [1, ...effects.map(({ values }) => values[observation]!)];
}

/** For each factor, the column of Z of each observation. */
function columnsOf({ factors }: MixedModel): {
  readonly columns: readonly (readonly number[])[];
  readonly factorOf: readonly number[];
} {
  const factorOf: number[] = [];
  const columns = factors.map(({ levels }, factor) => {
    const column = new Map<string, number>();
    for (const level of levels) if (!column.has(level)) column.set(level, factorOf.push(factor) - 1);
    return levels.map((level) => column.get(level)!);
  });
  return { columns, factorOf };
}
