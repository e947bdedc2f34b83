/** The probability that a standard normal variable exceeds `x`, to about 14 digits, also far out in the tail. */
export function normalUpperTail(x: number): number {
  if (x < 0) return 1 - normalUpperTail(-x);
  return x < 2 ? 0.5 - nearMiddle(x) : farOut(x);
}

/** The value that a standard normal variable exceeds with this probability (between 0 and 1, exclusive). */
export function normalUpperQuantile(probability: number): number {
  if (probability > 0.5) return -normalUpperQuantile(1 - probability);
  return probability === 0.5 ? 0 : decreasingRoot(normalUpperTail, probability);
}

/** The probability between 0 and x, by the series x + x³/3 + x⁵/(3·5) + … times the density. */
function nearMiddle(x: number): number {
  let sum = x;
  let term = x;
  for (let odd = 3; term > sum * Number.EPSILON; odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return sum * normalDensity(x);
}

/** Laplace's continued fraction x + 1/(x + 2/(x + 3/(x + …))), which converges within 200 steps from x = 2 on. */
function farOut(x: number): number {
  let fraction = x;
  for (let step = 200; step > 0; step--) fraction = x + step / fraction;
  return normalDensity(x) / fraction;
}

const rootOfTwoPi = Math.sqrt(2 * Math.PI);

function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / rootOfTwoPi;
}

/**
 * Where a decreasing function of the positive numbers takes a value, to the last representable digit. The function must
 * start above the value and fall below it.
 */
export function decreasingRoot(decreasing: (x: number) => number, value: number): number {
  let low = 0;
  let high = 1;
  while (decreasing(high) > value) {
    low = high;
    high *= 2;
  }
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (decreasing(middle) > value) low = middle;
    else high = middle;
  }
}
