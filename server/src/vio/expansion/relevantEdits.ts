import { type Graph, hasTriple } from '../../rdf/graph.ts';
import type { LookUp } from '../../rdf/observedGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, rdfs } from '../../rdf/vocab.ts';
import type { ClassHierarchy } from '../../shacl/classHierarchy.ts';
import { componentOf } from '../../shacl/components/index.ts';
import { minimumOf } from '../../shacl/components/shapeBased.ts';
import { asksOf, shapeRefsOf } from '../../shacl/components/shapeRefs.ts';
import type { Evaluator } from '../../shacl/evaluator.ts';
import { traceOf } from '../../shacl/incremental/trace.ts';
import type { Path } from '../../shacl/model/path.ts';
import type { ConstraintOf } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import type { Monotonicity } from '../../shacl/monotonicity.ts';
import { pathValues } from '../../shacl/paths/pathValues.ts';
import { targetingTriples } from '../../shacl/shapesGraph/targets.ts';

/** Triples of which every repair of a result removes or adds at least one. */
export interface RelevantEdits {
  readonly removals: readonly Triple[];
  readonly additions: readonly Triple[];
  /** Patterns of other additions that may repair the result; empty when there are none. */
  readonly open: readonly LookUp[];
}

/** A graph that violates its shapes. */
export interface Violating {
  readonly shapes: ShapesGraph;
  readonly graph: Graph;
  readonly classes: ClassHierarchy;
  readonly evaluator: Evaluator;
  readonly monotonicity: Monotonicity;
  /** Whether a repair may remove the triple. */
  readonly isEditable: (triple: Triple) => boolean;
}

/**
 * Finds the triples that a result depends on, and those whose addition may repair it.
 *
 * @param left how many triples the repair may change.
 */
export function relevantEdits(result: Violation, violating: Violating, left: number): RelevantEdits {
  const { triples, open } = new Additions(violating, left).against(result);
  const rests = restsOn(result, violating).filter(
    (triple) => triple.predicate !== rdfs.subClassOf && violating.isEditable(triple),
  );
  return {
    removals: rests,
    additions: triples.filter((triple) => !hasTriple(violating.graph, triple)),
    open,
  };
}

/** True when some triple may match both patterns. */
export function mayBothMatch(one: LookUp, other: LookUp): boolean {
  return (['subject', 'predicate', 'object'] as const).every(
    (part) => one[part] === undefined || other[part] === undefined || one[part] === other[part],
  );
}

function restsOn(result: Violation, { shapes, graph, classes, evaluator }: Violating): readonly Triple[] {
  const { rootShape, rootFocusNode, focusNode, sourceShape, constraint } = result;
  const targets = shapes.get(rootShape)!.targets;
  const subclasses = (id: TermId) => classes.subclasses(id);
  const isDirect = focusNode === rootFocusNode && judgesTheSameNode(rootShape, sourceShape, shapes);
  const { triples } = isDirect
    ? traceOf(evaluator.traced, focusNode, sourceShape, constraint)
    : traceOf(evaluator.traced, rootFocusNode, rootShape);
  return [
    ...targets.flatMap((target) => targetingTriples(target, rootFocusNode, graph, subclasses)),
    ...triples,
  ];
}

/** Whether sh:property leads from one shape to the other without a step of a path. */
function judgesTheSameNode(root: TermId, wanted: TermId, shapes: ShapesGraph): boolean {
  const reached = new Set([root]);
  for (const id of reached) {
    const shape = shapes.get(id);
    if (shape === undefined || shape.path !== undefined) continue;
    for (const constraint of shape.constraints) {
      if (constraint.kind === 'property') reached.add(constraint.shapeRef);
    }
  }
  return reached.has(wanted);
}

interface Added {
  readonly triples: readonly Triple[];
  readonly open: readonly LookUp[];
}

const none: Added = { triples: [], open: [] };
const anything: Added = { triples: [], open: [{}] };

const maxDepth = 6;
const maxClasses = 64;

/** Finds the triples of which a repair must add at least one, unless it removes a triple. */
class Additions {
  readonly #violating: Violating;
  readonly #left: number;

  constructor(violating: Violating, left: number) {
    this.#violating = violating;
    this.#left = left;
  }

