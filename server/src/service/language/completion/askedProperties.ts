import type { Graph } from '../../../rdf/graph.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { rdfs, sh } from '../../../rdf/vocab.ts';
import {
  isChoice,
  isJudgedElsewhere,
  requiredRefsOf,
  shapeRefsOf,
} from '../../../shacl/components/shapeRefs.ts';
import { createEvaluator } from '../../../shacl/evaluator.ts';
import type { Constraint, Shape, Target } from '../../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import { selectedBy } from '../../../shacl/sparql/targetsByQuery.ts';
import type { NodeAtCursor } from './nodeAtCursor.ts';

/** The shapes of a unit, with the graph of subclasses, and the one that was validated last. */
export interface UnitShapes {
  readonly shapes: ShapesGraph;
  readonly classGraph: Graph;
  readonly dataGraph: Graph;
}

/** A property that shapes require of a node, or allow it to have. */
export interface SuggestedProperty {
  readonly predicate: TermId;
  /** The property shapes about it. */
  readonly shapes: readonly Shape[];
  /** All constraints on its values, with those of the shapes that each value must conform to. */
  readonly constraints: readonly Constraint[];
  /** The classes of its values, with how many of each are needed; 0 where others are allowed instead. */
  readonly classes: readonly { readonly id: TermId; readonly count: number }[];
  /** 0 where it may be left out. */
  readonly minCount: number;
  readonly maxCount: number;
  /** Its position among the properties that shapes describe. */
  readonly order: number;
}

/** What the shapes of a node say about its properties, by predicate. */
export interface AskedOfNode {
  readonly properties: ReadonlyMap<TermId, SuggestedProperty>;
  /** The classes that the node must have. */
  readonly classes: ReadonlySet<TermId>;
  /** The constraints on the node itself. */
  readonly constraints: readonly Constraint[];
  /** The predicates that a closed shape allows; undefined when none is closed. */
  readonly allowed: ReadonlySet<TermId> | undefined;
}

/**
 * Collects what the shapes that apply to the node require of it: by its types, its predicates, and the place where it is a
 * value.
 */
export function askedOfNode(node: NodeAtCursor, units: readonly UnitShapes[]): AskedOfNode {
  const asked = new Asked();
  for (const unit of units) {
    const above = node.parent && askedOfNode(node.parent.node, [unit]).properties.get(node.parent.predicate);
    const placed = above?.constraints ?? [];
    const types = new Set(node.types);
    for (const constraint of placed) if (constraint.kind === 'class') types.add(constraint.class);
    const superclasses = superclassesOf(types, unit.classGraph);
    for (const root of unit.shapes.roots) {
      if (root.targets.some((target) => selects(target, node, superclasses, unit)))
        asked.visit(root, unit.shapes, false);
    }
    for (const constraint of placed) asked.constraint(constraint, unit.shapes, false);
  }
  return asked;
}

/** What a single shape requires of its nodes. */
export function askedByShape(shape: Shape, shapes: ShapesGraph): AskedOfNode {
  const asked = new Asked();
  asked.visit(shape, shapes, false);
  return asked;
}

function selects(
  target: Target,
  { id, facts, parent }: NodeAtCursor,
  classes: ReadonlySet<TermId>,
  unit: UnitShapes,
): boolean {
  const { dataGraph } = unit;
  switch (target.kind) {
    case 'class':
      return classes.has(target.class);
    case 'node':
      return target.node === id;
    case 'subjectsOf':
      return facts.some(({ predicate }) => predicate === target.predicate);
    case 'objectsOf':
      return parent?.predicate === target.predicate;
    case 'stated':
      return facts.some(({ predicate, object }) => predicate === sh.shape && object === target.shape);
    case 'where':
      return (
        id !== undefined &&
        createEvaluator(unit.shapes, dataGraph, unit.classGraph, { isUnwatched: true }).conforms(
          id,
          target.shapeRef,
        )
      );
    case 'sparql':
      // As of the last validation, which has evaluated the query already.
      return id !== undefined && selectedBy(target, dataGraph).nodes.has(id);
  }
}

/** The classes with all classes above them. */
export function superclassesOf(classes: Iterable<TermId>, graph: Graph): ReadonlySet<TermId> {
  const reached = new Set(classes);
  for (const each of reached) for (const above of graph.objects(each, rdfs.subClassOf)) reached.add(above);
  return reached;
}

