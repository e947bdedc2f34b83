import type { GraphDelta } from '../../rdf/graph.ts';
import type { RepairableUnit } from '../../repair/repair.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import type { Violation } from '../../shacl/model/violation.ts';

/**
 * The results that a change introduces anywhere in the unit.
 *
 * @throws the signal's reason when aborted.
 */
export async function introducedViolations(
  { recorded }: RepairableUnit,
  delta: GraphDelta,
  signal: AbortSignal,
): Promise<readonly Violation[]> {
  const { before, after } = await recorded.revalidate(changedInput(recorded.input, delta), signal);
  return compareResults(before, after).introduced;
}
