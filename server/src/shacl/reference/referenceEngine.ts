import type { DatasetCore, Term } from '@rdfjs/types';
import type SHACLValidator from 'rdf-validate-shacl';
import { yieldToEventLoop } from '../../base/abort.ts';
import { type Graph, IndexedGraph } from '../../rdf/graph.ts';
import { OrderedTripleSet } from '../../rdf/orderedTripleSet.ts';
import { fromRdfjs, RdfjsView } from '../../rdf/rdfjsView.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { owl, rdf, rdfs, sh } from '../../rdf/vocab.ts';
import { componentByParameter } from '../components/index.ts';
import { createEvaluator, type Evaluator, type Focus } from '../evaluator.ts';
import type { Constraint, Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { UncheckedPart, Violation } from '../model/violation.ts';
import { shortForm } from '../model/words.ts';
import type { ValidationInput, Validator } from '../validationUnit.ts';
import { ReferenceClasses, ReferenceData, ReferenceTargets } from './referenceClasses.ts';
import { ReferenceLimits } from './referenceLimits.ts';

/** A result as rdf-validate-shacl returns it. */
export interface RawResult {
  readonly focusNode: Term | null;
  readonly path: Term | null;
  readonly value: Term | null;
  readonly sourceShape: Term | null;
  readonly sourceConstraintComponent: Term | null;
  readonly severity: Term | null;
  readonly message: readonly Term[];
  readonly detail: readonly RawResult[];
}

type PlainResult = Pick<
  Violation,
  | 'focusNode'
  | 'resultPath'
  | 'value'
  | 'sourceShape'
  | 'component'
  | 'severity'
  | 'messages'
  | 'recordedMessages'
>;

/** Converts the results of the reference engine, which do not name the constraint that was violated. */
class ReferenceResults {
  readonly #input: ValidationInput;
  readonly #auxiliary: ReadonlyMap<TermId, Constraint>;
  #evaluator: Evaluator | undefined;

  constructor(input: ValidationInput, auxiliary: ReadonlyMap<TermId, Constraint>) {
    this.#input = input;
    this.#auxiliary = auxiliary;
  }

  read(
    results: readonly RawResult[],
    root: { readonly shape: TermId; readonly node: TermId },
  ): readonly Violation[] {
    const repeats = new Map<string, number>();
    return results.flatMap((result) => {
      const read = this.#plain(result);
      const key = [read.sourceShape, read.component, read.focusNode, read.resultPath, read.value].join(' ');
      const repeat = repeats.get(key) ?? 0;
      repeats.set(key, repeat + 1);
      const constraint = this.#standsFor(result) ?? this.#constraint(read, repeat);
      if (constraint === undefined) return [];
      const shape = this.#input.shapes.get(constraint.shape)!;
      const isOwnPath = read.resultPath === undefined || read.resultPath === shape.pathTerm;
      return {
        ...read,
        rootFocusNode: root.node,
        rootShape: root.shape,
        path: isOwnPath ? shape.path : { kind: 'predicate', predicate: read.resultPath! },
        component: constraint.component,
        constraint,
        details: this.#standsFor(result) ? [] : this.read(result.detail, root),
      };
    });
  }

  #plain(result: RawResult): PlainResult {
    const optional = (term: Term | null) => (term === null ? undefined : fromRdfjs(term));
    const messages = result.message.map((message) => fromRdfjs(message)!);
    return {
      focusNode: fromRdfjs(result.focusNode!)!,
      resultPath: optional(result.path),
      value: optional(result.value),
      sourceShape: fromRdfjs(result.sourceShape!)!,
      component: fromRdfjs(result.sourceConstraintComponent!)!,
      severity: fromRdfjs(result.severity!)!,
      messages,
      recordedMessages: messages,
    };
  }

  /**
   * The constraint that an auxiliary shape replaces. The engine may list details of earlier checks first, so the last
   * detail decides.
   */
  #standsFor({ detail, sourceShape }: RawResult): Constraint | undefined {
    const last = detail.at(-1)?.sourceShape;
    const constraint = last ? this.#auxiliary.get(fromRdfjs(last)!) : undefined;
    return constraint?.shape === fromRdfjs(sourceShape!) ? constraint : undefined;
  }

  /**
   * The constraint that a result belongs to. When a shape has several constraints of a component, such as two classes,
   * the results are assigned in order to those that the built-in engine finds violated. This does not add or remove
   * results.
   */
  #constraint(
    { sourceShape, component, focusNode, value }: PlainResult,
    repeat: number,
  ): Constraint | undefined {
    const candidates = (this.#input.shapes.get(sourceShape)?.constraints ?? []).filter(
      (constraint) => constraint.component === component,
    );
    if (candidates.length <= 1) return candidates[0];
    const { shapes, dataGraph, classGraph } = this.#input;
    this.#evaluator ??= createEvaluator(shapes, dataGraph, classGraph);
    const violated = this.#evaluator
      .validateNode(focusNode, sourceShape)
      .filter((violation) => violation.component === component && violation.value === value)
      .map(({ constraint }) => constraint);
    return violated[repeat] ?? candidates[repeat % candidates.length];
  }
}

