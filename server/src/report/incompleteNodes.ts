import { countIncomplete } from '../shacl/incompleteness.ts';
import type { ValidationRun } from './validationRun.ts';

/** What the files of a run declare incomplete (SHACL 1.2): how many nodes, and how their URIs start. */
export function incompleteIn({ analyses }: Pick<ValidationRun, 'analyses'>): {
  readonly nodes: number;
  readonly uriStarts: readonly string[];
} {
  let nodes = 0;
  const uriStarts = new Set<string>();
  for (const { graphs, evaluator } of analyses) {
    const declared = evaluator.incompleteness;
    if (declared === undefined) continue;
    nodes += countIncomplete(graphs.input.dataGraph, declared);
    for (const start of declared.uriStarts) uriStarts.add(start);
  }
  return { nodes, uriStarts: [...uriStarts] };
}
