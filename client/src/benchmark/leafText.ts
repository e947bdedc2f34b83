import type {
  SuiteCase,
  SuiteConstraint,
} from '../../../server/src/languageServer/protocol/editor/protocol.ts';

/** The constraints that a case violates, `sh:minCount 1 of :Shape`, after the mistake that does so, if it is one. */
export function leafText({ mistake, violated }: SuiteCase, constraints: readonly SuiteConstraint[]): string {
  const texts = violated.flatMap((place) => {
    const constraint = constraints[place];
    return constraint ? [`${constraint.component} ${constraint.value} of ${constraint.shape}`] : [];
  });
  const violations = [...new Set(texts)].join(' and ');
  return mistake === undefined ? violations : `${mistake}: ${violations}`;
}
