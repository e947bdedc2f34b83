import { NodeSet } from '../../rdf/nodeSet.ts';
import { pairKey } from '../../rdf/termKeys.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, rdfs, sh } from '../../rdf/vocab.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import { componentOf } from '../components/index.ts';
import type { Evaluator } from '../evaluator.ts';
import { type ReadSite, readSites } from '../incremental/affected.ts';
import { invert } from '../model/path.ts';
import type { Constraint, Shape } from '../model/shape.ts';
import { PathReach } from '../paths/pathReach.ts';
import { pathValues } from '../paths/pathValues.ts';
import { reportedTargets } from '../results/reported.ts';
import { selectingShapes, targetNodes } from '../shapesGraph/targets.ts';
import { compileConstraint, compileTarget } from '../sparql/compileShapeQuery.ts';
import type { Compilation } from '../sparql/compileText.ts';
import type { ValidationInput } from '../validationUnit.ts';
import { isAmong, type JudgedNodes, judgedNodes, type NodeSets } from './judgedNodes.ts';

/*
 * Which statements of the data the shapes look at. A shape judges a triple when the triple makes a node its target, or
 * when the verdict of one of its own constraints about one of its focus nodes may rest on the triple:
 *
 * - triples on the shape's path from a focus node, for any constraint;
 * - all rdf:type triples of the values, for sh:class, and the rdfs:subClassOf triples below the class;
 * - all triples of the values, for sh:closed;
 * - the values of the other property, for sh:equals, sh:disjoint, sh:lessThan and sh:lessThanOrEquals.
 *
 * Focus nodes are targets and the values that other shapes refer to the shape, by sh:property, sh:node, sh:not, sh:and,
 * sh:or, sh:xone or sh:qualifiedValueShape. Whether an evaluation stops early makes no difference. A shape whose
 * constraints are all left out judges nothing.
 *
 * Like affected.ts and trace.ts this is computed from what shapes read (`readSites` of affected.ts), when somebody asks.
 */

/** What the shapes of a unit look at in its data. */
export interface Coverage {
  /** The shapes that have a constraint to evaluate, in document order. Sets of shapes refer to them by their position. */
  readonly shapes: readonly JudgingShape[];
  /** The shapes that judge a triple, as a number for `shapeSet`; 0 for none. */
  judgesOf(subject: TermId, predicate: TermId, object: TermId): number;
  /** The positions of the shapes in a set, in ascending order. */
  shapeSet(number: number): readonly number[];
  /** The focus nodes of a shape on behalf of the data files. A node may occur more than once. */
  focusNodes(shape: TermId): Iterable<TermId>;
  /** Whether a focus node of the shape has a value. */
  hasValues(shape: Shape): boolean;
}

/** A shape that can judge nodes. */
export interface JudgingShape {
  readonly shape: Shape;
  /** How many nodes it judges on behalf of the data files. */
  readonly focusNodes: number;
}

/** Predicates about completeness, which is not judged. */
export const declarations: ReadonlySet<TermId> = new Set([sh.incomplete, sh.incompleteURIStart]);

/** Finds out what the shapes of a unit look at. */
export function coverageOf(input: ValidationInput, evaluator: Evaluator): Coverage {
  const shapes = evaluatedShapes(input, evaluator);
  const classes = new ClassHierarchy(input.classGraph);
  const targets = targetsOf(shapes, input, classes, evaluator);
  const judged = judgedNodes(shapes, input.dataGraph, targets);
  return new ComputedCoverage(input, shapes, judged, classes);
}

/** Whether a constraint has nothing to judge where there is no value. */
export function judgesValues(constraint: Constraint): boolean {
  const isMaximum = constraint.kind === 'maxCount' || constraint.kind === 'qualifiedMaxCount';
  return !isMaximum && !componentOf(constraint).asksForValues;
}

/** The active shapes without the constraints that are left out; none without any constraint. */
function evaluatedShapes({ shapes }: ValidationInput, evaluator: Evaluator): readonly Shape[] {
  const isLeftOut = (constraint: Constraint) => evaluator.isLeftOut(constraint);
  return shapes.shapes.flatMap((shape) => {
    if (shape.deactivated || shape.constraints.length === 0) return [];
    if (!shape.constraints.some(isLeftOut)) return [shape];
    const constraints = shape.constraints.filter((constraint) => !isLeftOut(constraint));
    return constraints.length === 0 ? [] : [{ ...shape, constraints }];
  });
}

/**
 * The nodes that shapes start from on behalf of the data files: reported targets, and nodes of the data that a shape
 * reaches from a target in the context.
 */