/** The classes with all classes below them. */
export function classesBelow(classes: Iterable<TermId>, graph: Graph): ReadonlySet<TermId> {
  const reached = new Set(classes);
  for (const each of reached) for (const below of graph.subjects(rdfs.subClassOf, each)) reached.add(below);
  return reached;
}

class Asked implements AskedOfNode {
  readonly properties = new Map<TermId, SuggestedProperty>();
  readonly classes = new Set<TermId>();
  readonly constraints: Constraint[] = [];
  allowed: ReadonlySet<TermId> | undefined;
  readonly #seen = new Set<TermId>();

  /** @param isOptional whether the node may conform to another shape instead. */
  visit(shape: Shape | undefined, shapes: ShapesGraph, isOptional: boolean): void {
    if (shape === undefined || shape.deactivated || this.#seen.has(shape.id)) return;
    this.#seen.add(shape.id);
    if (shape.kind === 'property') {
      this.#property(shape, shapes, isOptional);
      return;
    }
    for (const constraint of shape.constraints) this.constraint(constraint, shapes, isOptional);
  }

  constraint(constraint: Constraint, shapes: ShapesGraph, isOptional: boolean): void {
    if (constraint.kind === 'closed') this.allowed = constraint.allowed;
    else if (constraint.kind === 'class') this.classes.add(constraint.class);
    this.constraints.push(constraint);
    for (const ref of requiredRefsOf(constraint)) this.visit(shapes.get(ref), shapes, isOptional);
    if (isChoice(constraint) || constraint.kind === 'qualifiedMinCount') {
      for (const ref of shapeRefsOf(constraint)) this.visit(shapes.get(ref), shapes, true);
    }
  }

  #property(shape: Shape, shapes: ShapesGraph, isOptional: boolean): void {
    const { path } = shape;
    if (path?.kind !== 'predicate') return;
    const known = this.properties.get(path.predicate);
    let minCount = known?.minCount ?? 0;
    let maxCount = known?.maxCount ?? Number.POSITIVE_INFINITY;
    for (const constraint of shape.constraints) {
      if (constraint.kind === 'minCount' || constraint.kind === 'qualifiedMinCount') {
        if (!isOptional) minCount = Math.max(minCount, constraint.count);
      } else if (constraint.kind === 'maxCount') maxCount = Math.min(maxCount, constraint.count);
      else if (constraint.kind === 'hasValue' && !isOptional) minCount = Math.max(minCount, 1);
    }
    this.properties.set(path.predicate, {
      predicate: path.predicate,
      shapes: [...(known?.shapes ?? []), shape],
      constraints: [...(known?.constraints ?? []), ...unfolded(shape, shapes)],
      classes: [...(known?.classes ?? []), ...classesOf(shape, shapes)],
      minCount,
      maxCount,
      order: known?.order ?? this.properties.size,
    });
  }
}

/** Any number of values may have a class that is required of all of them. */
const anyNumber = Number.POSITIVE_INFINITY;

function classesOf(shape: Shape, shapes: ShapesGraph): SuggestedProperty['classes'] {
  return shape.constraints.flatMap((constraint) => {
    if (constraint.kind === 'class') return [{ id: constraint.class, count: anyNumber }];
    if (constraint.kind !== 'qualifiedMinCount') return [];
    const value = shapes.get(constraint.shapeRef);
    const inner = value === undefined ? [] : unfolded(value, shapes);
    return inner.flatMap((each) =>
      each.kind === 'class' ? [{ id: each.class, count: constraint.count }] : [],
    );
  });
}

/** The constraints of a shape, with those of the node shapes that all or some of its values have to conform to. */
function unfolded(shape: Shape, shapes: ShapesGraph): readonly Constraint[] {
  const found: Constraint[] = [];
  const seen = new Set<TermId>();
  const visit = (each: Shape | undefined) => {
    if (each === undefined || each.deactivated || seen.has(each.id)) return;
    seen.add(each.id);
    for (const constraint of each.constraints) {
      found.push(constraint);
      if (constraint.kind === 'property' || constraint.kind === 'not' || isJudgedElsewhere(constraint))
        continue;
      for (const ref of shapeRefsOf(constraint)) {
        const inner = shapes.get(ref);
        if (inner?.kind === 'node') visit(inner);
      }
    }
  };
  visit(shape);
  return found;
}
