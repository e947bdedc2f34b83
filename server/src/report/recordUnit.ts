import { inputProblems } from '../ide/diagnostics/inputProblems.ts';
import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import { unitVerdict } from '../ide/verdict.ts';
import { baselineUri } from '../project/unitProject.ts';
import { reportedFocusNodes } from '../shacl/focusNodes.ts';
import { declaredIncompleteness } from '../shacl/incompleteness.ts';
import { unitLinksJson } from './linkedFilesJson.ts';
import { resultRecord } from './reportedResult.ts';
import type { ResultRecord } from './resultRecord.ts';
import type { UnitRecord } from './unitRecord.ts';
import { keyedResults, whileAnnounced } from './validationRun.ts';

/** The unit without its graphs; undefined when there is more to tell of it than its results. */
export function recordUnit(analysis: UnitAnalysis): UnitRecord | undefined {
  const { graphs, evaluator, suppressed, suppressionProblems, contextResults, notChecked, groups } = analysis;
  const hasMore = [suppressed, suppressionProblems, contextResults, notChecked, groups].some(
    ({ length }) => length > 0,
  );
  if (hasMore || unitVerdict(analysis, 0).kind !== 'conforms' || inputProblems(analysis).length > 0) {
    return undefined;
  }
  const { linked, data, context, input } = graphs;
  if (declaredIncompleteness([input.dataGraph, input.shapes.graph]) !== undefined) return undefined;
  const { project } = linked;
  const results = recordedResults(analysis);
  if (results === undefined) return undefined;
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
    results,
  };
}

/** Undefined when a result stands in a line that is too long to be copied for each of its results. */
function recordedResults(analysis: UnitAnalysis): readonly ResultRecord[] | undefined {
  const records: ResultRecord[] = [];
  for (const result of keyedResults(analysis)) {
    const record = whileAnnounced(result, () => resultRecord(result));
    if (record.place?.excerpt.lines.some(({ length }) => length > longestLine)) return undefined;
    records.push({ key: result.key, ...record });
  }
  return records;
}

/** In UTF-16 code units. */
const longestLine = 2000;
