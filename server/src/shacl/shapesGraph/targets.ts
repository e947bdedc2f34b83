import type { Graph } from '../../rdf/graph.ts';
import type { TermId, Triple } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import { type ClassHierarchy, hasTypeAmong } from '../classHierarchy.ts';
import type { Target, TargetedShape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { queryJudging } from '../sparql/loadEngines.ts';
import type { Watch } from '../watch.ts';

/**
 * The nodes that a target selects; those of sh:targetWhere are found by judging nodes (`Evaluator.targets`). A node may occur
 * more than once.
 *
 * @param watch who watches its query.
 */
export function* targetNodes(
  target: Target,
  graph: Graph,
  classes: ClassHierarchy,
  watch?: Watch,
): Iterable<TermId> {
  switch (target.kind) {
    case 'node':
      yield target.node;
      break;
    case 'class':
      for (const type of classes.subclasses(target.class)) yield* graph.subjects(rdf.type, type);
      break;
    case 'subjectsOf':
      for (const { subject } of graph.withPredicate(target.predicate)) yield subject;
      break;
    case 'objectsOf':
      for (const { object } of graph.withPredicate(target.predicate)) yield object;
      break;
    case 'stated':
      yield* graph.subjects(sh.shape, target.shape);
      break;
    case 'where':
      break;
    case 'sparql':
      yield* queryJudging()?.selectedBy(target, graph, watch).nodes ?? [];
      break;
  }
}

/**
 * The triples of the graph that make a node a target.
 *
 * @param subclasses the classes that count as a class, itself included; only the class itself when omitted.
 */
export function targetingTriples(
  target: Target,
  node: TermId,
  graph: Graph,
  subclasses: (id: TermId) => ReadonlySet<TermId> = (id) => new Set([id]),
): readonly Triple[] {
  switch (target.kind) {
    case 'node':
      return [];
    case 'class': {
      const classes = subclasses(target.class);
      const types = graph.objects(node, rdf.type).filter((type) => classes.has(type));
      return types.map((type) => ({ subject: node, predicate: rdf.type, object: type }));
    }
    case 'subjectsOf':
      return graph
        .objects(node, target.predicate)
        .map((object) => ({ subject: node, predicate: target.predicate, object }));
    case 'objectsOf':
      return graph
        .subjects(target.predicate, node)
        .map((subject) => ({ subject, predicate: target.predicate, object: node }));
    case 'stated': {
      const triple = { subject: node, predicate: sh.shape, object: target.shape };
      return graph.has(node, sh.shape, target.shape) ? [triple] : [];
    }
    case 'where':
    case 'sparql':
      return [];
  }
}

/** Whether a target selects a node. This does not list all nodes that the target selects. */
export function isTargetOf(
  target: Target,
  node: TermId,
  graph: Graph,
  classes: ClassHierarchy,
  conforms: (node: TermId, shape: TermId) => boolean,
): boolean {
  switch (target.kind) {
    case 'node':
      return target.node === node;
    case 'class':
      return hasTypeAmong(graph, node, classes.subclasses(target.class));
    case 'subjectsOf':
      return graph.objects(node, target.predicate).length > 0;
    case 'objectsOf':
      return graph.subjects(target.predicate, node).length > 0;
    case 'stated':
      return graph.has(node, sh.shape, target.shape);
    case 'where':
      return (
        (target.among !== undefined || graph.outgoing(node).length > 0 || graph.incoming(node).length > 0) &&
        conforms(node, target.shapeRef)
      );
    case 'sparql':
      return queryJudging()?.selectedBy(target, graph).nodes.has(node) === true;
  }
}

/** The shapes to which nodes have to conform to be targets of a shape (sh:targetWhere). */
export function selectingShapes({ targets }: TargetedShape): readonly TermId[] {
  return targets.flatMap((target) => (target.kind === 'where' ? [target.shapeRef] : []));
}

/**
 * The shapes, with those as roots to which nodes have to conform according to the data (sh:shape of SHACL 1.2). The same
 * object for the same shapes as long as the data name the same ones.
 */
export function withStatedTargets(shapes: ShapesGraph, data: Graph): ShapesGraph {
  if (shapes.readAgain) return shapes;
  const stated = data.withPredicate(sh.shape);
  if (stated.length === 0 && !derivedFrom.has(shapes)) return shapes;
  const original = derivedFrom.get(shapes) ?? shapes;
  const named = new Set(stated.map(({ object }) => object).filter((id) => original.get(id) !== undefined));
  if (named.size === 0) return original;
  const key = [...named].sort((a, b) => a - b).join(' ');
  const known = lastDerived.get(original);
  if (known?.key === key) return known.shapes;
  const all = original.shapes.map((shape) =>
    named.has(shape.id)
      ? { ...shape, targets: [...shape.targets, { kind: 'stated', shape: shape.id } as const] }
      : shape,
  );
  const byId = new Map(all.map((shape) => [shape.id, shape]));
  const derived: ShapesGraph = {
    ...original,
    shapes: all,
    roots: all.filter(({ targets, deactivated }) => targets.length > 0 && !deactivated),
    get: (id) => byId.get(id),
  };
  derivedFrom.set(derived, original);
  lastDerived.set(original, { key, shapes: derived });
  return derived;
}

const derivedFrom = new WeakMap<ShapesGraph, ShapesGraph>();
const lastDerived = new WeakMap<ShapesGraph, { readonly key: string; readonly shapes: ShapesGraph }>();