/** The shapes graph that rdf-validate-shacl gets, and what was removed from it. */
interface ReferenceShapes {
  readonly graph: Graph;
  readonly notChecked: readonly UncheckedPart[];
  /** The constraints that were replaced by auxiliary shapes, by the auxiliary shape. */
  readonly auxiliary: ReadonlyMap<TermId, Constraint>;
}

/** The engine ignores these or stops at them. The shapes graph already lists them as not checked. */
const removedPredicates = new Set<TermId>([
  owl.imports,
  sh.sparql,
  sh.js,
  sh.rule,
  sh.target,
  rdfs.subClassOf,
]);

/**
 * Removes from the shapes graph what the engine cannot check. Everything else is left as written, so that the engine
 * reads the shapes independently.
 */
function referenceShapes(shapes: ShapesGraph, limits: ReferenceLimits): ReferenceShapes {
  const notChecked: UncheckedPart[] = [];
  const kept = new OrderedTripleSet();
  const unreadable = new Set<TermId>();
  const added: Triple[] = [];
  const auxiliary = new Map<TermId, Constraint>();

  const takeOut = (shape: Shape, constraint: Constraint, why: string) =>
    notChecked.push({
      reason: `rdf-validate-shacl does not check ${shortForm(constraint.parameter)} of ${shortForm(shape.id)}: ${why}.`,
      shape: shape.id,
      component: constraint.component,
    });

  for (const shape of shapes.shapes) {
    const whyNone = limits.ofShape(shape);
    if (whyNone !== undefined) unreadable.add(shape.id);
    for (const constraint of shape.constraints) {
      const why = whyNone ?? limits.ofConstraint(constraint, shape);
      if (why !== undefined) takeOut(shape, constraint, why);
      else if (constraint.kind === 'and' && shape.kind === 'property') {
        added.push(...rewriteAnd(constraint, auxiliary));
      } else kept.add(constraint.shape, constraint.parameter, constraint.parameterValue);
    }
    const unknown = shape.targets.find(({ kind }) => kind === 'where' || kind === 'stated');
    if (unknown !== undefined) {
      const what = unknown.kind === 'where' ? 'sh:targetWhere' : 'sh:shape';
      const reason = `rdf-validate-shacl does not select all targets of ${shortForm(shape.id)}: it does not know ${what} of SHACL 1.2.`;
      notChecked.push({ reason, shape: shape.id });
    }
    if (shape.targets.some((target) => target.kind === 'class' && target.class === shape.id)) {
      added.push({ subject: shape.id, predicate: rdf.type, object: rdfs.Class });
    }
  }

  const isKept = ({ subject, predicate, object }: Triple) => {
    if (removedPredicates.has(predicate)) return false;
    if (predicate === sh.path) return shapes.get(subject) !== undefined && !unreadable.has(subject);
    return !componentByParameter.has(predicate) || kept.has(subject, predicate, object);
  };
  const triples = [...shapes.graph.triples()].filter(isKept);
  return { graph: new IndexedGraph([...triples, ...added]), notChecked, auxiliary };
}

