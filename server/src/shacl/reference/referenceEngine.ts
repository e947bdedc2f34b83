import type { DatasetCore, Term } from '@rdfjs/types';
import type SHACLValidator from 'rdf-validate-shacl';
import { yieldToEventLoop } from '../../base/abort.ts';
import { type Graph, IndexedGraph } from '../../rdf/graph.ts';
import { fromRdfjs, RdfjsView } from '../../rdf/rdfjsView.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Focus } from '../evaluator.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { NotChecked, Violation } from '../model/violation.ts';
import { shortForm } from '../model/words.ts';
import type { ValidationInput, Validator } from '../validationUnit.ts';
import { ReferenceClasses, ReferenceData, ReferenceTargets } from './referenceClasses.ts';
import { ReferenceLimits } from './referenceLimits.ts';
import { type RawResult, ReferenceResults } from './referenceResults.ts';
import { type ReferenceShapes, referenceShapes } from './referenceShapes.ts';

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
export interface ReferenceStop extends NotChecked {
  /** The root shape. */
  readonly shape: TermId;
  readonly node: TermId;
}

/** rdf-validate-shacl with its shapes read once, for validating changing data. */
export class ReferenceEngine {
  /** What the engine does not check, whatever the data are. */
  readonly notChecked: readonly NotChecked[];
  readonly #engine: SHACLValidator;
  readonly #shapes: ReferenceShapes;

  /** @param limits must cover all data that the engine will validate. */
  static async create(shapes: ShapesGraph, limits: ReferenceLimits): Promise<ReferenceEngine> {
    const seen = referenceShapes(shapes, limits);
    const noData = new IndexedGraph([]);
    const engine = await createReferenceEngine(new RdfjsView(seen.graph), new RdfjsView(noData));
    return new ReferenceEngine(engine, seen, [...shapes.notChecked, ...seen.notChecked]);
  }

  private constructor(engine: SHACLValidator, shapes: ReferenceShapes, notChecked: readonly NotChecked[]) {
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
