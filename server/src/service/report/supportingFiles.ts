import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import { filesOf, isRecord, type RunUnit } from './validationRun.ts';

/** The units of a run, without those that are only there for others. */
export interface ChosenUnits<Unit extends RunUnit> {
  readonly units: readonly Unit[];
  /** The data files that were left out: shapes or context of others, with nothing to judge in themselves. */
  readonly supporting: readonly string[];
}

/**
 * Leaves out units whose data file is shapes or context of another data file and was not judged by itself: `validate *.ttl`
 * also names the shapes files, and they must not make the run fail. Units with focus nodes or with anything that was not
 * evaluated stay.
 */
export function withoutSupportingFiles<Unit extends RunUnit>(units: readonly Unit[]): ChosenUnits<Unit> {
  const used = new Set<string>();
  for (const unit of units) {
    if (!isRecord(unit) && unit.verdict.kind === 'unlinked') continue;
    const { data, shapes, context } = filesOf(unit);
    for (const uri of [...shapes, ...context]) if (!data.includes(uri)) used.add(uri);
  }
  // Records have focus nodes.
  const isSupporting = (unit: RunUnit) => !isRecord(unit) && hasNothingButFiles(unit, used);
  const kept = units.filter((unit) => !isSupporting(unit));
  // Files that only use each other have nothing to check.
  if (kept.length === 0) return { units, supporting: [] };
  const supporting = units.filter(isSupporting).flatMap((unit) => filesOf(unit).data);
  return { units: kept, supporting };
}

function hasNothingButFiles({ verdict, graphs }: UnitAnalysis, used: ReadonlySet<string>): boolean {
  return (
    (verdict.kind === 'unlinked' || verdict.kind === 'nothingToCheck') &&
    verdict.reasons.length === 1 &&
    graphs.linked.unit.data.every((uri) => used.has(uri))
  );
}
