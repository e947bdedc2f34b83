import type { ChangeAnalysis } from '../ide/stores/changeAnalysis.ts';
import { KeyNumbers } from '../shacl/results/resultKeys.ts';
import { type Violation, violationKey } from '../shacl/results/violation.ts';
import { StableKeys } from './stableKey.ts';
import { type AnalysedRun, validationRunOf } from './validationRun.ts';

/** What a change does to the results of a store, and which of the results were there before. */
export interface ChangedRun {
  /** The results are those after the change. */
  readonly run: AnalysedRun;
  /** The keys of the results that are not new. */
  readonly known: ReadonlySet<string>;
}

/** @param named the files that the user named. */
export function changedRun(change: ChangeAnalysis, named: ReadonlySet<string>): ChangedRun {
  const { analysis, gone, before } = change;
  const run = validationRunOf([analysis], { named });
  const keys = new StableKeys(before);
  const numbers = new KeyNumbers();
  return {
    run: {
      ...run,
      gone: gone.map((violation) => ({
        key: numbers.numbered(keys.key(violation)),
        violation,
        analysis,
      })),
    },
    known: knownKeys(run, change.kept),
  };
}

function knownKeys({ results, suppressed }: AnalysedRun, kept: readonly Violation[]): ReadonlySet<string> {
  const left = new Map<string, number>();
  for (const violation of kept)
    left.set(violationKey(violation), (left.get(violationKey(violation)) ?? 0) + 1);
  const known = new Set<string>();
  for (const { violation, key } of [...suppressed, ...results]) {
    const count = left.get(violationKey(violation)) ?? 0;
    left.set(violationKey(violation), count - 1);
    if (count > 0) known.add(key);
  }
  return known;
}
