import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import { invert } from '../model/path.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { compileConstraint, touches } from './compileShapeQuery.ts';
import { reachedBy } from './queryReach.ts';
import { type ChangedVerdict, constraintsWithQueries } from './queryVerdicts.ts';

/** What queries may say otherwise after a change. */
export interface ChangeableVerdicts {
  readonly nodes: readonly ChangedVerdict[];
  /** The shapes whose queries may say something else about any node. */
  readonly ofAnyNode: readonly TermId[];
}

/**
 * Finds the nodes about which queries may say something else after a change, where it is not known what they said before.
 * The query engine has to be loaded.
 *
 * @param both the union of both versions of the data.
 */
export function mayChangeVerdicts(shapes: ShapesGraph, delta: GraphDelta, both: Graph): ChangeableVerdicts {
  const nodes: ChangedVerdict[] = [];
  const ofAnyNode: TermId[] = [];
  const triples = [...delta.added, ...delta.removed];
  for (const { shape, constraint } of constraintsWithQueries(shapes)) {
    const query = compileConstraint(constraint, shape.path);
    if (query?.kind !== 'query' || !touches(query, delta)) continue;
    const reached = reachedBy(triples, both, constraint, shape, maxFollowed);
    if (reached === undefined) {
      ofAnyNode.push(shape.id);
      continue;
    }
    const { focusNodes, values } = reached;
    const back = shape.path && invert(shape.path);
    for (const node of focusNodes) nodes.push({ shape: shape.id, node, back: undefined });
    for (const node of values) nodes.push({ shape: shape.id, node, back });
  }
  return { nodes, ofAnyNode };
}

/** Nodes that are judged in vain cost less than asking for all nodes that the shape judges. */
const maxFollowed = { triples: 10_000, nodes: 10_000 };