  against(result: Violation, depth = 0): Added {
    const { monotonicity, evaluator } = this.#violating;
    const { constraint, value } = result;
    const refs = shapeRefsOf(constraint);
    switch (asksOf(constraint)) {
      // Members and reifiers may be repaired by whatever their shapes read.
      case 'elsewhere':
        return anything;
      case undefined:
        return this.#statements(result);
      case 'all':
        return 'shapeRefs' in constraint
          ? this.#toAll(value!, refs, depth)
          : this.#toConform(value!, refs[0]!, depth);
      case 'some':
        return this.#toOne(value!, refs, depth);
      case 'one': {
        const held = refs.filter((ref) => evaluator.conforms(value!, ref));
        if (held.length === 0) return this.#toOne(value!, refs, depth);
        return held.some((ref) => monotonicity.mayBreak(ref)) ? anything : none;
      }
      case 'none':
        return refs.some((ref) => monotonicity.mayBreak(ref)) ? anything : none;
      case 'enough':
        return this.#moreCounted(
          result,
          minimumOf(constraint as ConstraintOf<'qualifiedMinCount' | 'someValue'>),
        );
      case 'few': {
        const { shapeRef, siblings } = constraint as ConstraintOf<'qualifiedMaxCount'>;
        return monotonicity.mayBreak(shapeRef) || siblings.some((ref) => monotonicity.mayFix(ref))
          ? anything
          : none;
      }
    }
  }

  /** For a constraint that refers to no shapes. */
  #statements({ constraint, focusNode, sourceShape, value }: Violation): Added {
    if (!componentOf(constraint).moreTriples.mayMend) return none;
    const path = this.#violating.shapes.get(sourceShape)!.path;
    if (constraint.kind === 'class') return this.#types(value!, constraint.class);
    if (constraint.kind === 'hasValue')
      return path === undefined ? none : attached(focusNode, path, constraint.value);
    if (constraint.kind === 'equals' || constraint.kind === 'subsetOf')
      return this.#missingSide(focusNode, path, constraint.compared, value!);
    if (constraint.kind === 'minCount')
      return this.#moreValues(focusNode, path!, constraint as ConstraintOf<'minCount'>);
    return anything;
  }

  #moreCounted({ focusNode, sourceShape }: Violation, constraint: ConstraintOf<'qualifiedMinCount'>): Added {
    const { monotonicity, shapes } = this.#violating;
    return monotonicity.mayFix(constraint.shapeRef) ||
      constraint.siblings.some((ref) => monotonicity.mayBreak(ref))
      ? anything
      : this.#moreValues(focusNode, shapes.get(sourceShape)!.path!, constraint);
  }

  #types(node: TermId, id: TermId): Added {
    if (terms.isLiteral(node)) return none;
    const classes = [...this.#violating.classes.subclasses(id)];
    const own = [id, ...classes.filter((other) => other !== id)].slice(0, maxClasses);
    return {
      triples: own.map((object) => ({ subject: node, predicate: rdf.type, object })),
      open: classes.length <= maxClasses ? [] : [{ subject: node, predicate: rdf.type }],
    };
  }

  #missingSide(focusNode: TermId, path: Path | undefined, compared: Path, value: TermId): Added {
    const isThere = pathValues(this.#violating.graph, focusNode, compared).includes(value);
    if (isThere) return path === undefined ? none : attached(focusNode, path, value);
    return attached(focusNode, compared, value);
  }

  #moreValues(
    focusNode: TermId,
    path: Path,
    constraint: ConstraintOf<'minCount' | 'qualifiedMinCount'>,
  ): Added {
    const { evaluator } = this.#violating;
    const values = evaluator.countedValues(constraint, evaluator.values(focusNode, path));
    const isOneEach = path.kind === 'predicate' || isInverseStep(path);
    if (isOneEach && constraint.count - values.length > this.#left) return none;
    return { triples: [], open: firstOrAnyStep(focusNode, path) };
  }

  #toConform(node: TermId, shape: TermId, depth: number): Added {
    if (!this.#violating.monotonicity.mayFix(shape)) return none;
    if (depth === maxDepth) return anything;
    const results = this.#violating.evaluator.validateNode(node, shape);
    // All of the results have to be removed, so it is enough to examine what one of them needs.
    const needs = results.map((result) => this.against(result, depth + 1));
    return needs.find(({ open }) => open.length === 0) ?? needs[0] ?? anything;
  }

  #toAll(node: TermId, shapes: readonly TermId[], depth: number): Added {
    const { evaluator } = this.#violating;
    const needs = shapes
      .filter((shape) => !evaluator.conforms(node, shape))
      .map((shape) => this.#toConform(node, shape, depth));
    return needs.find(({ open }) => open.length === 0) ?? needs[0] ?? anything;
  }

  #toOne(node: TermId, shapes: readonly TermId[], depth: number): Added {
    const ways = shapes.map((shape) => this.#toConform(node, shape, depth));
    return {
      triples: ways.flatMap(({ triples }) => triples),
      open: ways.flatMap(({ open }) => open),
    };
  }
}

/** The triple that makes a value reachable by a path of one step, or patterns of such triples for a longer path. */
function attached(focusNode: TermId, path: Path, value: TermId): Added {
  if (path.kind === 'predicate') return stated(focusNode, path.predicate, value);
  if (isInverseStep(path)) return stated(value, path.path.predicate, focusNode);
  return { triples: [], open: firstOrAnyStep(focusNode, path) };
}

function stated(subject: TermId, predicate: TermId, object: TermId): Added {
  return terms.isLiteral(subject) ? none : { triples: [{ subject, predicate, object }], open: [] };
}

/** The patterns of triples that make a path lead to more values. */
function firstOrAnyStep(focusNode: TermId, path: Path): readonly LookUp[] {
  if (path.kind === 'predicate') return [{ subject: focusNode, predicate: path.predicate }];
  if (isInverseStep(path)) return [{ predicate: path.path.predicate, object: focusNode }];
  return predicatesOf(path).map((predicate) => ({ predicate }));
}

function isInverseStep(
  path: Path,
): path is { readonly kind: 'inverse'; readonly path: Extract<Path, { readonly kind: 'predicate' }> } {
  return path.kind === 'inverse' && path.path.kind === 'predicate';
}

function predicatesOf(path: Path): readonly TermId[] {
  switch (path.kind) {
    case 'predicate':
      return [path.predicate];
    case 'sequence':
    case 'alternative':
      return path.paths.flatMap(predicatesOf);
    case 'inverse':
    case 'zeroOrMore':
    case 'oneOrMore':
    case 'zeroOrOne':
      return predicatesOf(path.path);
  }
}
