import { latexReport } from '../../../../base/report/latexReport.ts';
import {
  columnsOf,
  type Mark,
  type Row,
  source,
  type Table,
  type Text,
} from '../../../../base/report/report.ts';
import { type Average, type AveragedFactor, mean } from '../../../statistics/averages.ts';
import type { CaseEffect } from '../../../statistics/caseEffect.ts';
import {
  type ComparisonResult,
  type MetricComparison,
  metricsOf,
  overall,
} from '../../../statistics/comparisonStatistics.ts';
import type { ComparedFactor } from '../../../statistics/observation.ts';
import type { TransformationName } from '../../../statistics/transformations.ts';
import { type Tier, tiers } from '../../scores/scores.ts';
import { isControl } from '../../systems/plainSystems.ts';
import { graphsOf, type RunSummary, type RunsReport, shownRuns } from '../mergedRuns.ts';
import { suiteTitle } from '../pooledGraphs.ts';
import type { CellSummary } from '../summary.ts';
import { alphaText, costTexts, nameOf, withControlsLast } from '../summaryBlocks.ts';
import { methodsBlocks } from './methodsBlocks.ts';

/**
 * Runs as a LaTeX document in the form of the paper: data sets, the mean of each cell, averages over all and by level
 * (its Table 2 and the numbers of its Tables 4 and 5), the effects of contexts and of models by its model and by single
 * answers, and what was done as text.
 * It needs booktabs, longtable, rotating and xcolor with colortbl; each table can be copied on its own.
 */
export function reportLatex(report: RunsReport): string {
  const { averages, comparisons } = report.statistics;
  const blocks = [
    ...methodsBlocks(report),
    suitesTable(report),
    cellsTable(report),
    averagesTable(averages, report),
    effectsTable(comparisons, ['manifest', 'graph'], 'context-selection', 'Context selection.'),
    effectsTable(comparisons, ['model'], 'model-selection', 'Model selection.'),
    caseTable(comparisons),
  ];
  return `${[preamble, latexReport(blocks.flatMap((block) => block ?? [])), '\\end{document}'].join(
    '\n\n',
  )}\n`;
}

const preamble = String.raw`\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{lmodern}
\usepackage[utf8]{inputenc}
\usepackage[margin=2cm]{geometry}
\usepackage{booktabs}
\usepackage{longtable}
\usepackage{rotating}
\usepackage[table]{xcolor}
% Cells of differences that are not significant, and of residuals that are not normal.
\definecolor{notSignificant}{HTML}{E8E3F1}
\definecolor{notNormal}{HTML}{F9DEDC}
\begin{document}`;

const tierHeaders: Readonly<Record<Tier, string>> = {
  syntactic: 'Syntactic',
  semantic: 'Semantic',
  relaxedIsomorphism: 'Relaxed',
  isomorphism: 'Isomorphic',
};

const tierTitles: Readonly<Record<string, string>> = {
  [overall]: 'Overall',
  syntactic: 'Syntactic validity',
  semantic: 'Semantic validity',
  relaxedIsomorphism: 'Relaxed isomorphism',
  isomorphism: 'Isomorphism',
};

function suitesTable(report: RunsReport): Table {
  const rows = shownRuns(report).flatMap((run) => [
    { run, title: suiteTitle(run.suite) as Text },
    ...('graphs' in run ? graphsOf(run, report) : []).map((graph) => ({
      run: graph,
      title: [source('\\quad '), graph.suite.graph ?? ''] as Text,
    })),
  ]);
  const suites = new Map(rows.map((row) => [row.run.suite.sha256, row]));
  return {
    kind: 'table',
    float: {
      label: 'suites',
      layout: 'inline',
      caption: source(
        'Data sets. \\emph{Smallest} is the share of cases in which a smallest repair restores the graph; fragile cases are judged differently by two SHACL engines; $|G|$ and $|S|$ are the triples of graph and shapes, $\\alpha$ is the number of results of a case (mean, smallest to largest).',
      ),
    },
    columns: columnsOf('lrrrrrr', [
      'Data set',
      source('$|G|$'),
      source('$|S|$'),
      'Cases',
      source('$\\alpha$'),
      'Fragile',
      'Smallest',
    ]),
    groups: [
      {
        rows: [...suites.values()].map(
          ({
            title,
            run: {
              suite,
              alpha,
              ceiling: { recoverable, undecided },
            },
          }) => [
            title,
            suite.triples ?? '–',
            suite.shapesTriples ?? '–',
            suite.cases,
            alphaText(alpha),
            suite.fragile,
            undecided === 1
              ? '–'
              : undecided > 0
                ? `${percent(recoverable)} to ${percent(recoverable + undecided)}`
                : percent(recoverable),
          ],
        ),
      },
    ],
  };
}

