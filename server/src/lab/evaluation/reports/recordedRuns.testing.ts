import type { RunJson } from '../run/runJson.ts';
import type { Trial } from '../run/trial.ts';
import { noAnswer, tiers } from '../scores/scores.ts';
import type { RecordedRun } from './runStatistics.ts';

/** A run of the cases 0, 1, 2, …, with the number of tiers that the first answer to each reached, by cell. */
export function runOf(dataset: string, cells: Readonly<Record<string, string>>, graph?: string): RecordedRun {
  const name = graph === undefined ? dataset : `${dataset}/${graph}`;
  const trials = Object.entries(cells).flatMap(([cell, heights]) =>
    [...heights].map((height, i) => trialOf(dataset, { cell, case: `${i}`, repeat: 1 }, Number(height))),
  );
  const run: RunJson = {
    format: 1,
    generator: { name: 'shacl-repair', version: '0.1.0' },
    suite: { name: dataset, ...(graph !== undefined && { graph }), sha256: name, cases: 4, fragile: 0 },
    suiteFolder: null,
    cells: Object.keys(cells).map((id) => {
      const [system, strategy] = id.split(' ');
      return {
        id,
        system: system!,
        strategy: strategy ?? null,
        model: system!.startsWith('model:') ? system!.slice(6) : null,
        parameters: {},
        notRun: null,
      };
    }),
    repeat: 1,
    shard: { index: 1, of: 1 },
    includeFragile: false,
    selected: { cases: 4, recoverable: 0, undecided: 4 },
    crossCheck: 'none',
  };
  return {
    name,
    run,
    async *trials() {
      yield* trials;
    },
  };
}

function trialOf(dataset: string, key: Pick<Trial, 'cell' | 'case' | 'repeat'>, height: number): Trial {
  const scores = { ...noAnswer, ...Object.fromEntries(tiers.slice(0, height).map((tier) => [tier, true])) };
  const round = {
    answer: '',
    update: '',
    envelopeStrict: true,
    prefixesInjected: [],
    scores,
    asked: null,
    ms: 0,
  };
  return {
    ...key,
    facts: { dataset, component: '', shownComponent: '', recoverable: null, alpha: 1, fragile: false },
    rounds: [round],
    failure: null,
    cost: 0,
    ms: 0,
  };
}
