import { comparableKey, type UncheckedPart, type Violation } from '../../shacl/model/violation.ts';
import { referenceValidator } from '../../shacl/reference/referenceEngine.ts';
import { splitResults } from '../../shacl/results/reported.ts';
import type { UnitAnalysis } from '../ide/unitAnalysis.ts';

/** How the results of the built-in engine compare with those of rdf-validate-shacl. */
export interface Agreement {
  readonly onlyBuiltin: readonly ResultOfOneEngine[];
  readonly onlyReference: readonly ResultOfOneEngine[];
  readonly notCheckedByReference: readonly UncheckedPart[];
}

export interface ResultOfOneEngine {
  readonly violation: Violation;
  readonly analysis: UnitAnalysis;
}

/** Validates again with the other engine and compares. */
export async function engineAgreement(
  analyses: readonly UnitAnalysis[],
  signal: AbortSignal,
): Promise<Agreement> {
  const onlyBuiltin: ResultOfOneEngine[] = [];
  const onlyReference: ResultOfOneEngine[] = [];
  const notChecked: UncheckedPart[] = [];
  for (const analysis of analyses) {
    const { input } = analysis.graphs;
    // The reference engine evaluates no queries, which it reports for each.
    const ours = [...analysis.placed, ...analysis.suppressed]
      .map(({ violation }) => violation)
      .filter(({ constraint }) => constraint.kind !== 'sparql');
    const reference = await referenceValidator.validate(input, signal);
    const theirs = splitResults(reference.violations, input).reported;
    const own = new Set(analysis.notChecked.map(({ reason }) => reason));
    onlyBuiltin.push(...without(ours, theirs).map((violation) => ({ violation, analysis })));
    onlyReference.push(...without(theirs, ours).map((violation) => ({ violation, analysis })));
    notChecked.push(...reference.notChecked.filter(({ reason }) => !own.has(reason)));
  }
  return { onlyBuiltin, onlyReference, notCheckedByReference: notChecked };
}

function without(violations: readonly Violation[], others: readonly Violation[]): readonly Violation[] {
  const keys = new Set(others.map(comparableKey));
  return violations.filter((violation) => !keys.has(comparableKey(violation)));
}