function targetsOf(
  shapes: readonly Shape[],
  input: ValidationInput,
  classes: ClassHierarchy,
  evaluator: Evaluator,
): readonly (readonly [shape: TermId, nodes: NodeSet])[] {
  const own: [TermId, NodeSet][] = [];
  const ofContext: [TermId, NodeSet][] = [];
  const isAllData = input.reportedGraph === input.dataGraph;
  for (const shape of shapes) {
    if (shape.targets.length === 0) continue;
    const isReported = isAllData ? undefined : reportedTargets(shape, input);
    const inData = new NodeSet();
    let inContext: NodeSet | undefined;
    for (const target of shape.targets) {
      const nodes =
        target.kind === 'where'
          ? evaluator.targets({ id: shape.id, targets: [target] })
          : targetNodes(target, input.dataGraph, classes);
      for (const node of nodes) {
        if (isReported === undefined || isReported(node)) {
          inData.add(node);
        } else {
          inContext ??= new NodeSet();
          inContext.add(node);
        }
      }
    }
    if (inData.nodes.length > 0) own.push([shape.id, inData]);
    if (inContext !== undefined) ofContext.push([shape.id, inContext]);
    // The triples that make them targets were read as well.
    for (const ref of selectingShapes(shape)) {
      if (inData.nodes.length > 0 && shapes.some(({ id }) => id === ref)) own.push([ref, inData]);
    }
  }
  if (ofContext.length === 0) return own;
  const beyond = judgedNodes(shapes, input.dataGraph, ofContext);
  for (const { id } of shapes) {
    const inData = new NodeSet();
    for (const { nodes } of beyond.focusNodes(id)) {
      for (const node of nodes) if (input.reportedGraph.outgoing(node).length > 0) inData.add(node);
    }
    if (inData.nodes.length > 0) own.push([id, inData]);
  }
  return own;
}

/** Decides whether a shape reads triples with one predicate. */
interface Reader {
  /** The shape's position. */
  readonly shape: number;
  /** The end of the triple that has to be among the nodes. */
  readonly end: 'subject' | 'object';
  /** Undefined when any node will do. */
  readonly nodes: NodeSets | undefined;
  /** Set for look-ups of subclasses, which are not made in the data graph. */
  readonly ofClasses?: true;
}

class ComputedCoverage implements Coverage {
  readonly shapes: readonly JudgingShape[];
  readonly #input: ValidationInput;
  readonly #judged: JudgedNodes;
  readonly #sets: ShapeSets;
  readonly #readers: Readers;
  readonly #plans = new Map<TermId, Plan>();

  constructor(
    input: ValidationInput,
    shapes: readonly Shape[],
    judged: JudgedNodes,
    classes: ClassHierarchy,
  ) {
    this.#input = input;
    this.#judged = judged;
    this.#sets = new ShapeSets(shapes.length);
    this.shapes = shapes.map((shape) => ({ shape, focusNodes: countOf(judged.focusNodes(shape.id)) }));
    this.#readers = new Readers(input, this.shapes, judged, classes);
  }

