import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, rdfs, sh, shRules } from '../../rdf/vocab.ts';
import { ClassHierarchy, hasTypeAmong } from '../classHierarchy.ts';
import { componentByParameter } from '../components/index.ts';
import type { Component } from '../model/component.ts';
import { isTrue, readBoolean } from '../model/reading.ts';
import type { Constraint, Shape, Target } from '../model/shape.ts';
import type { ShapesFinding } from '../model/shapesGraph.ts';
import type { UncheckedPart } from '../model/violation.ts';
import type { TermPrinter } from '../model/words.ts';
import { readPath } from '../paths/readPath.ts';
import {
  readDeclaredConstraints,
  readExpressionConstraint,
  readSparqlConstraint,
  type SparqlReading,
  shapeOfNotYielded,
} from '../sparql/readConstraints.ts';
import { notYielded, onlyYielded } from '../sparql/readQuery.ts';
import {
  hasTargetQuery,
  readTarget,
  readTargetNode,
  selectsTargets,
  type TargetReading,
} from '../sparql/readTargets.ts';

/** A shape, with its unreadable parts. */
export interface ShapeReading {
  readonly id: TermId;
  /** Undefined when the shape as a whole is ill-formed. */
  readonly shape: Shape | undefined;
  readonly targets: readonly Target[];
  /** Shapes that no file has, to which the shape refers, or by which its targets are selected: what node expressions became. */
  readonly unwritten: readonly Shape[];
  readonly findings: readonly ShapesFinding[];
  readonly notChecked: readonly UncheckedPart[];
}

/**
 * Reads the shape that a node describes.
 *
 * @param nodeShapes the named node shapes of the graph, of which a node expression may yield any.
 */
export function readShape(
  graph: Graph,
  id: TermId,
  term: TermPrinter,
  nodeShapes: readonly TermId[] = [],
): ShapeReading {
  return new ShapeReader(graph, id, term, nodeShapes).read();
}

class ShapeReader {
  readonly #graph: Graph;
  readonly #id: TermId;
  readonly #term: TermPrinter;
  readonly #nodeShapes: readonly TermId[];
  readonly #unwritten: Shape[] = [];
  readonly #findings: ShapesFinding[] = [];
  readonly #notChecked: UncheckedPart[] = [];

  constructor(graph: Graph, id: TermId, term: TermPrinter, nodeShapes: readonly TermId[]) {
    this.#graph = graph;
    this.#id = id;
    this.#term = term;
    this.#nodeShapes = nodeShapes;
  }

