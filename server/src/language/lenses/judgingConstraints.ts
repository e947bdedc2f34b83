import { memoized } from '../../base/memoized.ts';
import type { UnitAnalysis } from '../../ide/unitAnalysis.ts';
import type { TermId } from '../../rdf/terms.ts';
import { coverageOf, judgesValues } from '../../shacl/coverage/coverage.ts';
import type { Constraint } from '../../shacl/shapesGraph/shape.ts';
import { shapeRefsOf } from '../../shacl/shapesGraph/shapeRefs.ts';

/** The constraints of a shape and of those that it refers to, and which of them had something to judge. */
export interface JudgingConstraints {
  readonly all: ReadonlySet<Constraint>;
  readonly judging: ReadonlySet<Constraint>;
}

/**
 * Counts as the coverage report does (docs/coverage.md): a constraint has something to judge where its shape has focus nodes
 * and, unless it asks for values, one of them has a value.
 */
export function judgingConstraints(shape: TermId, analysis: UnitAnalysis): JudgingConstraints {
  const { shapes, hasValues } = coverageByShape(analysis);
  const all = new Set<Constraint>();
  const judging = new Set<Constraint>();
  for (const each of shapesBelow(shape, analysis)) {
    const found = shapes.get(each);
    for (const constraint of found?.shape.constraints ?? []) {
      all.add(constraint);
      if (found!.focusNodes === 0) continue;
      if (!judgesValues(constraint) || hasValues(found!.shape)) judging.add(constraint);
    }
  }
  return { all, judging };
}

/** Of a unit, computed when a line above one of its shapes is shown first. */
const coverageByShape = memoized(({ graphs, evaluator }: UnitAnalysis) => {
  const coverage = coverageOf(graphs.input, evaluator);
  return {
    shapes: new Map(coverage.shapes.map((each) => [each.shape.id, each])),
    hasValues: memoized(coverage.hasValues.bind(coverage)),
  };
});

function shapesBelow(shape: TermId, { graphs }: UnitAnalysis): ReadonlySet<TermId> {
  const reached = new Set([shape]);
  for (const each of reached) {
    for (const constraint of graphs.input.shapes.get(each)?.constraints ?? []) {
      for (const ref of shapeRefsOf(constraint)) reached.add(ref);
    }
  }
  return reached;
}
