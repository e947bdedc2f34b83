import { expect, test } from 'vitest';
import { markdownReport } from '../../../base/report/markdownReport.ts';
import type { RunJson } from '../run/runJson.ts';
import type { Trial } from '../run/trial.ts';
import { noAnswer, type Scores } from '../scores/scores.ts';
import { type CellSummary, summaryOf } from './summary.ts';
import { summaryBlocks } from './summaryBlocks.ts';

const run: RunJson = {
  format: 1,
  generator: { name: 'shacl-repair', version: '0' },
  suite: { name: 'rooms', sha256: '', cases: 7, fragile: 0 },
  suiteFolder: null,
  cells: [{ id: 'own', system: 'own', strategy: null, model: null, parameters: {}, notRun: null }],
  repeat: 1,
  shard: { index: 1, of: 1 },
  includeFragile: false,
  selected: { cases: 7, recoverable: 3, undecided: 1 },
  crossCheck: 'none',
};

const applied: Scores = { ...noAnswer, syntactic: true, applied: true };
const semantic: Scores = { ...applied, semantic: true };
const relaxed: Scores = { ...semantic, relaxedIsomorphism: true };

function trial(component: string, recoverable: boolean | null, scores: Scores, number: number): Trial {
  const round = { answer: '', update: '', envelopeStrict: true, prefixesInjected: [], asked: null, ms: 1 };
  return {
    cell: 'own',
    case: String(number),
    repeat: 1,
    facts: { dataset: 'rooms', component, shownComponent: component, recoverable, alpha: 1, fragile: false },
    rounds: [{ ...round, scores }],
    failure: null,
    cost: 0,
    ms: 1,
  };
}

async function summarized(
  ...trials: readonly (readonly [string, boolean | null, Scores])[]
): Promise<{ readonly cell: CellSummary; readonly markdown: string }> {
  const given = trials.map(([component, recoverable, scores], i) => trial(component, recoverable, scores, i));
  const summary = await summaryOf(run, given);
  return { cell: summary.cells[0]!, markdown: markdownReport(summaryBlocks(summary)) };
}

test('each answer comes to one thing', async () => {
  const { cell } = await summarized(
    ['c', true, { ...relaxed, isomorphism: true, minimal: true, needsInput: true }],
    ['c', true, { ...relaxed, needsInput: true }],
    ['c', true, { ...semantic, needsInput: true, minimal: true }],
    ['c', true, { ...semantic, minimal: true }],
    ['c', true, { ...semantic, minimal: null }],
    ['c', true, { ...relaxed, degenerate: true }],
    ['c', true, { ...applied, degenerate: true }],
    ['c', true, { ...applied, newViolations: 2 }],
    ['c', true, { ...noAnswer, syntactic: true }],
  );
  expect(new Set(Object.values(cell.byComponent.c!.outcomes))).toEqual(new Set([1]));
});

test('components have their own ceilings, and what came of their cases', async () => {
  const { cell, markdown } = await summarized(
    ['http://www.w3.org/ns/shacl#ClassConstraintComponent', true, { ...relaxed, isomorphism: true }],
    ['http://www.w3.org/ns/shacl#ClassConstraintComponent', false, { ...semantic, minimal: true }],
    ['http://www.w3.org/ns/shacl#ClassConstraintComponent', null, { ...semantic, minimal: null }],
    ['http://www.w3.org/ns/shacl#ClassConstraintComponent', false, { ...applied, newViolations: 1 }],
    ['http://www.w3.org/ns/shacl#InConstraintComponent', true, relaxed],
  );
  expect(cell.byComponent['http://www.w3.org/ns/shacl#ClassConstraintComponent']).toMatchObject({
    trials: 4,
    ceiling: { recoverable: 0.25, undecided: 0.25 },
    scores: { syntactic: 1, semantic: 0.75, relaxedIsomorphism: 0.25, isomorphism: 0.25 },
  });
  expect(markdown.slice(markdown.indexOf('## By component'))).toMatchInlineSnapshot(`
    "## By component

    Syntactic / semantic / relaxed / isomorphic.

    | component | trials | smallest restores | own                 |
    | --------- | ------ | ----------------- | ------------------- |
    | Class     | 4      | 25–50             | 100 / 75 / 25 / 25  |
    | In        | 1      | 100               | 100 / 100 / 100 / 0 |

    ## Outcomes

    First answers by outcome, with the share of cases, in per cent, in which a smallest repair restores the graph.

    | system | component | trials | smallest restores | restored | other literals | needs input | other smallest | other repair | degenerate | results left | new results | no update |
    | ------ | --------- | ------ | ----------------- | -------- | -------------- | ----------- | -------------- | ------------ | ---------- | ------------ | ----------- | --------- |
    | own    | Class     | 4      | 25–50             | 1        | ·              | ·           | 1              | 1            | ·          | ·            | 1           | ·         |
    | own    | In        | 1      | 100               | ·        | 1              | ·           | ·              | ·            | ·          | ·            | ·           | ·         |
    "
  `);
});

test('what the engines judge differently is named with its case', async () => {
  const judged = trial('c', true, { ...semantic, confirmed: false }, 3);
  const [round] = judged.rounds;
  const difference = 'rdf-validate-shacl finds sh:class of ex:S violated by ex:a.';
  const summary = await summaryOf(run, [
    { ...judged, rounds: [{ ...round!, referenceDifference: difference }] },
  ]);
  expect(summary.cells[0]!.differences).toEqual([{ case: '3', difference }]);
  expect(markdownReport(summaryBlocks(summary))).toContain(`- own, 3: ${difference}`);
});
