import type { Violation } from '../../shacl/model/violation.ts';
import { KeyNumbers } from '../../shacl/results/resultKeys.ts';
import type { ChangeAnalysis } from '../ide/stores/changeAnalysis.ts';
import { takenFrom } from '../ide/stores/storeChange.ts';
import { StableKeys } from './resultRecord.ts';
import { type AnalysedRun, validationRunOf } from './validationRun.ts';

/** What a change does to the results of a store, and which of the results existed before. */
export interface ChangedRun {
  /** The results are those after the change. */
  readonly run: AnalysedRun;
  /** The keys of the results that are not new. */
  readonly known: ReadonlySet<string>;
}

/** @param named the files that the user named. */
export async function changedRun(change: ChangeAnalysis, named: ReadonlySet<string>): Promise<ChangedRun> {
  const { analysis, gone, before } = change;
  const run = await validationRunOf([analysis], { named });
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
  const isKept = takenFrom(kept);
  const known = [...suppressed, ...results].filter(({ violation }) => isKept(violation));
  return new Set(known.map(({ key }) => key));
}
