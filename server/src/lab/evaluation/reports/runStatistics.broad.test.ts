import { expect, test } from 'vitest';
import { markdownReport } from '../../../base/report/markdownReport.ts';
import { runOf } from './recordedRuns.testing.ts';
import { type RecordedRun, runStatistics } from './runStatistics.ts';
import { statisticsBlocks } from './statisticsBlocks.ts';

test('a run compares its systems and strategies', async () => {
  const run = runOf('hvac', { 'model:m SG': '1234', 'model:m SF': '0134', symbolic: '4444' });
  expect(await markdown(run)).toMatchInlineSnapshot(`
    "## Averages

    Each cell, a data set with a model and a strategy, weighs the same. Levels with different numbers of cells cannot be compared by these.

    <details><summary>All, and by context, model and data set</summary>

    | by       |         | cells | syntactic | semantic | relaxed | isomorphic | mean  |
    | -------- | ------- | ----- | --------- | -------- | ------- | ---------- | ----- |
    | all      |         | 2     | 87.50     | 62.50    | 50.00   | 25.00      | 56.25 |
    | shapes   | S       | 2     | 87.50     | 62.50    | 50.00   | 25.00      | 56.25 |
    | data     | G       | 1     | 100.00    | 75.00    | 50.00   | 25.00      | 62.50 |
    | data     | F       | 1     | 75.00     | 50.00    | 50.00   | 25.00      | 50.00 |
    | strategy | SG      | 1     | 100.00    | 75.00    | 50.00   | 25.00      | 62.50 |
    | strategy | SF      | 1     | 75.00     | 50.00    | 50.00   | 25.00      | 50.00 |
    | model    | model:m | 2     | 87.50     | 62.50    | 50.00   | 25.00      | 56.25 |
    | data set | hvac    | 2     | 87.50     | 62.50    | 50.00   | 25.00      | 56.25 |

    </details>

    ## Comparisons

    Paired differences in percentage points: the same case with everything else equal. The intervals come from resampling the cases, the p values from flipping signs, 10,000 times each; the last column corrects them for all comparisons by a metric (Holm).

    | comparison         | metric  | from  | to     | difference | 95 %             | p      | p (Holm) |
    | ------------------ | ------- | ----- | ------ | ---------- | ---------------- | ------ | -------- |
    | G → F              | overall | 62.50 | 50.00  | -12.50     | -25.00 to 0.00   | 0.5000 | 0.5000   |
    | model:m → symbolic | overall | 56.25 | 100.00 | +43.75     | +12.50 to +75.00 | 0.2500 | 0.5000   |

    <details><summary>By each metric</summary>

    | comparison         | metric     | from   | to     | difference | 95 %              | p      | p (Holm) |
    | ------------------ | ---------- | ------ | ------ | ---------- | ----------------- | ------ | -------- |
    | G → F              | syntactic  | 100.00 | 75.00  | -25.00     | -75.00 to 0.00    | 1.0000 | 1.0000   |
    | G → F              | semantic   | 75.00  | 50.00  | -25.00     | -75.00 to 0.00    | 1.0000 | 1.0000   |
    | G → F              | relaxed    | 50.00  | 50.00  | 0.00       | 0.00 to 0.00      | 1.0000 | 1.0000   |
    | G → F              | isomorphic | 25.00  | 25.00  | 0.00       | 0.00 to 0.00      | 1.0000 | 1.0000   |
    | G → F              | overall    | 62.50  | 50.00  | -12.50     | -25.00 to 0.00    | 0.5000 | 0.5000   |
    | model:m → symbolic | syntactic  | 87.50  | 100.00 | +12.50     | 0.00 to +37.50    | 1.0000 | 1.0000   |
    | model:m → symbolic | semantic   | 62.50  | 100.00 | +37.50     | 0.00 to +75.00    | 0.5000 | 1.0000   |
    | model:m → symbolic | relaxed    | 50.00  | 100.00 | +50.00     | 0.00 to +100.00   | 0.5000 | 1.0000   |
    | model:m → symbolic | isomorphic | 25.00  | 100.00 | +75.00     | +25.00 to +100.00 | 0.2500 | 0.5000   |
    | model:m → symbolic | overall    | 56.25  | 100.00 | +43.75     | +12.50 to +75.00  | 0.2500 | 0.5000   |

    </details>

    <details><summary>By the paper's linear mixed model of rates, in percentage points</summary>

    | comparison         | metric  | effect | 95 %             | p      | transformed | normal (p) |
    | ------------------ | ------- | ------ | ---------------- | ------ | ----------- | ---------- |
    | G → F              | overall | -12.50 | -35.47 to +10.47 | 0.1817 | no          | 0.1784     |
    | model:m → symbolic | overall | +43.75 | +19.40 to +68.10 | 0.0038 | no          | 0.4147     |

    </details>

    <details><summary>Notes on these numbers (10)</summary>

    - All pairs are from hvac: they say nothing about other data sets. (G → F; model:m → symbolic)
    - 4 cases are too few for the interval to be trusted. (G → F; model:m → symbolic)
    - Only 1 case came out differently: no p value below 1 is possible. (G → F by syntactic, semantic; model:m → symbolic by syntactic)
    - No mixed model: there is only one data set and one model. (G → F by syntactic, semantic, relaxed, isomorphic)
    - Cases of the same data set had the same outcome: resampling them says nothing about others. (G → F by relaxed, isomorphic)
    - Only 2 cases came out differently: no p value below 0.5 is possible. (G → F by overall; model:m → symbolic by semantic, relaxed)
    - A variance is poorly known from so few levels: metric (4). (G → F by overall; model:m → symbolic by overall)
    - Not compared: nothing was tried with F+. (F → F+; G → F+)
    - No mixed model: there is only one data set. (model:m → symbolic by syntactic, semantic, relaxed, isomorphic)
    - Only 3 cases came out differently: no p value below 0.25 is possible. (model:m → symbolic by isomorphic, overall)

    </details>
    "
  `);
});

