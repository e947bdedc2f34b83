import { markdownReport } from '../../../base/report/markdownReport.ts';
import {
  alignedTable,
  type Block,
  emphasis,
  heading,
  list,
  paragraph,
  type Row,
  source,
  type Table,
} from '../../../base/report/report.ts';
import { readsStrictly } from '../run/runJson.ts';
import { type Outcome, outcomes, tiers } from '../scores/scores.ts';
import { isControl } from '../systems/plainSystems.ts';
import {
  graphsOf,
  type PooledSummary,
  type RunComparison,
  type RunsReport,
  shownRuns,
} from './mergedRuns.ts';
import { suiteTitle } from './pooledGraphs.ts';
import { statisticsBlocks } from './statisticsBlocks.ts';
import type { CellSummary, Summary, TierRates } from './summary.ts';

/** A summary as tables. */
export function summaryBlocks(summary: Summary): readonly Block[] {
  const cells = withControlsLast(summary.cells.filter(({ notRun }) => notRun === null));
  return [
    ...overview(summary),
    heading(2, 'Beyond the tiers'),
    'First answers. Placeholders have to be replaced by the user, unknown terms are in no file; changes are counted in triples.',
    moreTable(cells),
    heading(2, 'By the kind of smallest repair'),
    alignedTable(
      ['system', 'a smallest repair', 'trials', ...tierNames, 'mean'],
      cells.flatMap(recoverableRows),
    ),
    heading(2, 'By component'),
    'Syntactic / semantic / relaxed / isomorphic.',
    groupTable('component', cells, ({ byComponent }) => byComponent, componentName),
    ...operatorSection(cells),
    ...outcomeSection(cells),
    ...confirmationSection(cells),
    ...failureSection(cells),
    ...notRunSection(summary.cells),
  ];
}

/** Several runs: first each run as a whole, then side by side. */
export function reportMarkdown(report: RunsReport): string {
  const { runs, comparisons, statistics } = report;
  const shown = shownRuns(report);
  const [first] = runs;
  return markdownReport([
    ...shown.flatMap((run) => [
      ...(runs.length > 1 ? [paragraph(emphasis(run.parts.join(', ')))] : []),
      ...summaryBlocks(run),
      ...('graphs' in run ? graphSection(run, report) : []),
    ]),
    ...(shown.length > 1 ? sideBySide(shown) : []),
    ...comparisons.flatMap(({ with: other, cells }) =>
      first && cells.length > 0 ? comparisonSection(first.name, other, cells) : [],
    ),
    ...(statistics.comparisons.length > 0 ? statisticsBlocks(statistics) : []),
  ]);
}

/** The graphs of a data set as levels. */
function graphSection(pool: PooledSummary, report: RunsReport): readonly Block[] {
  const ran = withControlsLast(pool.cells.filter(({ notRun }) => notRun === null));
  return [
    heading(2, 'By graph'),
    'Syntactic / semantic / relaxed / isomorphic.',
    alignedTable(
      ['graph', 'triples', 'of shapes', 'cases', 'α', 'smallest restores', ...ran.map(({ id }) => id)],
      graphsOf(pool, report).map(({ suite, alpha, ceiling, cells: own }) => [
        suite.graph ?? '',
        suite.triples ?? '–',
        suite.shapesTriples ?? '–',
        suite.cases,
        alphaText(alpha),
        ceilingCell(ceiling),
        ...ran.map(({ id }) => {
          const cell = own.find((each) => each.id === id);
          if (cell === undefined || cell.trials === 0) return '–';
          return tiers.map((tier) => rounded(cell.scores[tier])).join(' / ');
        }),
      ]),
    ),
  ];
}

function sideBySide(runs: RunsReport['runs']): readonly Block[] {
  const ids = [...new Set(runs.flatMap(({ cells }) => cells.map(({ id }) => id)))];
  return [
    heading(1, 'Side by side'),
    'Syntactic / semantic / relaxed / isomorphic, in per cent.',
    alignedTable(
      ['system', ...runs.map(({ name }) => name)],
      ids.map((id) => [
        id,
        ...runs.map(({ cells }) => {
          const cell = cells.find((each) => each.id === id);
          if (!cell || (cell.notRun === null && cell.trials === 0)) return '–';
          return cell.notRun === null
            ? tiers.map((tier) => percent(cell.scores[tier])).join(' / ')
            : 'not run';
        }),
      ]),
    ),
  ];
}

