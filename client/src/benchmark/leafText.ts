import type { SuiteCase, SuiteConstraint } from '../../../server/src/protocol/editor/protocol.ts';

/** The constraints that a case violates: `sh:minCount 1 of :Shape`. */
export function leafText({ violated }: SuiteCase, constraints: readonly SuiteConstraint[]): string {
  const texts = violated.flatMap((place) => {
    const constraint = constraints[place];
    return constraint ? [`${constraint.component} ${constraint.value} of ${constraint.shape}`] : [];
  });
  return [...new Set(texts)].join(' and ');
}