test('runs of several suites are data sets of one design', async () => {
  const { comparisons } = await statistics(
    runOf('hvac', { 'model:m': '0000', symbolic: '4444' }),
    runOf('unit', { 'model:m': '0000', symbolic: '4444' }),
  );
  expect(comparisons.map(({ outcome }) => outcome)).toMatchObject([
    { kind: 'compared', datasets: ['hvac', 'unit'] },
  ]);
});

test('controls are in no comparison and no average, unless there is nothing else', async () => {
  const { comparisons, averages } = await statistics(
    runOf('hvac', { noop: '0000', oracle: '4444', 'model:m': '0123', symbolic: '2222' }),
  );
  expect(comparisons).toMatchObject([{ reference: 'model:m', comparison: 'symbolic' }]);
  const levels = averages.filter(({ factor }) => factor === 'model').map(({ level }) => level);
  expect(levels.toSorted()).toEqual(['model:m', 'symbolic']);
  const alone = await statistics(runOf('hvac', { noop: '0000', oracle: '4444' }));
  expect(alone.comparisons).toMatchObject([{ reference: 'noop', comparison: 'oracle' }]);
});

test('the same system in two runs of a suite is told apart', async () => {
  const before = { ...runOf('hvac', { symbolic: '0123' }), name: 'before' };
  const after = { ...runOf('hvac', { symbolic: '4444' }), name: 'after' };
  const { comparisons } = await statistics(before, after);
  expect(comparisons).toMatchObject([{ reference: 'symbolic (before)', comparison: 'symbolic (after)' }]);
});

test('a run of one system has nothing to compare', async () => {
  expect(await markdown(runOf('hvac', { symbolic: '4444' }))).toMatchInlineSnapshot(`
    "## Comparisons

    There is nothing to compare: there is only one system and one strategy.
    "
  `);
});

function statistics(...runs: readonly RecordedRun[]) {
  return runStatistics(runs, new AbortController().signal);
}

async function markdown(run: RecordedRun): Promise<string> {
  return markdownReport(statisticsBlocks(await statistics(run)));
}
