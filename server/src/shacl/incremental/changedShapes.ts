import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { shapeRefsOf } from '../components/shapeRefs.ts';
import type { Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';

/** How the root shapes of a changed shapes graph differ from those before. */
export interface RootComparison {
  /** Unchanged roots that lead only to unchanged shapes. */
  readonly kept: readonly Shape[];
  /** New roots and changed roots. */
  readonly fresh: readonly Shape[];
  /** Changed roots and former roots that are roots no longer. */
  readonly gone: ReadonlySet<TermId>;
}

/** Compares the root shapes of two shapes graphs. */
export function compareRoots(before: ShapesGraph, after: ShapesGraph): RootComparison {
  if (before === after) return { kept: after.roots, fresh: [], gone: new Set() };
  const old = fingerprints(before);
  const current = fingerprints(after);
  const isSame = (id: TermId) => old.get(id) === current.get(id);
  const gone = new Set(before.roots.map(({ id }) => id));
  const kept: Shape[] = [];
  const fresh: Shape[] = [];
  for (const root of after.roots) {
    if (gone.has(root.id) && everyReferenced(after, root.id, isSame)) {
      kept.push(root);
      gone.delete(root.id);
    } else fresh.push(root);
  }
  return { kept, fresh, gone };
}

/**
 * A text for each shape. Equal texts mean that the shapes have the same meaning and the same description, and so the
 * same messages.
 */
const fingerprints: (shapes: ShapesGraph) => ReadonlyMap<TermId, string> = memoized(
  ({ shapes, graph }) => new Map(shapes.map((shape) => [shape.id, fingerprint(shape, graph)])),
);

function fingerprint(shape: Shape, graph: Graph): string {
  const read = JSON.stringify(shape, (_, value) => (value instanceof Set ? [...value] : value));
  const described = new Set([shape.id]);
  const description: TermId[] = [];
  for (const node of described) {
    for (const { predicate, object } of graph.outgoing(node)) {
      description.push(node, predicate, object);
      if (terms.isBlank(object)) described.add(object);
    }
  }
  return `${read} ${description.join(' ')}`;
}

function everyReferenced(shapes: ShapesGraph, root: TermId, holds: (id: TermId) => boolean): boolean {
  const reached = new Set([root]);
  for (const id of reached) {
    if (!holds(id)) return false;
    for (const constraint of shapes.get(id)?.constraints ?? []) {
      for (const ref of shapeRefsOf(constraint)) reached.add(ref);
    }
  }
  return true;
}
