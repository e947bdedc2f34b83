import type { SuiteCase } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';

/** The cases whose number of results is in a range, ends included. */
export interface AlphaRange {
  readonly from: number;
  readonly to: number;
}

export interface AlphaBar extends AlphaRange {
  readonly cases: number;
}

/** Ranges that double in length, for when there are too many different numbers to show each of them. */
const bounds = [1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500, 1000, Number.POSITIVE_INFINITY];
const mostBars = 12;

/** How many cases have how many results, from the smallest number on; every number between is there, too. */
export function alphaDistribution(cases: readonly Pick<SuiteCase, 'alpha'>[]): readonly AlphaBar[] {
  const alphas = cases.map(({ alpha }) => alpha);
  if (alphas.length === 0) return [];
  const least = alphas.reduce((a, b) => Math.min(a, b));
  const most = alphas.reduce((a, b) => Math.max(a, b));
  return ranges(least, most).map((range) => ({
    ...range,
    cases: alphas.filter((alpha) => isIn(alpha, range)).length,
  }));
}

export function isIn(alpha: number, { from, to }: AlphaRange): boolean {
  return from <= alpha && alpha <= to;
}

/** `3`, `6–10`, `over 1,000`. */
export function alphaText({ from, to }: AlphaRange): string {
  if (from === to) return from.toLocaleString('en');
  if (to === Number.POSITIVE_INFINITY) return `over ${(from - 1).toLocaleString('en')}`;
  return `${from.toLocaleString('en')}–${to.toLocaleString('en')}`;
}

function ranges(least: number, most: number): readonly AlphaRange[] {
  if (most - least < mostBars) {
    return Array.from({ length: most - least + 1 }, (_, i) => ({ from: least + i, to: least + i }));
  }
  const all = bounds.map((to, i) => ({ from: (bounds[i - 1] ?? 0) + 1, to }));
  return all.filter(({ from, to }) => from <= most && to >= least);
}