function cellsTable(report: RunsReport): Table {
  const runs = shownRuns(report);
  return {
    kind: 'table',
    float: {
      label: 'cells',
      layout: 'long',
      caption: source(
        `Share of cases that reach each tier, by data set, system and strategy, with the tokens of all prompts and answers and what they cost. ${missingNote(runs)}`.trim(),
      ),
    },
    columns: columnsOf('llrrrrrrrr', [
      'System',
      'Strategy',
      'Trials',
      ...tiers.map((tier) => tierHeaders[tier]),
      'Mean',
      'Tokens in, out',
      'USD',
    ]),
    groups: runs.map(({ suite, name, cells }) => ({
      title: isAlone(runs, suite.sha256) ? suiteTitle(suite) : `${suiteTitle(suite)}, ${name}`,
      rows: withControlsLast(cells.filter(({ notRun }) => notRun === null)).map(cellRow),
    })),
  };
}

function isAlone(runs: RunsReport['runs'], sha256: string): boolean {
  return runs.filter(({ suite }) => suite.sha256 === sha256).length === 1;
}

function cellRow(cell: CellSummary): Row {
  const { system, strategy, trials, missing, scores } = cell;
  const rates = tiers.map((tier) => (trials === 0 ? Number.NaN : scores[tier]));
  return [
    nameOf(cell, system),
    strategy === null ? '–' : strategyText(strategy),
    missing > 0 ? source(`${trials}$^{*}$`) : trials,
    ...[...rates, mean(rates)].map(percent),
    ...costTexts(cell),
  ];
}

function missingNote(runs: RunsReport['runs']): string {
  const missing = runs
    .flatMap(({ cells }) => cells.map((cell) => cell.missing))
    .reduce((sum, n) => sum + n, 0);
  return missing > 0
    ? `Rows with $^{*}$ lack trials, ${missing} in all: their shares are over the trials that there are.`
    : '';
}

const factorTitles: Readonly<Record<AveragedFactor, string | undefined>> = {
  all: undefined,
  manifest: 'By shapes in the prompt',
  graph: 'By data in the prompt',
  strategy: 'By strategy',
  model: 'By model',
  dataset: 'By data set',
};

function averagesTable(averages: readonly Average[], report: RunsReport): Table {
  const factors = [...new Set(averages.map(({ factor }) => factor))];
  return {
    kind: 'table',
    float: {
      label: 'averages',
      layout: 'inline',
      caption: source(
        'Averages. Each cell, a data set with a model and a strategy, weighs the same. Levels with different numbers of cells were not tried on the same data, so their averages cannot be compared.',
      ),
    },
    columns: columnsOf('lrrrrrr', ['', 'Cells', ...tiers.map((tier) => tierHeaders[tier]), 'Mean']),
    groups: [
      ...factors.map((factor) => {
        const title = factorTitles[factor];
        return {
          ...(title !== undefined && { title }),
          rows: averages
            .filter((average) => average.factor === factor)
            .map(({ level, cells, means }) => [
              factor === 'all' ? 'All' : levelText(factor, level),
              cells,
              ...[...tiers, 'mean'].map((metric) => percent(means[metric] ?? Number.NaN)),
            ]),
        };
      }),
      ...report.pooled.map((pool) => ({
        title: `By graph of ${pool.suite.name}`,
        rows: graphsOf(pool, report).map(graphRow),
      })),
    ],
  };
}

/** The average over the cells that were run on a graph; over those of models alone where there are any, as of other levels. */
function graphRow({ suite, cells }: RunSummary): Row {
  const ran = cells.filter(({ trials }) => trials > 0);
  const prompted = ran.filter(({ strategy }) => strategy !== null);
  const rivals = ran.filter(({ system }) => !isControl(system));
  const [averaged = ran] = [prompted, rivals].filter(({ length }) => length > 0);
  const rates = tiers.map((tier) => mean(averaged.map(({ scores }) => scores[tier])));
  return [suite.graph ?? '', averaged.length, ...[...rates, mean(rates)].map(percent)];
}

function effectsTable(
  comparisons: readonly ComparisonResult[],
  factors: readonly ComparedFactor[],
  label: string,
  title: string,
): Table | undefined {
  const compared = comparisons.filter(
    ({ factor, outcome }) => factors.includes(factor) && outcome.kind === 'compared',
  );
  const groups = [overall, ...tiers].flatMap((metric) => {
    const rows = compared.flatMap((comparison) =>
      metricsOf(comparison)
        .filter((each) => each.metric === metric)
        .map((each) => effectRow(comparison, each)),
    );
    return rows.length === 0 ? [] : [{ title: tierTitles[metric]!, rows }];
  });
  if (groups.length === 0) return undefined;
  return {
    kind: 'table',
    float: {
      label,
      layout: 'sideways',
      caption: source(
        `\\textbf{${title}} Averages over all cells of either side; the effect by the linear mixed model; the paired difference over the same cases, with its $p$ value corrected by Holm's method. \\colorbox{notSignificant}{\\strut$p$}: not significant at 0.05. \\colorbox{notNormal}{\\strut$p$}: the residuals are not normal.`,
      ),
    },
    columns: columnsOf('lrrrrlrrr', [
      'Change',
      'From',
      'To',
      'Effect',
      source('$p$'),
      'Transformed',
      source('Shapiro--Wilk $p$'),
      'Paired',
      source('Holm $p$'),
    ]),
    groups,
  };
}

