/** The minimum of a function, as far as it was found. */
export interface Minimum {
  readonly at: readonly number[];
  readonly value: number;
  /** False when the limit on evaluations ended the search. */
  readonly converged: boolean;
}

/**
 * Searches a local minimum of a smooth function of a few variables with the Nelder-Mead simplex method, restarted from
 * its result until that changes nothing. Needs no derivatives, and gives the same result on every machine.
 */
export function minimize(
  evaluate: (at: readonly number[]) => number,
  start: readonly number[],
  maxEvaluations = 5000,
): Minimum {
  let evaluations = 0;
  const counted = (at: readonly number[]): Vertex => {
    evaluations++;
    return { at, value: evaluate(at) };
  };
  let best = counted(start);
  for (let step = 0.5; ; step = Math.max(step / 4, 1e-3)) {
    const found = descend(counted, best, step, () => evaluations >= maxEvaluations);
    const gain = best.value - found.value;
    best = found;
    if (evaluations >= maxEvaluations) return { ...best, converged: false };
    if (gain <= 1e-9 * (1 + Math.abs(best.value))) return { ...best, converged: true };
  }
}

interface Vertex {
  readonly at: readonly number[];
  readonly value: number;
}

function descend(
  evaluate: (at: readonly number[]) => Vertex,
  start: Vertex,
  step: number,
  isOver: () => boolean,
): Vertex {
  const simplex = [
    start,
    ...start.at.map((_, i) => evaluate(start.at.map((x, j) => (i === j ? x + step * (1 + Math.abs(x)) : x)))),
  ];
  for (;;) {
    simplex.sort((a, b) => a.value - b.value);
    const best = simplex[0]!;
    const worst = simplex.at(-1)!;
    if (isOver() || extent(simplex) < 1e-7) return best;
    const others = simplex.slice(0, -1);
    const center = start.at.map((_, i) => others.reduce((sum, { at }) => sum + at[i]!, 0) / others.length);
    const along = (factor: number) =>
      evaluate(center.map((middle, i) => middle + factor * (worst.at[i]! - middle)));
    const moved = better(along, best, others.at(-1)!, worst);
    if (moved !== undefined) simplex[simplex.length - 1] = moved;
    else {
      for (let i = 1; i < simplex.length; i++) {
        simplex[i] = evaluate(simplex[i]!.at.map((x, j) => (x + best.at[j]!) / 2));
      }
    }
  }
}

/** A point on the line through the worst vertex and the centre of the others that replaces the worst. */
function better(
  along: (factor: number) => Vertex,
  best: Vertex,
  secondWorst: Vertex,
  worst: Vertex,
): Vertex | undefined {
  const reflected = along(-1);
  if (reflected.value < best.value) {
    const expanded = along(-2);
    return expanded.value < reflected.value ? expanded : reflected;
  }
  if (reflected.value < secondWorst.value) return reflected;
  const contracted = along(reflected.value < worst.value ? -0.5 : 0.5);
  return contracted.value < Math.min(reflected.value, worst.value) ? contracted : undefined;
}

/** The size of the simplex, relative to its position. */
function extent(simplex: readonly Vertex[]): number {
  const [first, ...rest] = simplex;
  return Math.max(
    ...rest.map(({ at }) => Math.max(...at.map((x, i) => Math.abs(x - first!.at[i]!) / (1 + Math.abs(x))))),
  );
}
