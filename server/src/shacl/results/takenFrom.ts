import { type Violation, violationKey } from '../model/violation.ts';

/** Whether a result is one of some results, each of which counts once. */
export function takenFrom(results: readonly Violation[]): (violation: Violation) => boolean {
  const left = new Map<string, number>();
  for (const each of results) left.set(violationKey(each), (left.get(violationKey(each)) ?? 0) + 1);
  return (violation) => {
    const count = left.get(violationKey(violation)) ?? 0;
    left.set(violationKey(violation), count - 1);
    return count > 0;
  };
}
