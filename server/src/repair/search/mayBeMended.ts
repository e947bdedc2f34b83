import { memoized } from '../../base/memoized.ts';
import { Monotonicity } from '../../shacl/monotonicity.ts';
import type { ShapesGraph } from '../../shacl/shapesGraph/shapesGraph.ts';
import type { RepairProblem } from '../repair.ts';

/**
 * Whether a violation may be none, because the triples that are not known may mend it. Those of values that are wrong as they
 * are stand whatever else is stated.
 */
export function mayBeMended({ unknown, violation, recorded }: RepairProblem): boolean {
  if (unknown === undefined) return false;
  const { shapes } = recorded.input;
  const targets = shapes.get(violation.rootShape)?.targets ?? [];
  // With more triples, a query may select fewer targets.
  const maySelectFewer = targets.length === 0 || targets.some(({ kind }) => kind === 'sparql');
  return maySelectFewer || monotonicityOf(shapes).mayMend(violation.constraint);
}

const monotonicityOf = memoized((shapes: ShapesGraph) => new Monotonicity(shapes));
