import type { DatasetCore, Term } from '@rdfjs/types';
import type SHACLValidator from 'rdf-validate-shacl';
import { breathe } from '../base/abort.ts';
import { fromRdfjs, RdfjsView } from '../rdf/rdfjsView.ts';
import type { TermId } from '../rdf/terms.ts';
import { ReferenceData } from './referenceClasses.ts';
import { ReferenceLimits } from './referenceLimits.ts';
import { type RawResult, ReferenceResults } from './referenceResults.ts';
import { type ReferenceShapes, referenceShapes } from './referenceShapes.ts';
import type { ValidationInput, Validator } from './validationUnit.ts';
import type { NotChecked, ValidationResult, Violation } from './violation.ts';
import { shortForm } from './words.ts';

/**
 * The independent reference: rdf-validate-shacl, kept away from what it is known to get wrong. What it cannot check
 * is in notChecked, and where it stops, only the focus node at hand is lost. Slow; it gives way to other work between
 * focus nodes.
 */
export const referenceValidator: Validator = {
  engine: 'rdf-validate-shacl',
  async validate(input, signal) {
    const data = new ReferenceData(input.dataGraph, input.classGraph);
    const shapes = referenceShapes(
      input.shapes,
      new ReferenceLimits(input.shapes, input.dataGraph, data.hasCircles),
    );
    const engine = await createReferenceEngine(new RdfjsView(shapes.graph), new RdfjsView(data));
    return run(engine, input, shapes, signal);
  },
};

/**
 * The engine without any guard. Its own constructor copies the shapes into a dataset that it then searches from end
 * to end; this one does not.
 */
export async function createReferenceEngine(shapes: DatasetCore, data: DatasetCore): Promise<SHACLValidator> {
  const { default: Engine } = await import('rdf-validate-shacl');
  const engine = new Engine(new Set<never>() as unknown as DatasetCore);
  // After 50 checks of one node and shape it would silently drop results.
  engine.validationEngine.maxNodeChecks = 0;
  engine.$shapes = engine.factory.clownface({ dataset: shapes });
  engine.$data = engine.factory.clownface({ dataset: data });
  return engine;
}

async function run(
  engine: SHACLValidator,
  input: ValidationInput,
  shapes: ReferenceShapes,
  signal: AbortSignal,
): Promise<ValidationResult> {
  const results = new ReferenceResults(input, shapes.auxiliary);
  const violations: Violation[] = [];
  const failures = new Map<TermId, NotChecked>();
  for (const shape of engine.shapesGraph.shapesWithTarget) {
    const rootShape = fromRdfjs(shape.shapeNode)!;
    const root = input.shapes.get(rootShape);
    if (root === undefined || root.deactivated) continue;
    for (const node of shape.getTargetNodes(engine.$data)) {
      await breathe(signal);
      const outcome = validateFocus(engine, node, shape);
      if (outcome.kind === 'failed') failures.set(rootShape, failure(rootShape, node, outcome.error));
      else violations.push(...results.read(outcome.results, { shape: rootShape, node: fromRdfjs(node)! }));
    }
  }
  return {
    violations,
    notChecked: [...input.shapes.notChecked, ...shapes.notChecked, ...failures.values()],
  };
}

type Outcome =
  | { readonly kind: 'checked'; readonly results: readonly RawResult[] }
  | { readonly kind: 'failed'; readonly error: unknown };

type EngineShape = SHACLValidator['shapesGraph']['shapesWithTarget'][number];

/** One focus node at a time, so that a failure spoils no other. */
function validateFocus(engine: SHACLValidator, node: Term, shape: EngineShape): Outcome {
  try {
    const check = () => engine.validationEngine.validateNodeAgainstShape(node, shape, engine.$data);
    return { kind: 'checked', results: resultsOf(engine, check) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** The results of one check of the engine, with a report of their own. Throws what the check throws. */
export function resultsOf(engine: SHACLValidator, check: () => boolean): readonly RawResult[] {
  const { validationEngine } = engine;
  validationEngine.initReport();
  validationEngine.recordErrorsLevel = 0;
  validationEngine.nestedResults = {};
  return check() ? validationEngine.getReport().results : [];
}

function failure(shape: TermId, node: Term, error: unknown): NotChecked {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    reason: `rdf-validate-shacl stopped while it checked ${shortForm(fromRdfjs(node)!)} against ${shortForm(shape)}: ${reason}.`,
    shape,
  };
}