  read(): ShapeReading {
    const targets = this.#targets();
    const shape = this.#shape(targets);
    const found = { unwritten: this.#unwritten, findings: this.#findings, notChecked: this.#notChecked };
    return { id: this.#id, shape, targets, ...found };
  }

  #shape(targets: readonly Target[]): Shape | undefined {
    const id = this.#id;
    const pathTerms = this.#graph.objects(id, sh.path);
    if (pathTerms.length > 1) {
      return this.#illFormedPath(pathTerms[1]!, 'A property shape has one sh:path, this one has several.');
    }
    const pathTerm = pathTerms[0];
    const reading = pathTerm === undefined ? undefined : readPath(this.#graph, pathTerm);
    if (reading?.kind === 'illFormed') return this.#illFormedPath(pathTerm!, reading.message);
    const kind = pathTerm === undefined ? 'node' : 'property';
    if (kind === 'node' && this.#graph.has(id, rdf.type, sh.PropertyShape)) {
      return this.#illFormedPath(undefined, 'A sh:PropertyShape needs a sh:path.');
    }
    return {
      id,
      kind,
      path: reading?.path,
      pathTerm,
      targets,
      constraints: this.#constraints(kind),
      deactivated: this.#deactivated(),
      severity: this.#severity(),
      messages: this.#graph.objects(id, sh.message).filter((message) => terms.isLiteral(message)),
    };
  }

  #illFormedPath(value: TermId | undefined, message: string): undefined {
    this.#findings.push({
      severity: 'error',
      message: `${message} The shape is not checked.`,
      shape: this.#id,
      ...(value === undefined ? {} : { parameter: sh.path, value }),
    });
    this.#notChecked.push({
      reason: `The shape ${this.#term(this.#id)} is not checked: ${message}`,
      shape: this.#id,
    });
  }

  #targets(): readonly Target[] {
    const values = (property: TermId, isRight: (value: TermId) => boolean, wrong: string) =>
      this.#graph.objects(this.#id, property).filter((value) => {
        if (!isRight(value)) this.#leaveOutTarget(property, value, wrong);
        return isRight(value);
      });
    const iris = (property: TermId) =>
      values(property, (value) => terms.isIri(value), 'The value is not an IRI.');
    const isNode = (value: TermId) => !terms.isBlank(value) || selectsTargets(this.#graph, value);
    const targets: Target[] = [
      ...values(sh.targetNode, isNode, 'The value is a blank node.').flatMap((node) =>
        terms.isBlank(node)
          ? this.#queriedTarget(sh.targetNode, node, readTargetNode(this.#graph, node, this.#term))
          : [{ kind: 'node', node } as const],
      ),
      ...iris(sh.targetClass).map((id) => ({ kind: 'class', class: id }) as const),
      ...iris(sh.targetSubjectsOf).map((predicate) => ({ kind: 'subjectsOf', predicate }) as const),
      ...iris(sh.targetObjectsOf).map((predicate) => ({ kind: 'objectsOf', predicate }) as const),
    ];
    const isShape = (value: TermId) => !terms.isLiteral(value);
    for (const shapeRef of values(sh.targetWhere, isShape, 'The value is not a shape.'))
      targets.push({ kind: 'where', shapeRef });
    for (const value of this.#graph.objects(this.#id, sh.target)) {
      if (!hasTargetQuery(this.#graph, value)) continue;
      targets.push(...this.#queriedTarget(sh.target, value, readTarget(this.#graph, value)));
    }
    if (this.#isClass()) targets.push({ kind: 'class', class: this.#id });
    return targets;
  }

  #queriedTarget(parameter: TermId, value: TermId, reading: TargetReading): readonly Target[] {
    if (reading.kind === 'target') {
      this.#unwritten.push(...(reading.shapes ?? []));
      return [reading.target];
    }
    this.#leaveOutTarget(parameter, value, reading.message);
    return [];
  }

  #leaveOutTarget(property: TermId, value: TermId, message: string): void {
    this.#problem(property, value, message, 'The target is left out.');
    this.#notChecked.push({
      reason: `${this.#term(property)} of ${this.#term(this.#id)} is left out: ${message}`,
      shape: this.#id,
      concerns: 'anyNode',
    });
  }

  /**
   * True for implicit class targets (SHACL 2.1.3.3). OWL classes count only when the shapes graph states that owl:Class
   * is a subclass of rdfs:Class.
   */
  #isClass(): boolean {
    return terms.isIri(this.#id) && hasTypeAmong(this.#graph, this.#id, classTypes(this.#graph));
  }

  #constraints(kind: Shape['kind']): readonly Constraint[] {
    const constraints: Constraint[] = [];
    const shape = { graph: this.#graph, id: this.#id, kind };
    for (const { predicate, object } of this.#graph.outgoing(this.#id)) {
      const component = componentByParameter.get(predicate);
      const constraint = component && this.#constraint(component, object, kind);
      if (constraint) constraints.push(constraint);
      if (predicate === sh.nodeByExpression)
        constraints.push(...this.#nodeByExpression(object).flatMap((each) => this.#annotated(each, object)));
      if (predicate === sh.expression)
        constraints.push(...this.#queried(readExpressionConstraint(shape, object, this.#term)));
      if (predicate === sh.sparql) constraints.push(...this.#queried(readSparqlConstraint(shape, object)));
    }
    for (const reading of readDeclaredConstraints(shape)) constraints.push(...this.#queried(reading));
    if (this.#graph.withPredicate(rdf.reifies).length === 0) return constraints;
    return constraints.flatMap((constraint) => this.#annotated(constraint));
  }

  /** A constraint as annotations of its triple change it: none when they deactivate it (SHACL 1.2). */
  #annotated(constraint: Constraint, object = constraint.parameterValue): readonly Constraint[] {
    const { parameter: predicate } = constraint;
    const triple = terms.tripleTerm({ subject: this.#id, predicate, object });
    const annotations = (property: TermId) =>
      this.#graph.subjects(rdf.reifies, triple).flatMap((reifier) => this.#graph.objects(reifier, property));
    if (annotations(sh.deactivated).some(isTrue)) return [];
    const messages = annotations(sh.message).filter((message) => terms.isLiteral(message));
    return [
      {
        ...constraint,
        severity: gravest(annotations(sh.severity)) ?? constraint.severity,
        messages: messages.length > 0 ? messages : constraint.messages,
      },
    ];
  }

  /**
   * sh:nodeByExpression of SHACL 1.2. With a shape, it is sh:node by another name. With another node expression, it becomes a
   * constraint for each named node shape: values conform to it, or the expression does not yield it for them.
   */
  #nodeByExpression(value: TermId): readonly Constraint[] {
    const declared = { parameter: sh.nodeByExpression, component: sh.NodeByExpressionConstraintComponent };
    const own = { ...declared, shape: this.#id, severity: undefined, messages: noMessages };
    if (terms.isIri(value)) return [{ ...own, parameterValue: value, kind: 'node', shapeRef: value }];
    const leftOut = (why: string) => this.#queried({ kind: 'unsupported', ...declared, value, why });
    if (this.#nodeShapes.length > mostYielded)
      return leftOut(`The expression may yield more than ${mostYielded} named node shapes.`);
    // All nodes that conform to a shape conform to it.
    const nodeShapes = this.#nodeShapes.filter((each) => each !== this.#id);
    if (nodeShapes.length === 0)
      return leftOut('The linked files have no other named node shape that the expression could yield.');
    const constraints: Constraint[] = [];
    const doubted = onlyYielded(this.#graph, value, this.#nodeShapes);
    for (const yielded of nodeShapes) {
      const asked = notYielded(this.#graph, value, yielded, this.#term);
      if (typeof asked === 'string') return leftOut(`The node expression is not evaluated: ${asked}`);
      const isFirst = constraints.length === 0 && typeof doubted !== 'string';
      const other = shapeOfNotYielded(this.#graph, value, asked, isFirst ? doubted : undefined);
      this.#unwritten.push(other);
      constraints.push({ ...own, parameterValue: yielded, kind: 'or', shapeRefs: [other.id, yielded] });
    }
    return constraints;
  }

  #queried(reading: SparqlReading): readonly Constraint[] {
    switch (reading.kind) {
      case 'constraint':
        return [reading.constraint];
      case 'none':
        return [];
      case 'illFormed': {
        this.#skip({ parameter: reading.parameter, iri: reading.component }, reading.value, reading.message);
        return [];
      }
      case 'unsupported': {
        const { parameter, value, component } = reading;
        const message =
          reading.why ??
          `The constraint component ${this.#term(component)} has no validator in SPARQL and is not evaluated.`;
        this.#findings.push({ severity: 'information', message, shape: this.#id, parameter, value });
        this.#notChecked.push({ reason: `${this.#term(this.#id)}: ${message}`, shape: this.#id, component });
        return [];
      }
    }
  }

  #constraint(component: Component, value: TermId, kind: Shape['kind']): Constraint | undefined {
    const parameter = component.parameter;
    if (component.propertyShapesOnly && kind === 'node') {
      return this.#skip(component, value, `${this.#term(parameter)} is for property shapes only.`);
    }
    if (component.single && this.#graph.objects(this.#id, parameter)[1] === value) {
      this.#warning(
        parameter,
        value,
        `A shape has one ${this.#term(parameter)}, this one has several. Each of them is checked.`,
      );
    }
    const reading = component.read(value, { id: this.#id, kind, graph: this.#graph });
    switch (reading.kind) {
      case 'none':
        return undefined;
      case 'illFormed':
        return this.#skip(component, value, reading.message);
      case 'constraint':
        if (reading.doubt !== undefined) this.#warning(parameter, value, reading.doubt);
        return {
          component: component.iri,
          shape: this.#id,
          parameter,
          parameterValue: value,
          severity: undefined,
          messages: noMessages,
          kind: reading.of ?? component.kind,
          ...reading.parameters,
        } as Constraint;
    }
  }

  #skip(component: Pick<Component, 'parameter' | 'iri'>, value: TermId, message: string): undefined {
    this.#problem(component.parameter, value, message, 'The constraint is not checked.');
    this.#notChecked.push({
      reason: `${this.#term(component.parameter)} of ${this.#term(this.#id)} is not checked: ${message}`,
      shape: this.#id,
      component: component.iri,
    });
  }

  #warning(parameter: TermId, value: TermId, message: string): void {
    this.#findings.push({ severity: 'warning', message, shape: this.#id, parameter, value });
  }

  #problem(parameter: TermId, value: TermId, message: string, consequence: string): void {
    this.#findings.push({
      severity: 'error',
      message: `${message} ${consequence}`,
      shape: this.#id,
      parameter,
      value,
    });
  }

  /**
   * True when the shape is deactivated. When sh:deactivated has both values, the shape stays active, regardless of their
   * order.
   */
  #deactivated(): boolean {
    const values = this.#graph.objects(this.#id, sh.deactivated);
    const found = new Set<boolean>();
    for (const value of values) {
      const reading = readBoolean(value);
      if (reading.kind === 'boolean') found.add(reading.boolean);
      else this.#problem(sh.deactivated, value, reading.message, 'The shape stays active.');
    }
    if (found.size > 1) {
      this.#problem(
        sh.deactivated,
        values[1]!,
        'A shape has one sh:deactivated, this one has several.',
        'The shape stays active.',
      );
    }
    return found.has(true) && !found.has(false);
  }

  /** The severity of the shape; the most severe one when there are several, regardless of their order. */
  #severity(): TermId {
    const values = this.#graph.objects(this.#id, sh.severity);
    if (values.length > 1) {
      this.#problem(
        sh.severity,
        values[1]!,
        'A shape can have only one sh:severity, but this one has several.',
        'The gravest counts.',
      );
    }
    return gravest(values) ?? sh.Violation;
  }
}

const noMessages: readonly TermId[] = [];

/** For each, a query is asked about all values. */
const mostYielded = 500;

/** The most severe of some severities, regardless of their order. */
function gravest(values: readonly TermId[]): TermId | undefined {
  if (values.length === 0) return undefined;
  const known = [sh.Violation, sh.Warning, sh.Info, sh.Debug, sh.Trace];
  const own = values.filter((severity) => !known.includes(severity)).toSorted(byName);
  return (
    known.slice(0, 3).find((severity) => values.includes(severity)) ??
    own[0] ??
    known.find((severity) => values.includes(severity))
  );
}

function byName(a: TermId, b: TermId): number {
  return terms.value(a) < terms.value(b) ? -1 : 1;
}

/** The classes of classes that are implicit class targets when they are shapes; sh:ShapeClass is of SHACL 1.2. */
const classTypes: (graph: Graph) => ReadonlySet<TermId> = memoized((graph) => {
  const classes = new ClassHierarchy(graph);
  return new Set([rdfs.Class, shRules.ShapeClass].flatMap((type) => [...classes.subclasses(type)]));
});
