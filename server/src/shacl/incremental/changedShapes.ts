import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { Shape } from '../shapesGraph/shape.ts';
import { shapeRefsOf } from '../shapesGraph/shapeRefs.ts';
import type { ShapesGraph } from '../shapesGraph/shapesGraph.ts';

/** The root shapes of a changed shapes graph by what has to be done about them. */
export interface RootComparison {
  /** They ask for the same as before, and so does every shape that they lead to. */
  readonly kept: readonly Shape[];
  /** New and changed ones. */
  readonly fresh: readonly Shape[];
  /** The changed ones and those that are roots no longer. */
  readonly gone: ReadonlySet<TermId>;
}

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

const fingerprintsByShapes = new WeakMap<ShapesGraph, ReadonlyMap<TermId, string>>();

/** Texts that are equal for shapes that mean the same and are described alike, so that messages say the same too. */
function fingerprints(shapes: ShapesGraph): ReadonlyMap<TermId, string> {
  let result = fingerprintsByShapes.get(shapes);
  if (result === undefined) {
    result = new Map(shapes.shapes.map((shape) => [shape.id, fingerprint(shape, shapes.graph)]));
    fingerprintsByShapes.set(shapes, result);
  }
  return result;
}

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