/**
 * For sh:and on a property shape, the engine checks all values together and reports each of them. A sh:node that refers
 * to an auxiliary shape with the sh:and requires the same of each value separately.
 */
function rewriteAnd(constraint: Constraint, auxiliary: Map<TermId, Constraint>): readonly Triple[] {
  const { shape, parameter, parameterValue } = constraint;
  const node = terms.blankNode(`auxiliary shape of ${shape} for ${parameterValue}`);
  auxiliary.set(node, constraint);
  return [
    { subject: shape, predicate: sh.node, object: node },
    { subject: node, predicate: parameter, object: parameterValue },
  ];
}

/**
 * The independent reference engine: rdf-validate-shacl, kept from checking what it is known to get wrong. What it
 * cannot check is listed in `notChecked`. When it stops, only the results of the current focus node are lost. It is
 * slow, and yields to other work between focus nodes.
 */
export const referenceValidator: Validator = {
  engine: 'rdf-validate-shacl',
  async validate(input, signal) {
    const classes = new ReferenceClasses(input.classGraph);
    const limits = new ReferenceLimits(input.shapes, input.dataGraph, classes.hasCircles);
    const engine = await ReferenceEngine.create(input.shapes, limits);
    const { violations, stops } = await engine.validate({ input, classes }, signal);
    const failures = new Map(stops.map((stop) => [stop.shape, stop]));
    return { violations, notChecked: [...engine.notChecked, ...failures.values()] };
  },
};

/** What the reference engine validates. */
export interface ReferenceScene {
  readonly input: ValidationInput;
  /** The classes of the input's class graph. */
  readonly classes: ReferenceClasses;
}

/** What the reference engine finds. */
export interface ReferenceFindings {
  readonly violations: readonly Violation[];
  /** Where the engine stopped. There are no results for these focus nodes. */
  readonly stops: readonly ReferenceStop[];
}

/** A focus node whose check the engine did not finish. */
export interface ReferenceStop extends UncheckedPart {
  /** The root shape. */
  readonly shape: TermId;
  readonly node: TermId;
}

/** rdf-validate-shacl with its shapes read once, for validating changing data. */
export class ReferenceEngine {
  /** What the engine does not check, whatever the data are. */
  readonly notChecked: readonly UncheckedPart[];
  readonly #engine: SHACLValidator;
  readonly #shapes: ReferenceShapes;

  /** @param limits must cover all data that the engine will validate. */
  static async create(shapes: ShapesGraph, limits: ReferenceLimits): Promise<ReferenceEngine> {
    const seen = referenceShapes(shapes, limits);
    const noData = new IndexedGraph([]);
    const engine = await createReferenceEngine(new RdfjsView(seen.graph), new RdfjsView(noData));
    return new ReferenceEngine(engine, seen, [...shapes.notChecked, ...seen.notChecked]);
  }

  private constructor(engine: SHACLValidator, shapes: ReferenceShapes, notChecked: readonly UncheckedPart[]) {
    this.#engine = engine;
    this.#shapes = shapes;
    this.notChecked = notChecked;
  }

  /**
   * Validates all focus nodes.
   *
   * @throws the signal's reason when aborted.
   */
  validate(scene: ReferenceScene, signal: AbortSignal): Promise<ReferenceFindings> {
    const data = this.#pointer(new ReferenceData(scene.input.dataGraph, scene.classes));
    return this.#check(scene, data, (shape) => shape.getTargetNodes(data), signal);
  }

