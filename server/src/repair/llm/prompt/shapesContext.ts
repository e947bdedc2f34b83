import type { Graph } from '../../../rdf/graph.ts';
import { OrderedTripleSet } from '../../../rdf/orderedTripleSet.ts';
import { classTypes, isDeclaredClass } from '../../../rdf/schemaTypes.ts';
import { tripleKey } from '../../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf, rdfs, sh } from '../../../rdf/vocab.ts';
import { componentByIri } from '../../../shacl/components/index.ts';
import { shapeRefsOf } from '../../../shacl/components/shapeRefs.ts';
import type { Constraint } from '../../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import type { RepairProblem } from '../../repair.ts';
import type { ShapesStrategy } from './strategy.ts';

/** The part of the shapes that a prompt shows for a violation: each triple once, the most relevant first. */
export function shapesContext(
  { recorded, violation, context }: RepairProblem,
  strategy: ShapesStrategy,
): readonly Triple[] {
  const { shapes, dataGraph } = recorded.input;
  const slice = constraintSlice(shapes, violation.constraint);
  if (strategy === 'M') {
    const list = new OrderedTripleSet();
    list.addAll(slice);
    list.addAll([...shapes.graph.triples()].filter((triple) => !isAnnotation(triple)));
    return [...list];
  }
  if (strategy === 'S') return slice;
  const graphs = [shapes.graph, dataGraph, ...context.map(({ graph }) => graph)];
  return [...slice, ...annotationsOf(classesIn(slice, graphs), graphs)];
}

/**
 * The triples of a constraint: the type, the path and the constraint's own parameters of its shape, and the shapes
 * that it refers to in full, all without targets and annotations.
 */
export function constraintSlice(shapes: ShapesGraph, constraint: Constraint): readonly Triple[] {
  const slice = new Slice(shapes);
  slice.addConstraint(constraint);
  for (const shape of shapeRefsOf(constraint)) slice.addShape(shape);
  return slice.triples();
}

/** Shapes with all that they refer to, without targets and annotations. */
export function shapesInFull(shapes: ShapesGraph, ids: Iterable<TermId>): readonly Triple[] {
  const slice = new Slice(shapes);
  for (const id of ids) slice.addShape(id);
  return slice.triples();
}

/** The shape with the violated parameters only. They name the shapes that they refer to, unless these are anonymous. */
export function violatedParameters(shapes: ShapesGraph, constraint: Constraint): readonly Triple[] {
  const slice = new Slice(shapes);
  slice.addConstraint(constraint);
  return slice.triples();
}

const targets: ReadonlySet<TermId> = new Set([
  sh.target,
  sh.targetClass,
  sh.targetNode,
  sh.targetSubjectsOf,
  sh.targetObjectsOf,
  sh.targetWhere,
]);

class Slice {
  readonly #shapes: ShapesGraph;
  readonly #triples = new Map<string, Triple>();
  readonly #described = new Set<TermId>();

  constructor(shapes: ShapesGraph) {
    this.#shapes = shapes;
  }

  addConstraint(constraint: Constraint): void {
    const { shape, component, parameter, parameterValue } = constraint;
    const refinements = componentByIri.get(component)?.refinements ?? [];
    for (const triple of this.#shapes.graph.outgoing(shape)) {
      const { predicate, object } = triple;
      const isParameter = predicate === parameter && object === parameterValue;
      if (isParameter || predicate === sh.path || refinements.includes(predicate)) this.#add(triple);
      else if (predicate === rdf.type && !isTarget(triple)) this.#add(triple);
      // A closed shape allows the paths of its properties.
      else if (constraint.kind === 'closed' && predicate === sh.property) this.#addPath(triple);
    }
  }

  /** Adds a shape in full, and the shapes that it refers to. */
  addShape(id: TermId): void {
    this.#describe(id);
    const pending = [id];
    const seen = new Set(pending);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const ref of this.#shapes.get(next)?.constraints.flatMap(shapeRefsOf) ?? []) {
        if (seen.has(ref)) continue;
        seen.add(ref);
        this.#describe(ref);
        pending.push(ref);
      }
    }
  }

  triples(): readonly Triple[] {
    return [...this.#triples.values()];
  }

  #describe(node: TermId): void {
    if (this.#described.has(node)) return;
    this.#described.add(node);
    for (const triple of this.#shapes.graph.outgoing(node)) {
      if (!isAnnotation(triple) && !isTarget(triple)) this.#add(triple);
    }
  }

  #addPath(property: Triple): void {
    const { graph } = this.#shapes;
    for (const path of graph.objects(property.object, sh.path)) {
      this.#put(property);
      this.#add({ subject: property.object, predicate: sh.path, object: path });
    }
  }

  /**
   * Adds a triple and, if its object has no name, the statements about the object: a list, a path or an anonymous
   * shape.
   */
  #add(triple: Triple): void {
    this.#put(triple);
    if (terms.isBlank(triple.object)) this.#describe(triple.object);
  }

  #put(triple: Triple): void {
    this.#triples.set(tripleKey(triple), triple);
  }
}

/** True for target declarations. A shape that is a class is one as well (SHACL 2.1.3.3). */
function isTarget({ predicate, object }: Triple): boolean {
  return targets.has(predicate) || (predicate === rdf.type && classTypes.includes(object));
}

const skos = 'http://www.w3.org/2004/02/skos/core#';
const dcterms = 'http://purl.org/dc/terms/';
const dc = 'http://purl.org/dc/elements/1.1/';

/** The properties that describe things in words. */
const describing: ReadonlySet<TermId> = new Set([
  rdfs.label,
  rdfs.comment,
  sh.name,
  sh.description,
  sh.message,
  ...[
    `${skos}definition`,
    `${skos}prefLabel`,
    `${skos}altLabel`,
    `${skos}note`,
    `${dcterms}description`,
    `${dcterms}title`,
    `${dc}description`,
    `${dc}title`,
  ].map((iri) => terms.constant(iri)),
]);

/** True for a description in words, which no constraint looks at. */
function isAnnotation({ predicate }: Triple): boolean {
  return describing.has(predicate);
}

/** The descriptions of nodes in English or without a language. */
function annotationsOf(nodes: Iterable<TermId>, graphs: readonly Graph[]): readonly Triple[] {
  const found = new Map<string, Triple>();
  for (const node of nodes) {
    for (const triple of graphs.flatMap((graph) => graph.outgoing(node))) {
      if (!isAnnotation(triple) || !/^(en(-|$)|$)/.test(terms.language(triple.object))) continue;
      found.set(tripleKey(triple), triple);
    }
  }
  return [...found.values()];
}

/** The classes in triples: the values of sh:class, and everything that a graph declares as a class. */
function classesIn(triples: readonly Triple[], graphs: readonly Graph[]): ReadonlySet<TermId> {
  const classes = new Set<TermId>();
  for (const { subject, predicate, object } of triples) {
    if (predicate === sh.class) classes.add(object);
    for (const node of [subject, object]) {
      if (terms.isIri(node) && graphs.some((graph) => isDeclaredClass(node, graph))) classes.add(node);
    }
  }
  return classes;
}
