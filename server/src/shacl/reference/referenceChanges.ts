import { type GraphDelta, IndexedGraph } from '../../rdf/graph.ts';
import { pairKey } from '../../rdf/termKeys.ts';
import { ClassHierarchy } from '../classHierarchy.ts';
import type { Focus } from '../evaluator.ts';
import { affectedFocuses } from '../incremental/affected.ts';
import { changedInput } from '../incremental/changedInput.ts';
import { compareResults } from '../incremental/impact.ts';
import type { RecordedValidation } from '../incremental/recordedValidation.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { UncheckedPart, Violation } from '../model/violation.ts';
import type { ValidationInput } from '../validationUnit.ts';
import { ReferenceClasses } from './referenceClasses.ts';
import {
  ReferenceEngine,
  type ReferenceFindings,
  type ReferenceScene,
  referenceValidator,
} from './referenceEngine.ts';
import { ReferenceLimits } from './referenceLimits.ts';

/** The effect of a change according to rdf-validate-shacl. */
export interface ReferenceImpact {
  /** Results of the changed graph that the unchanged graph does not have. */
  readonly introduced: readonly Violation[];
  /** What the engine does not check. */
  readonly notChecked: readonly UncheckedPart[];
}

/**
 * Asks rdf-validate-shacl about the effects of many changes of one graph. The unchanged graph is validated in full
 * once. Changed graphs are never copied: the engine validates only the focus nodes that the change can affect. These
 * are determined from the shapes (affected.ts), not from the results of the built-in engine.
 */
export class ReferenceChanges {
  /** What the engine finds in the unchanged graph. */
  readonly findings: ReferenceFindings;
  readonly #recorded: RecordedValidation;
  readonly #scene: ReferenceScene;
  readonly #limits: ReferenceLimits;
  readonly #engine: ReferenceEngine;
  /**
   * The engines by what their limits leave out. A change may need another engine, because the engine may misjudge a
   * constraint on an added literal.
   */
  readonly #engines: Map<string, ReferenceEngine>;

  /**
   * Validates the unchanged graph.
   *
   * @throws the signal's reason when aborted.
   */
  static async of(recorded: RecordedValidation, signal: AbortSignal): Promise<ReferenceChanges> {
    const { input, options } = recorded;
    const classes = new ReferenceClasses(input.classGraph);
    const { quarantined } = options;
    const limits = new ReferenceLimits(input.shapes, input.dataGraph, classes.hasCircles, { quarantined });
    const engine = await ReferenceEngine.create(input.shapes, limits);
    const scene = { input, classes };
    const findings = await engine.validate(scene, signal);
    return new ReferenceChanges(recorded, scene, limits, engine, findings);
  }

  private constructor(
    recorded: RecordedValidation,
    scene: ReferenceScene,
    limits: ReferenceLimits,
    engine: ReferenceEngine,
    findings: ReferenceFindings,
  ) {
    this.#recorded = recorded;
    this.#scene = scene;
    this.#limits = limits;
    this.#engine = engine;
    this.#engines = new Map([[leftOut(recorded.input.shapes, limits), engine]]);
    this.findings = findings;
  }

  /** What the engine does not check in the unchanged graph. */
  get notChecked(): readonly UncheckedPart[] {
    return [...this.#engine.notChecked, ...this.findings.stops];
  }

  /**
   * The effect of a change.
   *
   * @throws the signal's reason when aborted.
   */
  async impact(change: GraphDelta, signal: AbortSignal): Promise<ReferenceImpact> {
    const { input } = this.#recorded;
    const after = changedInput(input, change);
    if (after.input.shapes !== input.shapes) return this.#impactOnShapes(after.input, signal);
    const { classesChanged } = after;
    const classes = classesChanged ? new ReferenceClasses(after.input.classGraph) : this.#scene.classes;
    const focuses = this.#affected(
      after.delta,
      classesChanged ? new ClassHierarchy(after.input.classGraph) : this.#recorded.classes,
    );
    const limits = this.#limits.with(new IndexedGraph(after.delta.added), classes.hasCircles);
    const engine = await this.#engineFor(limits);
    const before = await this.#before(engine, focuses, signal);
    const found = await engine.validateOnly(focuses, { input: after.input, classes }, signal);
    return {
      introduced: compareResults(before.violations, found.violations).introduced,
      notChecked: [...engine.notChecked, ...before.stops, ...found.stops],
    };
  }

  /** When the change affects the shapes, they are read again and the changed graph is validated in full. */
  async #impactOnShapes(input: ValidationInput, signal: AbortSignal): Promise<ReferenceImpact> {
    const after = await referenceValidator.validate(input, signal);
    return {
      introduced: compareResults(this.findings.violations, after.violations).introduced,
      notChecked: [...this.notChecked, ...after.notChecked],
    };
  }

  #affected(delta: GraphDelta, classesAfter: ClassHierarchy): readonly Focus[] {
    const { input, classes } = this.#recorded;
    const change = { before: input.dataGraph, delta, classesBefore: classes, classesAfter };
    return affectedFocuses(change, input.shapes, input.shapes.roots);
  }

  async #engineFor(limits: ReferenceLimits): Promise<ReferenceEngine> {
    const { shapes } = this.#recorded.input;
    const key = leftOut(shapes, limits);
    const engine = this.#engines.get(key) ?? (await ReferenceEngine.create(shapes, limits));
    this.#engines.set(key, engine);
    return engine;
  }

  /** What an engine finds at some focus nodes of the unchanged graph. */
  async #before(
    engine: ReferenceEngine,
    focuses: readonly Focus[],
    signal: AbortSignal,
  ): Promise<ReferenceFindings> {
    if (engine !== this.#engine) return engine.validateOnly(focuses, this.#scene, signal);
    const asked = new Set(focuses.map(({ shape, node }) => pairKey(shape.id, node)));
    const { violations, stops } = this.findings;
    return {
      violations: violations.filter((each) => asked.has(pairKey(each.rootShape, each.rootFocusNode))),
      stops: stops.filter(({ shape, node }) => asked.has(pairKey(shape, node))),
    };
  }
}

/** A key that is equal for limits that leave out the same shapes and constraints. */
function leftOut({ shapes }: ShapesGraph, limits: ReferenceLimits): string {
  const keys: string[] = [];
  for (const shape of shapes) {
    if (limits.ofShape(shape) !== undefined) keys.push(`${shape.id}`);
    for (const constraint of shape.constraints) {
      if (limits.ofConstraint(constraint, shape) === undefined) continue;
      keys.push(`${shape.id} ${constraint.parameter} ${constraint.parameterValue}`);
    }
  }
  return keys.join();
}
