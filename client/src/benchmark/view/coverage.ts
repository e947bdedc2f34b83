import type { Suite } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';

/** How far some constraints are covered. */
export interface CoverageShare {
  readonly constraints: number;
  readonly covered: number;
  /** How many cases cover at least one of them. */
  readonly cases: number;
  /** Why the others are not covered, each reason once. */
  readonly reasons: readonly string[];
}

/** Coverage by shape and component. */
export interface CoverageMatrix {
  /** In the order of the shapes file. */
  readonly shapes: readonly string[];
  /** Those that affect most constraints come first. */
  readonly components: readonly string[];
  readonly byComponent: ReadonlyMap<string, CoverageShare>;
  /** Undefined where a shape has no such constraint. */
  cell(shape: string, component: string): CoverageShare | undefined;
}

export function coverageMatrix({ constraints, cases }: Pick<Suite, 'constraints' | 'cases'>): CoverageMatrix {
  const cells = new Map<string, Tally>();
  const byComponent = new Map<string, Tally>();
  const tallies = constraints.map(({ shape, component, uncovered }) => {
    const both = [tallyOf(cells, cellKey(shape, component)), tallyOf(byComponent, component)];
    for (const tally of both) tally.add(uncovered?.reason);
    return both;
  });
  for (const { covered } of cases) {
    const touched = new Set(covered.flatMap((index) => tallies[index] ?? []));
    for (const tally of touched) tally.cases++;
  }
  const components = [...byComponent].sort(
    ([name, a], [other, b]) => b.constraints - a.constraints || (name < other ? -1 : 1),
  );
  return {
    shapes: [...new Set(constraints.map(({ shape }) => shape))],
    components: components.map(([name]) => name),
    byComponent,
    cell: (shape, component) => cells.get(cellKey(shape, component)),
  };
}

class Tally implements CoverageShare {
  constraints = 0;
  covered = 0;
  cases = 0;
  reasons: readonly string[] = [];

  add(reason: string | undefined): void {
    this.constraints++;
    if (reason === undefined) this.covered++;
    else if (!this.reasons.includes(reason)) this.reasons = [...this.reasons, reason];
  }
}

function tallyOf(tallies: Map<string, Tally>, key: string): Tally {
  const tally = tallies.get(key) ?? new Tally();
  tallies.set(key, tally);
  return tally;
}

function cellKey(shape: string, component: string): string {
  return JSON.stringify([shape, component]);
}
