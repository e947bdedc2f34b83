import type { Graph, GraphDelta } from './graph.ts';
import { OverlayGraph } from './overlayGraph.ts';
import { StatedGraph } from './statedGraph.ts';
import type { Triple } from './terms.ts';
import { TripleCounts } from './tripleCounts.ts';
import { UnionGraph } from './unionGraph.ts';

/**
 * The exact difference of two graphs as sets: what to add to and remove from the first to get the second. Where both
 * share parts (members of unions, bases of overlays, versions of a document), it takes time proportional to the rest,
 * otherwise proportional to the graphs.
 */
export function graphDifference(before: Graph, after: Graph): GraphDelta {
  const added: Triple[] = [];
  const removed: Triple[] = [];
  const seen = new TripleCounts();
  for (const triple of candidates(before, after) ?? everything([before, after])) {
    const { subject, predicate, object } = triple;
    const wasHeld = before.has(subject, predicate, object);
    if (wasHeld === after.has(subject, predicate, object)) continue;
    if (seen.get(subject, predicate, object) > 0) continue;
    seen.add(subject, predicate, object, 1);
    (wasHeld ? removed : added).push(triple);
  }
  return { added, removed };
}

/** A superset of the difference of two graphs; undefined when they are not known to be related. */
function candidates(before: Graph, after: Graph): readonly Triple[] | undefined {
  if (before === after) return [];
  if (before instanceof OverlayGraph) return withChanges(before, candidates(before.base, after));
  if (after instanceof OverlayGraph) return withChanges(after, candidates(before, after.base));
  if (before instanceof UnionGraph || after instanceof UnionGraph) {
    return candidatesOfMembers(membersOf(before), membersOf(after));
  }
  if (before instanceof StatedGraph && after instanceof StatedGraph) {
    return before.candidatesForDifference(after);
  }
  return undefined;
}

function withChanges(
  { added, removed }: OverlayGraph,
  found: readonly Triple[] | undefined,
): readonly Triple[] | undefined {
  return found && [...found, ...added.triples(), ...removed.triples()];
}

function membersOf(graph: Graph): readonly Graph[] {
  return graph instanceof UnionGraph ? graph.members : [graph];
}

function candidatesOfMembers(before: readonly Graph[], after: readonly Graph[]): readonly Triple[] {
  const result: Triple[] = [];
  const unmatched = new Set(after.filter((graph) => !before.includes(graph)));
  for (const graph of before) {
    if (after.includes(graph)) continue;
    const found = takeFirst(unmatched, (other) => candidates(graph, other));
    for (const triple of found ?? graph.triples()) result.push(triple);
  }
  for (const triple of everything(unmatched)) result.push(triple);
  return result;
}

/** Returns the first result that an item yields, and removes that item. */
function takeFirst<Item, Result>(
  items: Set<Item>,
  get: (item: Item) => Result | undefined,
): Result | undefined {
  for (const item of items) {
    const result = get(item);
    if (result === undefined) continue;
    items.delete(item);
    return result;
  }
  return undefined;
}

function* everything(graphs: Iterable<Graph>): Iterable<Triple> {
  for (const graph of graphs) yield* graph.triples();
}
