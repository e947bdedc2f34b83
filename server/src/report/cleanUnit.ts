import { inputProblems } from '../ide/diagnostics/inputProblems.ts';
import type { UnitAnalysis } from '../ide/unitAnalysis.ts';
import type { FileSearch } from '../project/fileSystem.ts';
import type { Inference } from '../shacl/entailment/entailment.ts';
import { reportedFocusNodes } from '../shacl/focusNodes.ts';
import { declaredIncompleteness } from '../shacl/incompleteness.ts';
import { type JsonLinkedFile, unitLinksJson } from './linkedFilesJson.ts';

/**
 * A unit of which nothing has to be told but that it conforms, without its graphs: what a run with thousands of files
 * keeps of most of them. Plain data, so that it can come from another thread.
 */
export interface CleanUnit {
  readonly data: readonly string[];
  readonly shapes: readonly string[];
  readonly context: readonly string[];
  /** The number of triples of each data and context file, by uri. */
  readonly triples: readonly (readonly [uri: string, triples: number])[];
  readonly focusNodes: number;
  readonly inference: Inference;
  readonly links: readonly JsonLinkedFile[];
  readonly dependsOn: readonly string[];
  readonly searches: readonly FileSearch[];
}

/** The unit without its graphs; undefined when there is more to tell of it. */
export function cleanUnit(analysis: UnitAnalysis): CleanUnit | undefined {
  const { graphs, evaluator, verdict, placed, suppressed, suppressionProblems, contextResults, notChecked } =
    analysis;
  const hasMore = [placed, suppressed, suppressionProblems, contextResults, notChecked].some(
    ({ length }) => length > 0,
  );
  if (verdict.kind !== 'conforms' || hasMore || inputProblems(analysis).length > 0) return undefined;
  const { linked, data, context, input } = graphs;
  if (declaredIncompleteness([input.dataGraph, input.shapes.graph]) !== undefined) return undefined;
  return {
    ...linked.unit,
    triples: [...data, ...context].map(({ uri, graph }) => [uri, graph.size] as const),
    focusNodes: [...reportedFocusNodes(input, evaluator)].length,
    inference: input.entailment?.regime ?? 'none',
    links: unitLinksJson(linked),
    dependsOn: [...linked.dependsOn],
    searches: linked.searches,
  };
}
