import { breathe } from '../base/abort.ts';
import type { Graph } from '../rdf/graph.ts';
import { termToNTriples } from '../rdf/nTriples.ts';
import type { TermId } from '../rdf/terms.ts';
import { ClassHierarchy } from './classHierarchy.ts';
import type { Check, Component, Evaluation, Failure, Words } from './components/component.ts';
import { componentByIri } from './components/index.ts';
import { qualifiedValues } from './components/qualified.ts';
import { resultMessages } from './messages.ts';
import { pairKey } from './pairKey.ts';
import type { Path } from './path.ts';
import { pathValues } from './pathValues.ts';
import type { Constraint, Shape } from './shape.ts';
import type { ShapesGraph } from './shapesGraph.ts';
import { isTargetOf, targetNodes } from './targets.ts';
import { type VerdictRecorder, Verdicts } from './verdicts.ts';
import type { NotChecked, ValidationResult, Violation } from './violation.ts';
import { shortForm, type TermPrinter, wordsFor } from './words.ts';

/** Judges nodes of one graph by the shapes of one shapes graph. Everything but `validate` is synchronous. */
export interface Evaluator {
  /** The focus nodes of a shape, each once. */
  targets(shape: Shape): readonly TermId[];
  isTarget(shape: Shape, node: TermId): boolean;
  /** The value nodes of a path. */
  values(focusNode: TermId, path: Path): readonly TermId[];
  /** Those of the values that a qualified constraint counts; all values for any other constraint. */
  countedValues(constraint: Constraint, values: readonly TermId[]): readonly TermId[];
  /** Whether a node conforms to a shape. Nodes conform to what is no shape, is ill-formed or is deactivated. */
  conforms(node: TermId, shape: TermId): boolean;
  /** The results of a node against a shape. */
  validateNode(node: TermId, shape: TermId): readonly Violation[];
  /** Validates all targets of all root shapes, or a part of them. Rejects with the signal's reason when aborted. */
  validate(options?: ValidateOptions): Promise<ValidationResult>;
  /** What this evaluator leaves out. */
  readonly notChecked: readonly NotChecked[];
}

export interface ValidateOptions {
  /** Only these; those that are no targets are passed over. */
  readonly scope?: readonly Focus[];
  readonly signal?: AbortSignal;
}

/** A root shape with one of its focus nodes. */
export interface Focus {
  readonly shape: Shape;
  readonly node: TermId;
}

export interface EvaluatorOptions {
  readonly probe?: EvaluationProbe;
  /** Keys of constraints that took too long before: they are skipped and reported as not checked. */
  readonly quarantined?: ReadonlySet<string>;
  /** How messages print terms. */
  readonly term?: TermPrinter;
  /** To use the look-ups of an evaluator on a graph with the same rdfs:subClassOf triples. */
  readonly classes?: ClassHierarchy;
  readonly recorder?: VerdictRecorder;
}

/** Is told which constraint is being evaluated, so that somebody outside can name the one that does not end. */
export interface EvaluationProbe {
  enter(constraint: Constraint): void;
  leave(): void;
}

/**
 * @param graph what is validated: data with its context.
 * @param classGraph where rdfs:subClassOf is looked up.
 */
export function createEvaluator(
  shapes: ShapesGraph,
  graph: Graph,
  classGraph: Graph,
  options: EvaluatorOptions = {},
): Evaluator {
  return new GraphEvaluator(shapes, graph, classGraph, options);
}

/** Names a constraint in a way that is the same in every process that reads the same texts. */
export function constraintKey({ shape, parameter, parameterValue }: Constraint): string {
  return [shape, parameter, parameterValue].map(termToNTriples).join(' ');
}

/** Details of details are given this many levels deep, and no more than this many for one result. */
const maxDetailDepth = 4;
const maxDetails = 100;

/** Property shapes inside property shapes are followed by recursion to this depth, then one after the other. */
const maxNesting = 100;

interface PreparedShape {
  readonly shape: Shape;
  readonly constraints: readonly PreparedConstraint[];
  readonly words: Words;
}

interface PreparedConstraint {
  readonly constraint: Constraint;
  readonly check: Check;
}

/** One call of validateNode, or one list of details. */
interface Run {
  readonly results: Violation[];
  /** Pairs of recursive shapes and nodes that were reported already. */
  readonly visited: Set<number>;
  readonly postponed: { readonly shape: TermId; readonly node: TermId }[];
  nesting: number;
}

