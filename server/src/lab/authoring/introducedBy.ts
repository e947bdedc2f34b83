import type { GraphDelta } from '../../rdf/graph.ts';
import type { RepairableUnit } from '../../repair/repair.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { revealedBy } from '../../shacl/results/revealed.ts';

/**
 * The results that a change introduces anywhere in the unit, and those of the context that it makes results of the data files.
 *
 * @throws the signal's reason when aborted.
 */
export async function introducedViolations(
  { recorded }: RepairableUnit,
  delta: GraphDelta,
  signal: AbortSignal,
): Promise<readonly Violation[]> {
  const change = changedInput(recorded.input, delta);
  const impact = await recorded.revalidate(change, signal);
  const { introduced } = compareResults(impact.before, impact.after);
  return [...introduced, ...revealedBy(recorded, change, impact)];
}
