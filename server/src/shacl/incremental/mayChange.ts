import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { pairKey } from '../../rdf/termKeys.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import { shapeRefsOf } from '../components/shapeRefs.ts';
import type { Evaluator, Focus } from '../evaluator.ts';
import { invert } from '../model/path.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { selectingShapes } from '../shapesGraph/targets.ts';
import { compileConstraint, touches } from '../sparql/compileShapeQuery.ts';
import { reachedBy } from '../sparql/queryReach.ts';
import { type ChangedVerdict, constraintsWithQueries } from '../sparql/queryVerdicts.ts';
import type { ValidationInput } from '../validationUnit.ts';
import { affectedFocuses } from './affected.ts';
import { changesClasses } from './changedInput.ts';

/** A unit in one of its versions, with the evaluator of its graph. */
export interface Version {
  readonly input: ValidationInput;
  readonly evaluator: Evaluator;
}

/**
 * The root shapes, each with a focus node whose results may change with the data, where no results are known yet: the
 * earlier answers of queries are not known either, so a node is included when a query may have another answer about it.
 * Where that is uncertain, and where it changes which IRIs are incomplete, all focus nodes of a shape are.
 *
 * @param delta what changes of the data graph. Both versions have the same shapes.
 * @param both the union of both versions of the data graph.
 */
export function focusesThatMayChange(
  before: Version,
  after: Version,
  delta: GraphDelta,
  both: Graph,
): readonly Focus[] {
  const { shapes } = after.input;
  const classesBefore = new ClassHierarchy(before.input.classGraph);
  const classesAfter = changesClasses(delta) ? new ClassHierarchy(after.input.classGraph) : classesBefore;
  const { nodes, ofAnyNode } = mayChangeVerdicts(shapes, delta, both);
  const followed = affectedFocuses(
    {
      before: before.input.dataGraph,
      delta,
      both,
      classesBefore,
      classesAfter,
      queries: { after: after.input.dataGraph, changed: nodes },
    },
    shapes,
    shapes.roots,
  );
  const whole = changesIncompleteIris(delta)
    ? shapes.roots
    : shapes.roots.filter(leadsToAnyOf(ofAnyNode, shapes));
  const all = whole.flatMap((shape) =>
    [...before.evaluator.targets(shape), ...after.evaluator.targets(shape)].map((node) => ({ shape, node })),
  );
  return [
    ...new Map([...followed, ...all].map((focus) => [pairKey(focus.shape.id, focus.node), focus])).values(),
  ];
}

/** True when a change of the data may change which IRIs are incomplete. */
export function changesIncompleteIris({ added, removed }: GraphDelta): boolean {
  const isAboutMany = ({ predicate }: Triple) => predicate === sh.incompleteURIStart;
  return added.some(isAboutMany) || removed.some(isAboutMany);
}

/** A test whether a shape is one of some shapes, or refers to one. */
export function leadsToAnyOf(
  wanted: readonly TermId[],
  { shapes }: ShapesGraph,
): (shape: Focus['shape']) => boolean {
  const leading = new Set(wanted);
  if (leading.size === 0) return () => false;
  for (let size = -1; size !== leading.size; ) {
    size = leading.size;
    for (const shape of shapes) {
      const refs = [...shape.constraints.flatMap(shapeRefsOf), ...selectingShapes(shape)];
      if (refs.some((ref) => leading.has(ref))) leading.add(shape.id);
    }
  }
  return ({ id }) => leading.has(id);
}

/** The answers of queries that may differ after a change. */
interface ChangeableVerdicts {
  readonly nodes: readonly ChangedVerdict[];
  /** The shapes whose queries may have another answer about any node. */
  readonly ofAnyNode: readonly TermId[];
}

/**
 * Finds the nodes about which queries may have another answer after a change, where their earlier answers are not known.
 * The query engine has to be loaded.
 *
 * @param both the union of both versions of the data.
 */
function mayChangeVerdicts(shapes: ShapesGraph, delta: GraphDelta, both: Graph): ChangeableVerdicts {
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

/** Judging some nodes in vain costs less than evaluating the query for all nodes that the shape judges. */
const maxFollowed = { triples: 10_000, nodes: 10_000 };
