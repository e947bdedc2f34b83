import { decreasingRoot, normalUpperQuantile, normalUpperTail } from './normal.ts';

/**
 * The probability that Student's t with these degrees of freedom exceeds `t`. The degrees need not be whole, and may be
 * Infinity.
 */
export function studentUpperTail(t: number, degrees: number): number {
  if (t < 0) return 1 - studentUpperTail(-t, degrees);
  if (isNormal(degrees)) return normalUpperTail(t);
  return regularizedBeta(degrees / (degrees + t * t), (t * t) / (degrees + t * t), degrees / 2, 0.5) / 2;
}

/** The value that Student's t exceeds with this probability (between 0 and 1/2). */
export function studentUpperQuantile(probability: number, degrees: number): number {
  if (isNormal(degrees)) return normalUpperQuantile(probability);
  return decreasingRoot((t) => studentUpperTail(t, degrees), probability);
}

/** From here on, rounding in the logarithms below exceeds the difference from the normal distribution. */
const isNormal = (degrees: number) => degrees > 1e8;

/**
 * The regularised incomplete beta function at x, by the continued fraction DLMF 8.17.22. `rest` is 1 - x, which is
 * passed because near 1 it would be lost to rounding.
 */
function regularizedBeta(x: number, rest: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  // The continued fraction converges quickly only on this side of the middle.
  if (x > (a + 1) / (a + b + 2)) return 1 - regularizedBeta(rest, x, b, a);
  const logBeta = logGamma(a) + logGamma(b) - logGamma(a + b);
  return Math.exp(a * Math.log(x) + b * Math.log(rest) - logBeta) / a / betaFraction(x, a, b);
}

function betaFraction(x: number, a: number, b: number): number {
  let fraction = 1;
  // It takes about as many steps as the square root of the larger parameter.
  for (let m = 50 + Math.ceil(5 * Math.sqrt(Math.max(a, b))); m >= 0; m--) {
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    fraction = 1 + odd / fraction;
    if (m > 0) fraction = 1 + even / fraction;
  }
  return fraction;
}

/** Stirling's series, after shifting the argument to where the first terms give all digits. */
function logGamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 15; at++) shift += Math.log(at);
  const inverse = 1 / at;
  const square = inverse * inverse;
  const series =
    inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - shift;
}
