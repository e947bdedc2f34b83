import type { MakeValidResult } from '../../ide/repairs/makeValid.ts';
import type { UnitAnalysis } from '../../ide/unitAnalysis.ts';
import type { GraphDelta } from '../../rdf/graph.ts';
import { splitResults } from '../../shacl/results/reported.ts';
import type { SuiteOrigin } from '../../vio/suite/suiteSource.ts';

/** A unit that violations can be derived from. */
export interface ValidUnit {
  readonly kind: 'valid';
  readonly analysis: UnitAnalysis;
  /** What was changed to make it valid. */
  readonly preparation: GraphDelta | undefined;
}

export type Preparation =
  | ValidUnit
  /** It has so many results, and is not to be repaired. */
  | { readonly kind: 'invalid'; readonly results: number }
  /** It was repaired as far as that leaves no choice, and results are left. */
  | { readonly kind: 'notRepaired'; readonly made: MakeValidResult };

/**
 * Makes sure that a unit is valid, as far as `ifInvalid` asks for that (spec/vio.md 14): that there is nothing that
 * `validate` calls a violation. Results of nodes that only context describes are left as they are.
 *
 * @param makeValid repairs the unit in memory.
 */
export async function validUnit(
  analysis: UnitAnalysis,
  ifInvalid: SuiteOrigin['ifInvalid'],
  makeValid: () => Promise<MakeValidResult>,
  signal: AbortSignal,
): Promise<Preparation> {
  // Violations are derived by the built-in engine, whichever has validated the unit.
  const results = await reportedResults(analysis, signal);
  if (results === 0 || ifInvalid === 'restrict') return { kind: 'valid', analysis, preparation: undefined };
  if (ifInvalid === 'refuse') return { kind: 'invalid', results };
  const made = await makeValid();
  return (await reportedResults(made.analysis, signal)) === 0
    ? { kind: 'valid', analysis: made.analysis, preparation: made.change }
    : { kind: 'notRepaired', made };
}

async function reportedResults({ recording, graphs }: UnitAnalysis, signal: AbortSignal): Promise<number> {
  const { result } = await recording.get(signal);
  return splitResults(result.violations, graphs.input).reported.length;
}
