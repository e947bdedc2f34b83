import type { Graph } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Path } from '../../shacl/model/path.ts';
import type { Draft } from '../drafts/draft.ts';

/** The values that a node has, computed once for all results of the node that are repaired one after the other. */
export function takenValues({ graph, evaluator }: Draft, focusNode: TermId, path: Path): ReadonlySet<TermId> {
  const last = lastTaken.get(graph);
  if (last?.focusNode === focusNode && last.path === path) return last.values;
  const values = new Set(evaluator.values(focusNode, path));
  lastTaken.set(graph, { focusNode, path, values });
  return values;
}

const lastTaken = new WeakMap<
  Graph,
  { readonly focusNode: TermId; readonly path: Path; readonly values: ReadonlySet<TermId> }
>();