function comparisonSection(first: string, second: string, cells: readonly RunComparison[]): readonly Block[] {
  return [
    heading(2, ['What only one of ', first, ' and ', second, ' reaches']),
    paragraph([
      'Trials in both runs: those in which only ',
      first,
      ' reaches a tier, then those in which only ',
      second,
      ' does.',
    ]),
    alignedTable(
      ['system', 'trials', ...tierNames],
      cells.map(({ cell, trials, tiers: differences }) => [
        cell,
        trials,
        ...tiers.map((tier) => `${differences[tier].onlyFirst} : ${differences[tier].onlySecond}`),
      ]),
    ),
  ];
}

/** The most important tables, for a terminal. */
export function summaryText(summary: Summary): string {
  return markdownReport(mainBlocks(summary));
}

function mainBlocks(summary: Summary): readonly Block[] {
  const cells = summary.cells.filter(({ notRun }) => notRun === null);
  return [
    ...overview(summary),
    ...confirmationSection(cells),
    ...failureSection(cells),
    ...notRunSection(summary.cells),
  ];
}

/** The most important tables of the runs on the graphs of a data set, for a terminal: all graphs as one, and each of them. */
export function dataSetText(report: RunsReport): string {
  return markdownReport(
    shownRuns(report).flatMap((run) => [
      ...mainBlocks(run),
      ...('graphs' in run ? graphSection(run, report) : []),
    ]),
  );
}

function overview({ suite, ceiling, alpha, cells }: Summary): readonly Block[] {
  const run = cells.filter(({ notRun }) => notRun === null);
  const strict = run.filter(readsStrictly);
  const hasRounds = run.some(({ parameters }) => Number(parameters.rounds ?? 1) > 1);
  return [
    heading(1, ['Repairs of ', suiteTitle(suite)]),
    `${suite.cases} cases, ${suite.fragile} of them fragile. Rates are over all cases of a row, in per cent.`,
    ...(suite.triples === undefined || suite.shapesTriples === undefined
      ? []
      : [
          paragraph(
            source(
              `|G|, the triples of the graph: ${suite.triples}; |S|, those of the shapes: ${suite.shapesTriples}.`,
            ),
          ),
        ]),
    ceilingText(ceiling),
    ...(alpha
      ? [
          `α, the number of results of a case: ${alpha.mean.toFixed(2)} on average, ${alpha.min} to ${alpha.max}.`,
        ]
      : []),
    alignedTable(
      [
        'system',
        'cases',
        'trials',
        ...tierNames,
        'mean',
        'not degenerate',
        'local',
        'median ms',
        'tokens in, out',
        'USD',
      ],
      withControlsLast(run).map((cell) => [
        nameOf(cell, cell.id),
        cell.cases,
        cell.missing > 0 ? `${cell.trials} (${cell.missing} missing)` : cell.trials,
        ...(cell.trials === 0
          ? Array<string>(tiers.length + 3).fill('–')
          : [
              ...rateCells(cell.scores),
              percent(cell.more.semanticNotDegenerate),
              percent(cell.more.localValid),
            ]),
        milliseconds(cell.ms.median),
        ...costTexts(cell),
      ]),
    ),
    ...(strict.length > 0
      ? [
          'Models that are asked as in the paper are read strictly: an answer counts if it is the JSON that was asked for and nothing else. Without fences and sentences around it:',
          alignedTable(
            ['system', 'reading', ...tierNames, 'mean'],
            strict.map((cell) => [cell.id, 'lenient', ...rateCells(cell.lenient)]),
          ),
        ]
      : []),
    ...sharedText(run),
    ...agentSection(run),
    ...(hasRounds
      ? [
          heading(2, 'After all rounds'),
          alignedTable(
            ['system', 'reading', ...tierNames, 'mean'],
            run.flatMap((cell) => [
              [cell.id, 'last answer', ...rateCells(cell.last)],
              [cell.id, 'best answer', ...rateCells(cell.best)],
            ]),
          ),
        ]
      : []),
  ];
}

/** What agents wrote, with and without tools. */
function agentSection(cells: readonly CellSummary[]): readonly Block[] {
  const rows = cells.flatMap(({ id, agent, trials, cost }): readonly Row[] => {
    if (agent === undefined || trials === 0) return [];
    const each = (count: number) => (count / trials).toFixed(1);
    return [
      [
        id,
        percent(agent.holds),
        agent.writes,
        agent.breakingWrites,
        agent.introduced,
        each(agent.requests),
        each(agent.calls),
        `${cost.estimated ? '~' : ''}${Math.round((cost.input + cost.output) / trials)}`,
      ],
    ];
  });
  if (rows.length === 0) return [];
  return [
    heading(2, 'Agents'),
    'The share of cases that were repaired, changes that landed in the file, those of them that brought results, and how many; requests, calls of tools and tokens of a case. Without tools, each answer lands.',
    alignedTable(
      ['agent', 'repairs that hold', 'writes', 'breaking', 'new results', 'requests', 'calls', 'tokens'],
      rows,
    ),
  ];
}