  /**
   * Like `validate`, for some pairs of root shape and node. The engine itself decides which of the nodes are focus
   * nodes.
   */
  validateOnly(
    focuses: readonly Focus[],
    scene: ReferenceScene,
    signal: AbortSignal,
  ): Promise<ReferenceFindings> {
    const { input, classes } = scene;
    const nodesOf = new Map<TermId, TermId[]>();
    for (const { shape, node } of focuses) nodesOf.set(shape.id, [...(nodesOf.get(shape.id) ?? []), node]);
    const targets = (shape: EngineShape) => {
      const nodes = nodesOf.get(fromRdfjs(shape.shapeNode)!);
      if (nodes === undefined) return [];
      const seen = this.#pointer(new ReferenceTargets(input.dataGraph, classes, nodes));
      return shape.getTargetNodes(seen).filter((node) => nodes.includes(fromRdfjs(node)!));
    };
    const data = this.#pointer(new ReferenceData(input.dataGraph, classes));
    return this.#check(scene, data, targets, signal);
  }

  async #check(
    { input }: ReferenceScene,
    data: EngineData,
    targets: (shape: EngineShape) => readonly Term[],
    signal: AbortSignal,
  ): Promise<ReferenceFindings> {
    const results = new ReferenceResults(input, this.#shapes.auxiliary);
    const violations: Violation[] = [];
    const stops: ReferenceStop[] = [];
    for (const shape of this.#engine.shapesGraph.shapesWithTarget) {
      const rootShape = fromRdfjs(shape.shapeNode)!;
      const root = input.shapes.get(rootShape);
      if (root === undefined || root.deactivated) continue;
      for (const term of targets(shape)) {
        await yieldToEventLoop(signal);
        const node = fromRdfjs(term)!;
        const outcome = this.#validateFocus(term, shape, data);
        if (outcome.kind === 'failed') stops.push(stopAt(rootShape, node, outcome.error));
        else violations.push(...results.read(outcome.results, { shape: rootShape, node }));
      }
    }
    return { violations, stops };
  }

  /** Validates one focus node at a time, so that a failure does not lose the results of other focus nodes. */
  #validateFocus(node: Term, shape: EngineShape, data: EngineData): Outcome {
    const engine = this.#engine;
    engine.$data = data;
    try {
      const check = () => engine.validationEngine.validateNodeAgainstShape(node, shape, data);
      return { kind: 'checked', results: resultsOf(engine, check) };
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  #pointer(graph: Graph): EngineData {
    return this.#engine.factory.clownface({ dataset: new RdfjsView(graph) });
  }
}

type EngineShape = SHACLValidator['shapesGraph']['shapesWithTarget'][number];
type EngineData = SHACLValidator['$data'];

type Outcome =
  | { readonly kind: 'checked'; readonly results: readonly RawResult[] }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Creates the engine without our guards. Unlike the engine's own constructor, this does not copy the shapes into a
 * dataset that is searched linearly.
 */
export async function createReferenceEngine(shapes: DatasetCore, data: DatasetCore): Promise<SHACLValidator> {
  const { default: Engine } = await import('rdf-validate-shacl');
  const engine = new Engine(new Set<never>() as unknown as DatasetCore);
  // By default, the engine silently drops results after 50 checks of one node and shape.
  engine.validationEngine.maxNodeChecks = 0;
  engine.$shapes = engine.factory.clownface({ dataset: shapes });
  engine.$data = engine.factory.clownface({ dataset: data });
  return engine;
}

/**
 * The results of one check, in a report of their own.
 *
 * @throws whatever the check throws.
 */
export function resultsOf(engine: SHACLValidator, check: () => boolean): readonly RawResult[] {
  const { validationEngine } = engine;
  validationEngine.initReport();
  validationEngine.recordErrorsLevel = 0;
  validationEngine.nestedResults = {};
  return check() ? validationEngine.getReport().results : [];
}

function stopAt(shape: TermId, node: TermId, error: unknown): ReferenceStop {
  const cause = error instanceof Error ? error.message : String(error);
  const reason = `rdf-validate-shacl stopped while it checked ${shortForm(node)} against ${shortForm(shape)}: ${cause}.`;
  return { reason, shape, node };
}
