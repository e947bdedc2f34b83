import { termToNTriples } from '../../rdf/nTriples.ts';
import type { Constraint } from '../../shacl/shapesGraph/shape.ts';
import type { CoverageStatus, VioSuite } from '../cases/vioCase.ts';
import type { Realism } from '../realism/syntheticTerms.ts';
import { caseId } from './caseJson.ts';
import type { SuiteCoverageJson } from './format.ts';
import type { SuiteNames } from './suiteNames.ts';

/** The content of coverage.json: each constraint with the cases that exercise it, or the reason why there are none. */
export function coverageJson(
  { coverage, mistakes }: Pick<VioSuite, 'coverage' | 'mistakes'>,
  realism: Realism,
  keyOf: (constraint: Constraint) => string,
  manifestNames: SuiteNames,
): SuiteCoverageJson {
  const withStatus = (status: CoverageStatus) => coverage.filter((each) => each.status === status);
  const [covered, satisfied, touched] = [
    withStatus('covered'),
    withStatus('satisfied'),
    withStatus('touched'),
  ];
  const unexercised = coverage.filter(({ cases }) => cases.length === 0);
  return {
    constraints: coverage.map(({ constraint, status, cases, touching, reason, explanation }) => ({
      constraintKey: keyOf(constraint),
      shape: manifestNames.term(constraint.shape),
      component: termToNTriples(constraint.component),
      status,
      ...(reason !== undefined && { reason }),
      ...(explanation !== undefined && { explanation }),
      cases: (status === 'touched' ? touching : cases).map(caseId),
    })),
    totals: {
      constraints: coverage.length,
      covered: covered.length,
      ...(satisfied.length > 0 && { satisfied: satisfied.length }),
      uncovered: unexercised.length,
      ...(touched.length > 0 && { touched: touched.length }),
      byReason: countedBy(unexercised.map(({ reason }) => reason ?? 'BUDGET')),
    },
    realism,
    ...(mistakes && { mistakes: [...mistakes].map(([operator, counts]) => ({ operator, ...counts })) }),
  };
}

/** The number of occurrences of each name, sorted by name. */
function countedBy(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
