import type { GraphDelta } from '../../../rdf/graph.ts';
import type { MakeValidResult } from '../../../service/ide/repairs/makeValid.ts';
import type { UnitAnalysis } from '../../../service/ide/unitAnalysis.ts';
import { comparableKey } from '../../../shacl/model/violation.ts';
import { splitResults } from '../../../shacl/results/reported.ts';
import type { SuiteOrigin } from '../../../vio/suite/readSuite.ts';

/** A unit from which violations can be derived. */
export interface ValidUnit {
  readonly kind: 'valid';
  readonly analysis: UnitAnalysis;
  /** The change that made it valid; undefined when it was valid. */
  readonly preparation: GraphDelta | undefined;
}

export type Preparation =
  | ValidUnit
  /** It has this many results, and must not be repaired. */
  | { readonly kind: 'invalid'; readonly results: number }
  /** It was repaired where repairs were unambiguous, and results are left. */
  | { readonly kind: 'notRepaired'; readonly made: MakeValidResult };

/**
 * Ensures that a unit is valid, or repairs it as far as `ifInvalid` permits (spec/vio.md 14). A unit is valid if `validate`
 * does not report that it violates its shapes. Results of nodes that only context describes do not count, nor do those that
 * comments or the project file ignore.
 *
 * @param makeValid repairs the unit in memory.
 */
export async function validUnit(
  analysis: UnitAnalysis,
  ifInvalid: SuiteOrigin['ifInvalid'],
  makeValid: () => Promise<MakeValidResult>,
  signal: AbortSignal,
): Promise<Preparation> {
  // The built-in engine derives the violations, even if another engine validated the unit.
  const results = await reportedResults(analysis, signal);
  if (results === 0 || ifInvalid === 'restrict') return { kind: 'valid', analysis, preparation: undefined };
  if (ifInvalid === 'refuse') return { kind: 'invalid', results };
  const made = await makeValid();
  return (await reportedResults(made.analysis, signal)) === 0
    ? { kind: 'valid', analysis: made.analysis, preparation: made.change }
    : { kind: 'notRepaired', made };
}

async function reportedResults(
  { recording, graphs, suppressed, uncounted }: UnitAnalysis,
  signal: AbortSignal,
): Promise<number> {
  const { result } = await recording.get(signal);
  const ignored = new Set([...suppressed, ...uncounted].map(({ violation }) => comparableKey(violation)));
  const { reported } = splitResults(result.violations, graphs.input);
  return reported.filter((violation) => !ignored.has(comparableKey(violation))).length;
}