/** The model of single answers, beside the paper's of shares. */
function caseTable(comparisons: readonly ComparisonResult[]): Table | undefined {
  const groups = tiers.flatMap((metric) => {
    const rows = comparisons.flatMap((comparison) =>
      metricsOf(comparison).flatMap(({ metric: own, byCases }) =>
        own !== metric || byCases?.kind !== 'estimated' ? [] : [caseRow(comparison, byCases)],
      ),
    );
    return rows.length === 0 ? [] : [{ title: tierTitles[metric]!, rows }];
  });
  if (groups.length === 0) return undefined;
  return {
    kind: 'table',
    float: {
      label: 'cases',
      layout: 'long',
      caption: source(
        'Odds ratios by a logistic mixed model of single answers with random intercepts for cases, models and data sets; in the last three columns their standard deviations in logarithms of odds. \\colorbox{notSignificant}{\\strut$p$}: not significant at 0.05.',
      ),
    },
    columns: columnsOf('lrrrrrrr', [
      'Change',
      'Odds ratio',
      source('95\\,\\%'),
      source('$p$'),
      'Answers',
      'Cases',
      'Models',
      'Data sets',
    ]),
    groups,
  };
}

function caseRow(
  { factor, reference, comparison }: ComparisonResult,
  { oddsRatio, low, high, pValue, answers, factors }: Extract<CaseEffect, { readonly kind: 'estimated' }>,
): Row {
  return [
    changeText(factor, reference, comparison),
    source(latexRatio(oddsRatio)),
    source(`${latexRatio(low)} to ${latexRatio(high)}`),
    significance(pValue),
    answers,
    ...['case', 'model', 'data set'].map((name) => {
      const factor = factors.find((each) => each.name === name);
      return factor === undefined ? '–' : factor.standardDeviation.toFixed(2);
    }),
  ];
}

const transformationNames: Readonly<Record<TransformationName, string>> = {
  none: '–',
  arcsine: 'arcsine',
  logit: 'logit',
  boxCox: 'Box–Cox',
};

function effectRow(
  { factor, reference, comparison }: ComparisonResult,
  { referenceMean, comparisonMean, paired, mixed }: MetricComparison,
): Row {
  const change = changeText(factor, reference, comparison);
  const pairs = [points(paired.difference), significance(paired.adjustedPValue)];
  const sides = [change, percent(referenceMean), percent(comparisonMean)];
  if (mixed.kind === 'notSupported') return [...sides, '–', '–', '–', '–', ...pairs];
  const { effect, pValue, transformation, normality } = mixed;
  return [
    ...sides,
    points(effect),
    significance(pValue),
    transformationNames[transformation],
    normality === undefined
      ? '–'
      : shaded(latexPValue(normality.pValue), normality.pValue <= 0.05, 'notNormal'),
    ...pairs,
  ];
}

function significance(pValue: number): Text {
  return shaded(latexPValue(pValue), !(pValue < 0.05), 'notSignificant');
}

function shaded(text: string, isShaded: boolean, color: string): Text {
  return source(isShaded ? `\\cellcolor{${color}}${text}` : text);
}

/** The paper's notation of a level: `$S_n$`, `$F^+$`, `$S_nF^+$`. */
function levelText(factor: AveragedFactor | ComparedFactor, level: string): string | Mark {
  return factor === 'model' || factor === 'dataset' ? level : strategyText(level);
}

function changeText(factor: ComparedFactor, reference: string, comparison: string): Text {
  return [levelText(factor, reference), ' → ', levelText(factor, comparison)];
}

function strategyText(strategy: string): string | Mark {
  const [, shapes = '', data = ''] = /^(M|Sn|S)?(G|F\+|F)?$/.exec(strategy) ?? [];
  if (shapes + data === '') return strategy;
  return source(`$${shapes.replace('Sn', 'S_n')}${data.replace('+', '^+')}$`);
}

/** A share in per cent: `68.31%`; a dash if there is none. */
function percent(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(2)}%` : '–';
}

/** A difference of shares in percentage points with its sign: `$-3.97$`. */
function points(difference: number): Text {
  const points = (100 * difference).toFixed(2);
  return Number.isFinite(difference) ? source(`$${difference > 0 ? '+' : ''}${points}$`) : '–';
}

/** A p value in scientific form with two digits, as in the paper: `$4.4\times10^{-10}$`. */
export function latexPValue(pValue: number): string {
  if (!Number.isFinite(pValue)) return '--';
  if (pValue === 0) return '$<10^{-300}$';
  const [digits, exponent] = pValue.toExponential(1).split('e');
  return `$${digits}\\times10^{${Number(exponent)}}$`;
}

/** A ratio, or a deviation, with two digits after the point, or in scientific form if it is very large or small. */
function latexRatio(ratio: number): string {
  if (!Number.isFinite(ratio)) return '--';
  return ratio < 0.01 || ratio >= 1000 ? latexPValue(ratio) : ratio.toFixed(2);
}
