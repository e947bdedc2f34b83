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