  *focusNodes(shape: TermId): Iterable<TermId> {
    for (const { nodes } of this.#judged.focusNodes(shape)) yield* nodes;
  }

  hasValues({ id, path }: Shape): boolean {
    const hasValue = (node: TermId) =>
      path === undefined || pathValues(this.#input.dataGraph, node, path).length > 0;
    return this.#judged.focusNodes(id).some(({ nodes }) => nodes.some(hasValue));
  }

  shapeSet(number: number): readonly number[] {
    return this.#sets.shapes(number);
  }

  judgesOf(subject: TermId, predicate: TermId, object: TermId): number {
    let plan = this.#plans.get(predicate);
    if (plan === undefined) {
      plan = planOf(this.#readers.of(predicate), this.#sets);
      this.#plans.set(predicate, plan);
    }
    let set = plan.bySubject === undefined ? 0 : (plan.bySubject[subject] ?? 0);
    if (plan.byObject !== undefined) set = this.#sets.union(set, plan.byObject[object] ?? 0);
    const { readers } = plan;
    if (readers.length === 0) return set;
    let others = 0;
    for (let i = 0; i < readers.length; i++) {
      const { shape, end, nodes, ofClasses } = readers[i]!;
      if (nodes !== undefined && !isAmong(end === 'subject' ? subject : object, nodes)) continue;
      if (ofClasses && !this.#input.classGraph.has(subject, predicate, object)) continue;
      others = this.#sets.with(others, shape);
    }
    return this.#sets.union(set, others);
  }
}

/** How to find the shapes that judge the triples with one predicate. */
interface Plan {
  /** The shapes that read from an end of the triple, by the node that is there. */
  readonly bySubject: Int32Array | undefined;
  readonly byObject: Int32Array | undefined;
  /** All other readers, checked for each triple. */
  readonly readers: readonly Reader[];
}

/** Where many shapes read from one end, as with rdf:type, the readers of each node are looked up in a table. */
function planOf(readers: readonly Reader[], sets: ShapeSets): Plan {
  const manyFrom = (end: Reader['end']) => {
    const found = readers.filter((reader) => reader.end === end && isFromNodes(reader));
    return found.length < manyReaders ? [] : found;
  };
  const [subjects, objects] = [manyFrom('subject'), manyFrom('object')];
  const inTables = new Set<Reader>([...subjects, ...objects]);
  return {
    bySubject: tableOf(subjects, sets),
    byObject: tableOf(objects, sets),
    readers: readers.filter((reader) => !inTables.has(reader)),
  };
}

const manyReaders = 8;

/** Whether the reader only considers the node at its end. */
function isFromNodes({ nodes, ofClasses }: Reader): boolean {
  return nodes !== undefined && !ofClasses;
}

/** For each node the shapes that read from it; undefined without readers. */
function tableOf(readers: readonly Reader[], sets: ShapeSets): Int32Array | undefined {
  if (readers.length === 0) return undefined;
  let last = 0;
  for (const { nodes } of readers) for (const set of nodes!) last = Math.max(last, set.largest);
  const table = new Int32Array(last + 1);
  for (const { nodes, shape } of readers) {
    for (const set of nodes!) for (const node of set.nodes) table[node] = sets.with(table[node]!, shape);
  }
  return table;
}

/** The readers of triples by their predicate, made when they are first needed. */
class Readers {
  readonly #graph: ValidationInput['dataGraph'];
  readonly #classes: ClassHierarchy;
  readonly #judged: JudgedNodes;
  readonly #shapes: ReadonlyMap<TermId, { readonly shape: Shape; readonly position: number }>;
  readonly #sitesOf: (predicate: TermId) => readonly ReadSite[];
  readonly #targetReaders = new Map<TermId, Reader[]>();
  readonly #readersOfAll: Reader[] = [];
  readonly #byPredicate = new Map<TermId, readonly Reader[]>();
  readonly #subclasses = new Map<TermId, NodeSets>();

  constructor(
    input: ValidationInput,
    shapes: readonly JudgingShape[],
    judged: JudgedNodes,
    classes: ClassHierarchy,
  ) {
    // Shapes without focus nodes read nothing.
    const judging = shapes.filter(({ focusNodes }) => focusNodes > 0);
    const sites = readSites(judging.map(({ shape }) => shape));
    this.#graph = input.dataGraph;
    this.#classes = classes;
    this.#judged = judged;
    this.#shapes = new Map(shapes.map(({ shape }, position) => [shape.id, { shape, position }] as const));
    this.#sitesOf = sites.of;
    for (const { shape, class: id } of sites.classSites) {
      if (countOf(judged.values(shape)) > 0) this.#addSubclassReader(shape, id);
    }
    for (const { shape } of judging) {
      for (const target of shape.targets) this.#addTargetReader(shape, target);
      for (const constraint of shape.constraints) this.#addQueryReader(shape, constraint);
    }
  }

  of(predicate: TermId): readonly Reader[] {
    let readers = this.#byPredicate.get(predicate);
    if (readers === undefined) {
      readers = declarations.has(predicate)
        ? []
        : [
            ...(this.#targetReaders.get(predicate) ?? []),
            ...this.#readersOfAll,
            ...this.#sitesOf(predicate).map((site) => this.#readerOf(site)),
          ].sort((a, b) => a.shape - b.shape);
      this.#byPredicate.set(predicate, readers);
    }
    return readers;
  }

  #readerOf({ shape: id, from, back }: ReadSite): Reader {
    const { shape, position } = this.#shapes.get(id)!;
    return { shape: position, end: from, nodes: this.#endsOf(shape, back) };
  }

  /** The nodes of which a site reads triples: those from which `back` leads to a focus node of the shape. */
  #endsOf({ id, path }: Shape, back: ReadSite['back']): NodeSets {
    const focusNodes = this.#judged.focusNodes(id);
    if (back === undefined) return focusNodes;
    if (path !== undefined && back === invert(path)) return this.#judged.values(id);
    const ends = new NodeSet();
    if (back.kind === 'reified' || back.kind === 'statement') {
      for (const { subject, object } of this.#graph.withPredicate(rdf.reifies)) {
        const triple = terms.triple(object);
        if (triple?.predicate === back.predicate && isAmong(triple.subject, focusNodes))
          ends.add(back.kind === 'statement' ? object : subject);
      }
      return [ends];
    }
    const reach = new PathReach(this.#graph, invert(back));
    for (const { nodes } of focusNodes) {
      for (const node of nodes) for (const end of reach.from(node)) ends.add(end);
    }
    return [ends];
  }

  #addTargetReader(shape: Shape, target: Shape['targets'][number]): void {
    switch (target.kind) {
      case 'node':
      // The shape is a reader of its own.
      case 'where':
        break;
      case 'stated': {
        const named = new NodeSet();
        named.add(target.shape);
        this.#addReader(sh.shape, { shape: this.#positionOf(shape.id), end: 'object', nodes: [named] });
        break;
      }
      case 'class': {
        const nodes = this.#subclassesOf(target.class);
        this.#addReader(rdf.type, { shape: this.#positionOf(shape.id), end: 'object', nodes });
        if (this.#hasInstances(target.class)) this.#addSubclassReader(shape.id, target.class);
        break;
      }
      case 'subjectsOf':
      case 'objectsOf': {
        const end = target.kind === 'subjectsOf' ? 'subject' : 'object';
        this.#addReader(target.predicate, { shape: this.#positionOf(shape.id), end, nodes: undefined });
        break;
      }
      case 'sparql':
        this.#addReads(shape, compileTarget(target));
        break;
    }
  }

  #addQueryReader(shape: Shape, constraint: Constraint): void {
    if (constraint.kind === 'sparql') this.#addReads(shape, compileConstraint(constraint, shape.path));
  }

  /**
   * A query reads all triples with its predicates, wherever they are. One with a variable in place of a predicate might
   * read any triple; it counts as reading those of the focus nodes.
   */
  #addReads({ id }: Shape, query: Compilation | undefined): void {
    if (query?.kind !== 'query') return;
    const shape = this.#positionOf(id);
    const { reads } = query;
    if (reads === 'everything') {
      this.#readersOfAll.push({ shape, end: 'subject', nodes: this.#judged.focusNodes(id) });
    } else {
      for (const predicate of reads.predicates) {
        this.#addReader(predicate, { shape, end: 'subject', nodes: undefined });
      }
    }
  }

  #hasInstances(id: TermId): boolean {
    for (const type of this.#classes.subclasses(id)) {
      if (this.#graph.subjects(rdf.type, type).length > 0) return true;
    }
    return false;
  }

  #addSubclassReader(shape: TermId, id: TermId): void {
    const nodes = this.#subclassesOf(id);
    this.#addReader(rdfs.subClassOf, {
      shape: this.#positionOf(shape),
      end: 'object',
      nodes,
      ofClasses: true,
    });
  }

