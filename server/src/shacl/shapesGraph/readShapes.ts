import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { owl, rdf, sh, shRules } from '../../rdf/vocab.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import { allComponents } from '../components/index.ts';
import { isYielded } from '../components/logical.ts';
import { disfavouredRefsOf, shapeRefsOf } from '../components/shapeRefs.ts';
import { readList } from '../model/reading.ts';
import type { Constraint, Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { shortForm, type TermPrinter } from '../model/words.ts';
import { findCircles } from './circles.ts';
import { readShape } from './readShape.ts';
import { findUnchecked } from './unchecked.ts';

/**
 * Reads all shapes of a graph. Never fails: what is ill-formed is left out and listed in `findings` and `notChecked`.
 */
export function readShapes(graph: Graph, term: TermPrinter = shortForm): ShapesGraph {
  const ids = discoverShapes(graph);
  const isComputed = graph.withPredicate(sh.nodeByExpression).some(({ object }) => terms.isBlank(object));
  const isNodeShape = (id: TermId) => terms.isIri(id) && graph.objects(id, sh.path).length === 0;
  const yielded = isComputed ? ids.filter(isNodeShape) : [];
  const readings = ids.map((id) => readShape(graph, id, term, yielded));
  const { shapes, skipped, cycles } = withoutParadoxes(
    readings.flatMap(({ shape, unwritten }) => [...(shape ? [shape] : []), ...unwritten]),
  );
  const byId = new Map(shapes.map((shape) => [shape.id, shape]));
  const stated = isComputed ? findCycles(shapes, (each) => !isYielded(each)) : cycles;
  const unchecked = findUnchecked(graph, { shapes, cycles: stated, paradoxes: skipped }, term);
  return {
    graph,
    term,
    shapes,
    roots: shapes.filter((shape) => shape.targets.length > 0 && !shape.deactivated),
    illFormed: readings.filter(({ shape, targets }) => shape === undefined && targets.length > 0),
    findings: [...readings.flatMap(({ findings }) => findings), ...unchecked.findings],
    rulesNotRun: unchecked.rulesNotRun,
    notChecked: [...readings.flatMap(({ notChecked }) => notChecked), ...unchecked.notChecked],
    imports: [...new Set(graph.withPredicate(owl.imports).map(({ object }) => object))],
    foreignStatements: unchecked.foreignStatements,
    get: (id) => byId.get(id),
    cycleOf: (id) => cycles.get(id),
  };
}

/** Reads another graph, such as an edited one, in the same way as some shapes were read. */
export function readLike({ readAgain = readShapes, term }: ShapesGraph, graph: Graph): ShapesGraph {
  return readAgain(graph, term);
}

const targetProperties = [
  sh.targetNode,
  sh.targetClass,
  sh.targetSubjectsOf,
  sh.targetObjectsOf,
  sh.target,
  sh.targetWhere,
];
const shapeProperties = [
  ...allComponents.filter(({ takes }) => takes === 'shape').map(({ parameter }) => parameter),
  sh.qualifiedValueShape,
  sh.targetWhere,
];
const shapeListProperties = [sh.and, sh.or, sh.xone];
const customConstraints = [sh.sparql, sh.js, sh.rule, sh.nodeByExpression, sh.expression];

/**
 * The nodes of a graph that are shapes (SHACL 2.1): nodes with a shape type, a target or a parameter, and nodes that
 * are used where a shape is expected. They are in document order; nodes that are never a subject come last.
 */
function discoverShapes(graph: Graph): readonly TermId[] {
  const found = new Set<TermId>();
  const classes = new ClassHierarchy(graph);
  for (const shapeClass of [sh.NodeShape, sh.PropertyShape, sh.Shape, shRules.ShapeClass]) {
    for (const type of classes.subclasses(shapeClass)) {
      for (const shape of graph.subjects(rdf.type, type)) found.add(shape);
    }
  }
  const parameters = allComponents.flatMap(({ parameter, refinements }) => [parameter, ...refinements]);
  for (const property of [...targetProperties, ...parameters, ...customConstraints]) {
    for (const { subject } of graph.withPredicate(property)) found.add(subject);
  }
  for (const property of shapeProperties) {
    for (const { object } of graph.withPredicate(property)) found.add(object);
  }
  for (const { object } of graph.withPredicate(sh.nodeByExpression))
    if (terms.isIri(object)) found.add(object);
  for (const property of shapeListProperties) {
    for (const { object } of graph.withPredicate(property)) {
      for (const member of readList(graph, object) ?? []) found.add(member);
    }
  }
  return inDocumentOrder(graph, found).filter((id) => !terms.isLiteral(id));
}

function inDocumentOrder(graph: Graph, ids: ReadonlySet<TermId>): readonly TermId[] {
  const ordered = new Set<TermId>();
  const described = [...ids].filter((id) => graph.outgoing(id).length > 0).length;
  // Shapes at the start of long data are found without reading the data.
  if (described > 0) {
    for (const { subject } of graph.triples()) {
      if (ids.has(subject) && ordered.add(subject).size === described) break;
    }
  }
  for (const id of ids) ordered.add(id);
  return [...ordered];
}

/** Numbers the cycles of shapes that refer to one another by some of their constraints. */
function findCycles(
  shapes: readonly Shape[],
  counts: (constraint: Constraint) => boolean = () => true,
): ReadonlyMap<TermId, number> {
  const references = new Map(
    shapes.map(({ id, constraints }) => [id, constraints.filter(counts).flatMap(shapeRefsOf)]),
  );
  return findCircles(references.keys(), (id) => references.get(id) ?? []);
}

/**
 * Leaves out the constraints by which a shape would conform because it does not conform: constraints for which it is bad
 * that a value conforms to a shape that leads back to their own shape (sh:not, sh:xone, sh:qualifiedMaxCount and disjoint
 * siblings). In the remaining cycles, refuting one part can only refute other parts and never confirm them, so there is one
 * greatest fixpoint.
 */
function withoutParadoxes(shapes: readonly Shape[]): {
  readonly shapes: readonly Shape[];
  readonly skipped: readonly Constraint[];
  /** The numbers of the cycles that are left. */
  readonly cycles: ReadonlyMap<TermId, number>;
} {
  const cycles = findCycles(shapes);
  const paradoxical = (refs: (constraint: Constraint) => readonly TermId[]) => (constraint: Constraint) => {
    const cycle = cycles.get(constraint.shape);
    return cycle !== undefined && refs(constraint).some((ref) => cycles.get(ref) === cycle);
  };
  const all = shapes.flatMap(({ constraints }) => constraints);
  const paradoxes = all.filter(paradoxical(disfavouredRefsOf));
  if (paradoxes.length === 0) return { shapes, skipped: paradoxes, cycles };
  // What may lead back, if an expression yields it, is left out before what leads back in any case.
  const possible = all.filter((each) => isYielded(each) && paradoxical(shapeRefsOf)(each));
  const skipped = new Set(possible.length > 0 ? possible : paradoxes);
  const left = shapes.map((shape) => ({
    ...shape,
    constraints: shape.constraints.filter((constraint) => !skipped.has(constraint)),
  }));
  if (possible.length === 0) return { shapes: left, skipped: paradoxes, cycles: findCycles(left) };
  const rest = withoutParadoxes(left);
  return { ...rest, skipped: [...possible, ...rest.skipped] };
}
