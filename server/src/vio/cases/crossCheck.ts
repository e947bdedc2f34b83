import type { GraphDelta } from '../../rdf/graph.ts';
import { comparableKey, type UncheckedPart, type Violation } from '../../shacl/model/violation.ts';
import type { TermPrinter } from '../../shacl/model/words.ts';
import { ReferenceChanges } from '../../shacl/reference/referenceChanges.ts';
import { referenceGaps } from '../../shacl/reference/referenceGaps.ts';
import type { VioProblem } from '../problem.ts';
import type { CrossCheck } from '../vioCase.ts';

/**
 * Compares the results of a changed graph with those of another engine.
 *
 * @param results the results that the built-in engine finds in the changed graph but not in the original one.
 * @throws the signal's reason when aborted.
 */
export type CrossChecker = (
  change: GraphDelta,
  results: readonly Violation[],
  signal: AbortSignal,
) => Promise<CrossCheck>;

/** rdf-validate-shacl as a second opinion. */
export interface ReferenceCrossCheck {
  /** Whether it finds the same results as the built-in engine in the unchanged graph. */
  readonly baseline: CrossCheck;
  /** The constraints that it does not check in any graph. */
  readonly notChecked: readonly UncheckedPart[];
  readonly check: CrossChecker;
}

/**
 * Validates the whole graph with rdf-validate-shacl, which takes seconds for a large graph. Changes of it can then be
 * checked quickly. Rejects with the signal's reason when aborted.
 */
export async function referenceCrossCheck(
  { recorded, term }: VioProblem,
  signal: AbortSignal,
): Promise<ReferenceCrossCheck> {
  const reference = await ReferenceChanges.of(recorded, signal);
  const { shapes } = recorded.input;
  const compare = (
    ours: readonly Violation[],
    theirs: readonly Violation[],
    notChecked: readonly UncheckedPart[],
  ) => compareOpinions(ours, theirs, referenceGaps(notChecked, shapes), term);
  return {
    baseline: compare(recorded.result.violations, reference.findings.violations, reference.notChecked),
    notChecked: reference.notChecked,
    check: async (change, results, signal) => {
      const { introduced, notChecked } = await reference.impact(change, signal);
      return compare(results, introduced, notChecked);
    },
  };
}

function compareOpinions(
  ours: readonly Violation[],
  theirs: readonly Violation[],
  gap: (violation: Violation) => UncheckedPart | undefined,
  term: TermPrinter,
): CrossCheck {
  const counts = (violation: Violation) => gap(violation) === undefined;
  const missing = without(ours.filter(counts), theirs);
  const extra = without(theirs.filter(counts), ours);
  if (missing.length + extra.length > 0) {
    const sentences = [
      ...missing.map((violation) => `rdf-validate-shacl does not find ${describe(violation, term)}.`),
      ...extra.map((violation) => `rdf-validate-shacl finds ${describe(violation, term)}.`),
    ];
    const more = sentences.length - maxNamed;
    return {
      kind: 'differs',
      difference: [...sentences.slice(0, maxNamed), ...(more > 0 ? [`And ${more} more.`] : [])].join(' '),
    };
  }
  const notCompared = ours.map(gap).find((entry) => entry !== undefined);
  return notCompared ? { kind: 'notCompared', reason: notCompared.reason } : { kind: 'agrees' };
}

const maxNamed = 3;

/** The results of the first list that the second one lacks; repeated results count each time. */
function without(violations: readonly Violation[], others: readonly Violation[]): readonly Violation[] {
  const counts = new Map<string, number>();
  for (const key of others.map(comparableKey)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return violations.filter((violation) => {
    const key = comparableKey(violation);
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count <= 0;
  });
}

function describe({ constraint, sourceShape, focusNode, value }: Violation, term: TermPrinter): string {
  const about = value === undefined || value === focusNode ? '' : ` about ${term(value)}`;
  return `${term(constraint.parameter)} of ${term(sourceShape)} violated by ${term(focusNode)}${about}`;
}
