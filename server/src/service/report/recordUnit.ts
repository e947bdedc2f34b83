import { reportedFocusNodes } from '../../shacl/focusNodes.ts';
import { baselineUri } from '../../workspace/project/unitProject.ts';
import { inputProblems } from '../ide/diagnostics/inputProblems.ts';
import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import { unitVerdict } from '../ide/verdict.ts';
import { LongValues, recordedParts } from './reportedResult.ts';
import { type RecordedParts, type ReportPart, type UnitRecord, unitLinksJson } from './resultRecord.ts';
import {
  filesOf,
  isRecord,
  keyedResults,
  levelOf,
  placeOf,
  type RunUnit,
  withProbe,
} from './validationRun.ts';

/** A record with nothing packed. */
export interface RecordedUnit extends UnitRecord {
  readonly reports: readonly RecordedParts[];
}

/**
 * The unit without its graphs; undefined when there is more to tell of it than its results.
 *
 * @param parts what reports say of its results.
 */
export function recordUnit(analysis: UnitAnalysis, parts: readonly ReportPart[]): RecordedUnit | undefined {
  const { graphs, evaluator, suppressed, suppressionProblems, contextResults, notChecked, groups } = analysis;
  const hasMore = [suppressed, suppressionProblems, contextResults, notChecked, groups].some(
    ({ length }) => length > 0,
  );
  if (hasMore || unitVerdict(analysis, 0).kind !== 'conforms' || inputProblems(analysis).length > 0) {
    return undefined;
  }
  const { linked, data, context, input } = graphs;
  if (evaluator.incompleteness !== undefined) return undefined;
  const { project } = linked;
  const found = [...keyedResults(analysis)];
  const longValues = new LongValues();
  const reports = found.map((result) => withProbe(result, () => recordedParts(result, parts, longValues)));
  if (reports.some(({ excerpt }) => excerpt?.lines.some(({ length }) => length > longestLine))) {
    return undefined;
  }
  return {
    ...linked.unit,
    triples: [...data, ...context].map(({ uri, graph }) => [uri, graph.size] as const),
    focusNodes: [...reportedFocusNodes(input, evaluator)].length,
    inference: input.entailment?.regime ?? 'none',
    links: unitLinksJson(linked),
    dependsOn: [...linked.dependsOn],
    searches: linked.searches,
    project: project && { failOn: project.failOn, allow: project.allow },
    baseline: linked.baseline && project && baselineUri(project),
    results: found.map((result) => ({
      key: result.key,
      level: levelOf(result),
      place: placeOf(result),
    })),
    reports,
  };
}

/** Longer lines are not copied for each of their results. In UTF-16 code units. */
const longestLine = 2000;

/** The units of a run, without those that only serve others. */
export interface ChosenUnits<Unit extends RunUnit> {
  readonly units: readonly Unit[];
  /** The data files that were left out: shapes or context of others, with nothing to judge of their own. */
  readonly supporting: readonly string[];
}

/**
 * Leaves out units whose data file is shapes or context of another data file and was not judged on its own: `validate
 * *.ttl` also names the shapes files, and they must not make the run fail. Units with focus nodes or with anything that was
 * not evaluated stay.
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