/** The mean, smallest and largest number of results of a case. */
export function alphaText(alpha: Summary['alpha']): string {
  return alpha ? `${alpha.mean.toFixed(2)} (${alpha.min}–${alpha.max})` : '–';
}

/** The tokens of a cell and their cost in USD. */
export function costTexts({
  cost: { answers, estimated, input, output, usd },
}: CellSummary): readonly [tokens: string, usd: string] {
  if (answers === 0) return ['–', '–'];
  return [`${estimated ? '~' : ''}${input}, ${output}`, usd === null ? 'unknown' : usd.toFixed(4)];
}

/** The name of a cell, with a mark for controls. */
export function nameOf({ system }: CellSummary, name: string): string {
  return isControl(system) ? `${name} (control)` : name;
}

export function withControlsLast(cells: readonly CellSummary[]): readonly CellSummary[] {
  return [
    ...cells.filter(({ system }) => !isControl(system)),
    ...cells.filter(({ system }) => isControl(system)),
  ];
}

function ceilingText({ recoverable, undecided }: Summary['ceiling']): string {
  if (undecided === 1) return 'Whether smallest repairs restore the graph was not determined for this suite.';
  const perhaps = undecided > 0 ? `, and perhaps in another ${percent(undecided)}` : '';
  return `A smallest repair restores the graph in ${percent(recoverable)} of the cases${perhaps}. A system that always makes a smallest repair cannot do better; one that uses other evidence may.`;
}

/** Equal prompts are asked once: F+ without a positive example is F. */
function sharedText(cells: readonly CellSummary[]): readonly Block[] {
  const shared = cells.reduce((sum, { cost }) => sum + cost.fromCache, 0);
  const all = cells.reduce((sum, { cost }) => sum + cost.answers, 0);
  const without = cells.reduce((sum, { noPositiveExample }) => sum + noPositiveExample, 0);
  return [
    ...(shared > 0
      ? [
          `${shared} of ${all} answers were given before, to the same prompt with the same parameters, and cost nothing again.`,
        ]
      : []),
    ...(without > 0
      ? [`${without} prompts of F+ are without a positive example, because there is none.`]
      : []),
  ];
}

const tierNames = ['syntactic', 'semantic', 'relaxed', 'isomorphic'];

function rateCells(rates: TierRates): readonly string[] {
  const all = tiers.map((tier) => rates[tier]);
  return [...all, all.reduce((sum, rate) => sum + rate, 0) / all.length].map(percent);
}

const recoverableTexts = {
  recoverable: 'restores the graph',
  notRecoverable: 'does not',
  undecided: 'not known',
} as const;

function recoverableRows({ id, byRecoverable }: CellSummary): readonly Row[] {
  return (['recoverable', 'notRecoverable', 'undecided'] as const).flatMap((group) => {
    const { trials, scores } = byRecoverable[group];
    return trials === 0 ? [] : [[id, recoverableTexts[group], trials, ...rateCells(scores)]];
  });
}

function moreTable(cells: readonly CellSummary[]): Table {
  return alignedTable(
    [
      'system',
      'strict form',
      'exact inverse',
      'relaxed, counted',
      'equal values',
      'smallest',
      'degenerate',
      'needs input',
      'unknown terms',
      'new results',
      'change',
      'distance',
    ],
    cells.map(({ id, more }) => [
      id,
      percent(more.envelopeStrict),
      percent(more.exactInverse),
      percent(more.relaxedMultiset),
      percent(more.valueEqual),
      percent(more.minimal),
      percent(more.degenerate),
      percent(more.needsInput),
      percent(more.hallucinated),
      more.meanNewViolations.toFixed(2),
      more.meanEditSize.toFixed(2),
      more.meanDistance.toFixed(2),
    ]),
  );
}

/** The kinds of mistakes, for suites of mistakes. */
function operatorSection(cells: readonly CellSummary[]): readonly Block[] {
  if (cells.every(({ byOperator }) => byOperator === undefined)) return [];
  return [
    heading(2, 'By mistake'),
    'Syntactic / semantic / relaxed / isomorphic.',
    groupTable(
      'mistake',
      cells,
      ({ byOperator = {} }) => byOperator,
      (name) => name,
    ),
  ];
}

