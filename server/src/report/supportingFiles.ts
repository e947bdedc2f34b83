import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import type { CleanUnit } from './cleanUnit.ts';

/** The units of a run, without those that are only there for others. */
export interface ChosenUnits {
  readonly analyses: readonly UnitAnalysis[];
  /** The data files that were left out: shapes or context of others, with nothing to judge in themselves. */
  readonly supporting: readonly string[];
}

/**
 * Leaves out units whose data file is shapes or context of another data file and was not judged by itself: `validate *.ttl`
 * also names the shapes files, and they must not make the run fail. Units with focus nodes or with anything that was not
 * evaluated stay.
 */
export function withoutSupportingFiles(
  analyses: readonly UnitAnalysis[],
  clean: readonly CleanUnit[],
): ChosenUnits {
  const used = new Set(clean.flatMap(({ shapes, context }) => [...shapes, ...context]));
  for (const { verdict, graphs } of analyses) {
    if (verdict.kind === 'unlinked') continue;
    const { data, shapes, context } = graphs.linked.unit;
    for (const uri of [...shapes, ...context]) if (!data.includes(uri)) used.add(uri);
  }
  const isSupporting = ({ verdict, graphs }: UnitAnalysis) =>
    (verdict.kind === 'unlinked' || verdict.kind === 'nothingToCheck') &&
    verdict.reasons.length === 1 &&
    graphs.linked.unit.data.every((uri) => used.has(uri));
  const kept = analyses.filter((analysis) => !isSupporting(analysis));
  // Files that only use each other have nothing to check.
  if (kept.length + clean.length === 0) return { analyses, supporting: [] };
  const supporting = analyses.filter(isSupporting).flatMap(({ graphs }) => graphs.linked.unit.data);
  return { analyses: kept, supporting };
}
