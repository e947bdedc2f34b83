import { reportedFocusNodes } from '../../shacl/focusNodes.ts';
import { baselineUri } from '../../workspace/project/unitProject.ts';
import { inputProblems } from '../ide/diagnostics/inputProblems.ts';
import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import { unitVerdict } from '../ide/verdict.ts';
import { unitLinksJson } from './linkedFilesJson.ts';
import { recordedParts } from './reportedResult.ts';
import type { RecordedParts, ReportPart } from './resultRecord.ts';
import type { UnitRecord } from './unitRecord.ts';
import { keyedResults, levelOf, placeOf, withProbe } from './validationRun.ts';

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
  const reports = found.map((result) => withProbe(result, () => recordedParts(result, parts)));
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

/** A line that is longer is not copied for each of its results. In UTF-16 code units. */
const longestLine = 2000;