function groupTable(
  title: string,
  cells: readonly CellSummary[],
  groupsOf: (cell: CellSummary) => CellSummary['byComponent'],
  nameOf: (key: string) => string,
): Table {
  const keys = [...new Set(cells.flatMap((cell) => Object.keys(groupsOf(cell))))].sort((a, b) =>
    a < b ? -1 : 1,
  );
  return alignedTable(
    [title, 'trials', 'smallest restores', ...cells.map(({ id }) => id)],
    keys.map((key) => [
      nameOf(key),
      Math.max(...cells.map((cell) => groupsOf(cell)[key]?.trials ?? 0)),
      ceilingCell(cells.flatMap((cell) => groupsOf(cell)[key] ?? [])[0]?.ceiling),
      ...cells.map((cell) => {
        const group = groupsOf(cell)[key];
        return group ? tiers.map((tier) => rounded(group.scores[tier])).join(' / ') : '–';
      }),
    ]),
  );
}

function componentName(component: string): string {
  return component.replace(/^.*[#/]/, '').replace(/ConstraintComponent$/, '');
}

function ceilingCell(ceiling: Summary['ceiling'] | undefined): string {
  if (ceiling === undefined || ceiling.undecided === 1) return '–';
  const { recoverable, undecided } = ceiling;
  return undecided > 0
    ? `${rounded(recoverable)}–${rounded(recoverable + undecided)}`
    : String(rounded(recoverable));
}

function rounded(rate: number): number {
  return Math.round(100 * rate);
}

const outcomeNames: Readonly<Record<Outcome, string>> = {
  restored: 'restored',
  otherLiterals: 'other literals',
  needsInput: 'needs input',
  otherSmallest: 'other smallest',
  otherRepair: 'other repair',
  degenerate: 'degenerate',
  resultsLeft: 'results left',
  newResults: 'new results',
  noUpdate: 'no update',
};

/** The outcomes of the cases by component, which show where a system is weak. */
function outcomeSection(all: readonly CellSummary[]): readonly Block[] {
  const cells = all.filter(({ system }) => !isControl(system));
  if (cells.length === 0) return [];
  return [
    heading(2, 'Outcomes'),
    'First answers by outcome, with the share of cases, in per cent, in which a smallest repair restores the graph.',
    alignedTable(
      ['system', 'component', 'trials', 'smallest restores', ...outcomes.map((each) => outcomeNames[each])],
      cells.flatMap(({ id, byComponent }) =>
        Object.entries(byComponent).map(
          ([component, { trials, ceiling, outcomes: counts }]): Row => [
            id,
            componentName(component),
            trials,
            ceilingCell(ceiling),
            ...outcomes.map((each) => counts[each] || '·'),
          ],
        ),
      ),
    ),
  ];
}

function confirmationSection(cells: readonly CellSummary[]): readonly Block[] {
  const differing = cells.filter(({ confirmed }) => confirmed.differs > 0);
  if (differing.length === 0) return [];
  return [
    heading(2, 'Judged differently by rdf-validate-shacl'),
    alignedTable(
      ['system', 'agrees', 'differs', 'not compared'],
      differing.map(({ id, confirmed: { agrees, differs, notCompared } }) => [
        id,
        agrees,
        differs,
        notCompared,
      ]),
    ),
    ...differing.flatMap(({ id, differences }) =>
      differences.map((each) => list([[id, ', ', each.case, ': ', each.difference]])),
    ),
  ];
}

function failureSection(cells: readonly CellSummary[]): readonly Block[] {
  const rows = cells.flatMap(({ id, failures }) =>
    Object.entries(failures).map(([kind, count]): Row => [id, kind, count]),
  );
  return rows.length === 0 ? [] : [heading(2, 'Failures'), alignedTable(['system', 'kind', 'trials'], rows)];
}

function notRunSection(cells: readonly CellSummary[]): readonly Block[] {
  const rows = cells.flatMap(({ id, notRun }): readonly Row[] => (notRun === null ? [] : [[id, notRun]]));
  return rows.length === 0 ? [] : [heading(2, 'Not run'), alignedTable(['system', 'why'], rows)];
}

/** A share in percent, with two decimals. */
export function percent(rate: number): string {
  return (100 * rate).toFixed(2);
}

function milliseconds(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : String(Math.round(ms));
}
