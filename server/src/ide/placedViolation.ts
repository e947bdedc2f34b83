import type { Evaluator } from '../shacl/evaluator.ts';
import { locate, type Place } from '../shacl/locate.ts';
import { type Violation, violationKey } from '../shacl/violation.ts';
import type { UnitGraphs } from './unitGraphs.ts';

/** A result with its name and its place. */
export interface PlacedViolation {
  readonly key: string;
  readonly violation: Violation;
  /** Undefined only when no file of the unit mentions the focus node or the shape. */
  readonly place: Place | undefined;
}

/** Finds the place of each result. */
export function placeViolations(
  violations: readonly Violation[],
  { data, context, shapes, input }: UnitGraphs,
  evaluator: Evaluator,
): readonly PlacedViolation[] {
  const sources = {
    data: [...data, ...context],
    shapes,
    dataGraph: input.dataGraph,
    entailment: input.entailment,
    values: ({ focusNode, path }: Violation) => (path ? evaluator.values(focusNode, path) : [focusNode]),
    conforming: evaluator.countedValues,
  };
  return violations.map((violation) => ({
    key: violationKey(violation),
    violation,
    place: locate(violation, sources),
  }));
}