  #addReader(predicate: TermId, reader: Reader): void {
    const known = this.#targetReaders.get(predicate);
    if (known) known.push(reader);
    else this.#targetReaders.set(predicate, [reader]);
  }

  #positionOf(shape: TermId): number {
    return this.#shapes.get(shape)!.position;
  }

  #subclassesOf(id: TermId): NodeSets {
    let sets = this.#subclasses.get(id);
    if (sets === undefined) {
      const set = new NodeSet();
      for (const subclass of this.#classes.subclasses(id)) set.add(subclass);
      sets = [set];
      this.#subclasses.set(id, sets);
    }
    return sets;
  }
}

/** How many nodes are in the sets, each counted once. */
function countOf(sets: NodeSets): number {
  if (sets.length < 2) return sets[0]?.nodes.length ?? 0;
  const all = new NodeSet();
  for (const { nodes } of sets) for (const node of nodes) all.add(node);
  return all.nodes.length;
}

/**
 * Sets of shapes as numbers. Many triples are judged by the same few shapes, so each set is stored once. The number 0 is
 * the empty set.
 */
class ShapeSets {
  /** For each set: the set without its last shape, and that shape. */
  readonly #rest: number[] = [0];
  readonly #last: number[] = [-1];
  readonly #larger = new Map<number, number>();
  readonly #unions = new Map<number, number>();
  readonly #shapeCount: number;

  /** @param shapeCount how many shapes there are; they are numbered from 0. */
  constructor(shapeCount: number) {
    this.#shapeCount = shapeCount;
  }

  /** The set with one more shape, whose number must not be below those of the set. */
  with(set: number, shape: number): number {
    if (this.#last[set] === shape) return set;
    const key = set * this.#shapeCount + shape;
    let larger = this.#larger.get(key);
    if (larger === undefined) {
      larger = this.#rest.push(set) - 1;
      this.#last.push(shape);
      this.#larger.set(key, larger);
    }
    return larger;
  }

  /** The set with the shapes of both. */
  union(left: number, right: number): number {
    if (left === 0 || left === right) return right;
    if (right === 0) return left;
    const key = pairKey(left, right);
    let both = this.#unions.get(key);
    if (both === undefined) {
      const shapes = [...this.shapes(left), ...this.shapes(right)].sort((a, b) => a - b);
      both = shapes.reduce((set, shape) => this.with(set, shape), 0);
      this.#unions.set(key, both);
    }
    return both;
  }

  /** The numbers of the shapes in a set, in ascending order. */
  shapes(set: number): readonly number[] {
    const shapes: number[] = [];
    for (let at = set; at !== 0; at = this.#rest[at]!) shapes.push(this.#last[at]!);
    return shapes.reverse();
  }
}
