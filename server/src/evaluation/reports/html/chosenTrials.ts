import type { ReportedCase, ReportedRun } from './reportData.ts';

/** Identifies a trial of a report by indices. */
export interface TrialPlace {
  readonly run: number;
  readonly cell: number;
  readonly case: number;
  /** From 1. */
  readonly repeat: number;
}

/** A key for a trial: equal for the same trial. */
export function placeKey({ run, cell, case: index, repeat }: TrialPlace): string {
  return `${run} ${cell} ${index} ${repeat}`;
}

/**
 * Chooses the trials that the page shows in detail: as many as fit of those that do not restore the graph with their
 * first answer, and of those in which two runs of a suite differ. Systems, tiers and components take turns, so that
 * each has its share. The same runs give the same choice.
 */
export function chosenTrials(
  runs: readonly ReportedRun[],
  casesOf: (run: ReportedRun) => readonly ReportedCase[],
  max: number,
): readonly TrialPlace[] {
  const groups = new Map<string, TrialPlace[]>();
  for (const { place, height, differs } of trialsOf(runs)) {
    if (height === 4 && !differs) continue;
    const { component } = casesOf(runs[place.run]!)[place.case]!;
    // Differences between runs come first: there are few, and they are why runs are compared.
    const group = `${differs ? 0 : 1} ${place.run} ${place.cell} ${height} ${component}`;
    const members = groups.get(group) ?? [];
    groups.set(group, members);
    members.push(place);
  }
  const ordered = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, members]) => members);
  const chosen: TrialPlace[] = [];
  for (let turn = 0; chosen.length < max; turn++) {
    const next = ordered.flatMap((members) => members.slice(turn, turn + 1));
    if (next.length === 0) break;
    chosen.push(...next.slice(0, max - chosen.length));
  }
  return chosen;
}

function* trialsOf(runs: readonly ReportedRun[]) {
  for (const [run, { cells, repeat, suite }] of runs.entries()) {
    const others = runs.filter((other, index) => index !== run && other.suite === suite);
    for (const [cell, { id, reached }] of cells.entries()) {
      const counterparts = others.flatMap((other) =>
        other.repeat === repeat ? other.cells.filter((each) => each.id === id) : [],
      );
      for (const [index, digit] of [...reached.first].entries()) {
        if (digit === '-') continue;
        const differs = counterparts.some(({ reached: { first } }) => {
          const counterpart = first[index] ?? '-';
          return counterpart !== '-' && (counterpart === '4') !== (digit === '4');
        });
        const place = { run, cell, case: Math.floor(index / repeat), repeat: (index % repeat) + 1 };
        yield { place, height: Number(digit), differs };
      }
    }
  }
}