class GraphEvaluator implements Evaluator {
  readonly #shapes: ShapesGraph;
  readonly #graph: Graph;
  readonly #classes: ClassHierarchy;
  readonly #options: EvaluatorOptions;
  readonly #term: TermPrinter;
  readonly #verdicts: Verdicts;
  readonly #evaluation: Evaluation;
  readonly #prepared = new Map<TermId, PreparedShape>();
  #root: { readonly shape: TermId; readonly node: TermId } | undefined;
  #detailDepth = 0;
  #detailsLeft = maxDetails;

  constructor(shapes: ShapesGraph, graph: Graph, classGraph: Graph, options: EvaluatorOptions) {
    this.#shapes = shapes;
    this.#graph = graph;
    this.#classes = options.classes ?? new ClassHierarchy(classGraph);
    this.#options = options;
    this.#term = options.term ?? shortForm;
    this.#verdicts = new Verdicts(
      (node, shape) => this.#holds(node, this.#prepare(this.#shapes.get(shape)!)),
      shapes.cycleOf,
      options.recorder,
    );
    this.#evaluation = {
      graph,
      subclasses: (id) => this.#classes.subclasses(id),
      conforms: (node, shape) => this.conforms(node, shape),
      results: (node, shape) => this.#details(node, shape),
    };
  }

  get notChecked(): readonly NotChecked[] {
    const { quarantined } = this.#options;
    if (!quarantined?.size) return this.#shapes.notChecked;
    const skipped = this.#shapes.shapes
      .flatMap(({ constraints }) => constraints)
      .filter((constraint) => quarantined.has(constraintKey(constraint)));
    return [
      ...this.#shapes.notChecked,
      ...skipped.map(({ shape, parameter, component }) => ({
        reason: `${shortForm(parameter)} of ${shortForm(shape)} took too long and is left out until it changes or the server is restarted.`,
        shape,
        component,
      })),
    ];
  }

  targets(shape: Shape): readonly TermId[] {
    const found = new Set<TermId>();
    for (const target of shape.targets)
      for (const node of targetNodes(target, this.#graph, this.#classes)) found.add(node);
    return [...found];
  }

  isTarget(shape: Shape, node: TermId): boolean {
    return shape.targets.some((target) => isTargetOf(target, node, this.#graph, this.#classes));
  }

  values(focusNode: TermId, path: Path): readonly TermId[] {
    return pathValues(this.#graph, focusNode, path);
  }

  readonly countedValues = (constraint: Constraint, values: readonly TermId[]): readonly TermId[] =>
    constraint.kind === 'qualifiedMinCount' || constraint.kind === 'qualifiedMaxCount'
      ? qualifiedValues(constraint, this.#evaluation, values)
      : values;

  conforms(node: TermId, shapeId: TermId): boolean {
    const shape = this.#shapes.get(shapeId);
    return shape === undefined || shape.deactivated || this.#verdicts.conforms(node, shapeId);
  }

  validateNode(node: TermId, shape: TermId): readonly Violation[] {
    this.#root = { shape, node };
    try {
      return this.#results(node, shape);
    } finally {
      this.#root = undefined;
    }
  }

  async validate({ scope, signal }: ValidateOptions = {}): Promise<ValidationResult> {
    const violations: Violation[] = [];
    for (const { shape, node } of scope ?? this.#allFocuses()) {
      await breathe(signal);
      if (scope && !this.isTarget(shape, node)) continue;
      for (const violation of this.validateNode(node, shape.id)) violations.push(violation);
    }
    return { violations, notChecked: this.notChecked };
  }

  *#allFocuses(): Iterable<Focus> {
    for (const shape of this.#shapes.roots) for (const node of this.targets(shape)) yield { shape, node };
  }

  #prepare(shape: Shape): PreparedShape {
    let prepared = this.#prepared.get(shape.id);
    if (prepared === undefined) {
      const { quarantined } = this.#options;
      const constraints = shape.constraints
        .filter((constraint) => !quarantined?.has(constraintKey(constraint)))
        .map((constraint) => ({ constraint, check: this.#check(constraint) }));
      prepared = { shape, constraints, words: wordsFor(shape, this.#shapes.graph, this.#term) };
      this.#prepared.set(shape.id, prepared);
    }
    return prepared;
  }

  #check(constraint: Constraint): Check {
    const component: Component = componentByIri.get(constraint.component)!;
    return component.prepare(constraint, this.#evaluation);
  }

  #valuesOf(shape: Shape, focusNode: TermId): readonly TermId[] {
    return shape.path === undefined ? [focusNode] : this.values(focusNode, shape.path);
  }

  /** The verdict alone, which ends at the first failure. */
  #holds(focusNode: TermId, { shape, constraints }: PreparedShape): boolean {
    const values = this.#valuesOf(shape, focusNode);
    return constraints.every(({ constraint, check }) =>
      this.#probed(constraint, () =>
        check.kind === 'value'
          ? values.every((value) => check.accepts(value))
          : check.failures(focusNode, values).length === 0,
      ),
    );
  }

  #results(node: TermId, shape: TermId): readonly Violation[] {
    const run: Run = { results: [], visited: new Set(), postponed: [{ node, shape }], nesting: 0 };
    for (let next = run.postponed.pop(); next; next = run.postponed.pop()) {
      this.#report(next.node, next.shape, run);
    }
    return run.results;
  }

  #report(focusNode: TermId, shapeId: TermId, run: Run): void {
    const shape = this.#shapes.get(shapeId);
    if (shape === undefined || shape.deactivated || this.#wasReported(shapeId, focusNode, run)) return;
    if (run.nesting >= maxNesting) {
      run.postponed.push({ node: focusNode, shape: shapeId });
      return;
    }
    const prepared = this.#prepare(shape);
    const values = this.#valuesOf(shape, focusNode);
    run.nesting++;
    for (const { constraint, check } of prepared.constraints) {
      if (constraint.kind === 'property') {
        for (const value of values) this.#report(value, constraint.shapeRef, run);
      } else {
        this.#probed(constraint, () => {
          for (const { failure, details } of failuresOf(check, focusNode, values)) {
            run.results.push(this.#violation(focusNode, prepared, constraint, failure, details));
          }
        });
      }
    }
    run.nesting--;
  }

  #wasReported(shape: TermId, node: TermId, { visited }: Run): boolean {
    if (this.#shapes.cycleOf(shape) === undefined) return false;
    const key = pairKey(shape, node);
    if (visited.has(key)) return true;
    visited.add(key);
    return false;
  }

  #violation(
    focusNode: TermId,
    { shape, words }: PreparedShape,
    constraint: Constraint,
    failure: Failure,
    details: (() => readonly Violation[]) | undefined,
  ): Violation {
    const { predicate } = failure;
    return {
      focusNode,
      rootFocusNode: this.#root!.node,
      rootShape: this.#root!.shape,
      path: predicate === undefined ? shape.path : { kind: 'predicate', predicate },
      resultPath: predicate ?? shape.pathTerm,
      value: failure.value,
      ...(failure.language !== undefined && { language: failure.language }),
      sourceShape: shape.id,
      component: constraint.component,
      constraint,
      severity: shape.severity,
      messages: resultMessages({ shape, constraint, focusNode, failure }, this.#shapes.graph, words),
      details: details?.() ?? [],
    };
  }

  #details(node: TermId, shape: TermId): readonly Violation[] {
    if (this.#detailDepth === 0) this.#detailsLeft = maxDetails;
    if (this.#detailDepth >= maxDetailDepth || this.#detailsLeft <= 0) return [];
    this.#detailDepth++;
    try {
      const results = this.#results(node, shape).slice(0, this.#detailsLeft);
      this.#detailsLeft -= results.length;
      return results;
    } finally {
      this.#detailDepth--;
    }
  }

  #probed<T>(constraint: Constraint, evaluate: () => T): T {
    const { probe } = this.#options;
    if (probe === undefined) return evaluate();
    probe.enter(constraint);
    try {
      return evaluate();
    } finally {
      probe.leave();
    }
  }
}

interface FailureWithDetails {
  readonly failure: Failure;
  readonly details: (() => readonly Violation[]) | undefined;
}

function failuresOf(
  check: Check,
  focusNode: TermId,
  values: readonly TermId[],
): readonly FailureWithDetails[] {
  if (check.kind === 'focus') {
    return check.failures(focusNode, values).map((failure) => ({
      failure,
      details: check.details && (() => check.details!(focusNode, values)),
    }));
  }
  return values
    .filter((value) => !check.accepts(value))
    .map((value) => ({ failure: { value }, details: check.details && (() => check.details!(value)) }));
}
