import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, sh, shRules } from '../../rdf/vocab.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import { allComponents } from '../components/index.ts';
import { readList } from './rdfList.ts';

const targetProperties = [sh.targetNode, sh.targetClass, sh.targetSubjectsOf, sh.targetObjectsOf, sh.target];
const shapeProperties = [sh.node, sh.property, sh.not, sh.qualifiedValueShape];
const shapeListProperties = [sh.and, sh.or, sh.xone];
const customConstraints = [sh.sparql, sh.js, sh.rule];

/**
 * The nodes of a graph that are shapes (SHACL 2.1): nodes with a shape type, a target or a parameter, and nodes that
 * are used where a shape is expected. They are in document order; nodes that are never a subject come last.
 */
export function discoverShapes(graph: Graph): readonly TermId[] {
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
  for (const property of shapeListProperties) {
    for (const { object } of graph.withPredicate(property)) {
      for (const member of readList(graph, object) ?? []) found.add(member);
    }
  }
  return inDocumentOrder(graph, found).filter((id) => !terms.isLiteral(id));
}

function inDocumentOrder(graph: Graph, ids: ReadonlySet<TermId>): readonly TermId[] {
  const ordered = new Set<TermId>();
  for (const { subject } of graph.triples()) if (ids.has(subject)) ordered.add(subject);
  for (const id of ids) ordered.add(id);
  return [...ordered];
}
