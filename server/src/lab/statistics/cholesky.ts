/** A lower triangular matrix in row-major order, zeros included. */
export interface Triangle {
  readonly size: number;
  readonly values: Float64Array;
}

/**
 * The lower triangle L with LLᵀ = `matrix`, of which only the lower half is read.
 *
 * @returns undefined when the matrix is not positive definite, up to rounding.
 */
export function cholesky(matrix: Float64Array, size: number): Triangle | undefined {
  const values = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column]!;
      for (let k = 0; k < column; k++) sum -= values[row * size + k]! * values[column * size + k]!;
      if (column < row) values[row * size + column] = sum / values[column * size + column]!;
      else if (sum > 1e-12 * matrix[row * size + row]!) values[row * size + row] = Math.sqrt(sum);
      else return undefined;
    }
  }
  return { size, values };
}

/** The x with Lx = b. */
export function solveLower({ size, values }: Triangle, b: ArrayLike<number>): Float64Array {
  const x = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    let sum = b[row]!;
    for (let k = 0; k < row; k++) sum -= values[row * size + k]! * x[k]!;
    x[row] = sum / values[row * size + row]!;
  }
  return x;
}

/** The x with Lᵀx = b. */
export function solveUpper({ size, values }: Triangle, b: ArrayLike<number>): Float64Array {
  const x = new Float64Array(size);
  for (let row = size - 1; row >= 0; row--) {
    let sum = b[row]!;
    for (let k = row + 1; k < size; k++) sum -= values[k * size + row]! * x[k]!;
    x[row] = sum / values[row * size + row]!;
  }
  return x;
}

/** The logarithm of the determinant of LLᵀ. */
export function logDeterminant({ size, values }: Triangle): number {
  let sum = 0;
  for (let row = 0; row < size; row++) sum += Math.log(values[row * size + row]!);
  return 2 * sum;
}
