import { counted } from '../../../../base/counted.ts';
import { type Block, heading, list, paragraph, source } from '../../../../base/report/report.ts';
import {
  type ComparisonResult,
  type MetricComparison,
  metricsOf,
  overall,
} from '../../../statistics/comparisonStatistics.ts';
import type { RunsReport } from '../mergedRuns.ts';
import { suiteTitle } from '../pooledGraphs.ts';

/**
 * What was done, as text for the methods section: design, model, estimator, degrees of freedom, transformations, tests, and
 * what was left out and why.
 */
export function methodsBlocks({ runs, statistics }: RunsReport): readonly Block[] {
  const { comparisons, resamples, seed } = statistics;
  const estimated = comparisons
    .flatMap(metricsOf)
    .flatMap(({ mixed }) => (mixed.kind === 'estimated' ? [mixed] : []));
  return [
    heading(2, 'Methods'),
    paragraph(source(designText(runs))),
    ...(comparisons.some(({ outcome }) => outcome.kind === 'compared')
      ? [
          paragraph(
            source(
              `Contexts and models are compared twice. First by pairs: the same case with everything else equal; the difference is the mean over blocks (a data set under the same circumstances), its $p$ value comes from ${resamples} sign flips of whole cases (seed ${seed}), and is corrected over all comparisons by a metric by Holm's method.`,
            ),
          ),
        ]
      : []),
    ...(estimated.length > 0 ? [paragraph(source(modelText(estimated)))] : []),
    ...(comparisons.flatMap(metricsOf).some(({ byCases }) => byCases?.kind === 'estimated')
      ? [paragraph(source(caseModelText))]
      : []),
    ...exclusionsOf(runs, comparisons),
  ];
}

function designText(runs: RunsReport['runs']): string {
  const suites = new Set(runs.map(({ suite }) => suite.name));
  const cells = runs.flatMap((run) => run.cells.filter(({ notRun }) => notRun === null));
  const models = new Set(cells.flatMap(({ model }) => model ?? []));
  const strategies = new Set(cells.flatMap(({ strategy }) => strategy ?? []));
  const systems = new Set(cells.map(({ system }) => system));
  const trials = cells.reduce((sum, cell) => sum + cell.trials, 0);
  const asked =
    models.size > 0
      ? `, among them ${counted(models.size, 'model')} in ${strategies.size} of the nine strategies`
      : '';
  return `${counted(systems.size, 'system')}${asked}, attempted the cases of ${counted(suites.size, 'data set')}: ${counted(trials, 'trial')}. Scores are those of first answers; shares are over all cases, and an answer reaches a tier only if it reaches the tiers before it.`;
}

const caseModelText =
  "Third by a logistic mixed model of single answers, with the side of the comparison as fixed effect and crossed random intercepts for cases, models and data sets (none for models where these are compared). It is fitted by maximum likelihood with Laplace's approximation; intervals and $p$ values are Wald's, with standard errors at the fitted deviations.";

function modelText(
  estimated: readonly Extract<MetricComparison['mixed'], { readonly kind: 'estimated' }>[],
): string {
  const degrees = estimated.flatMap(({ fit }) => fit.degreesOfFreedom ?? []);
  const transformed = estimated.filter(({ transformation }) => transformation !== 'none').length;
  const notNormal = estimated.filter(
    ({ normality }) => normality !== undefined && normality.pValue <= 0.05,
  ).length;
  const range =
    degrees.length === 0
      ? ''
      : ` (${Math.min(...degrees).toFixed(1)} to ${Math.max(...degrees).toFixed(1)} here)`;
  return `Second by the linear mixed model of the shares of cases, $y_{ijkl} = \\beta_0 + \\beta_1 x_i + b_j + b_k + b_l + \\epsilon_{ijkl}$, with the side of the comparison as fixed effect and crossed random intercepts for data sets, models and, where all metrics are pooled, metrics; the comparison of models has none for models, and factors of one level are left out. It is fitted by restricted maximum likelihood; $p$ values and 95\\,\\% intervals are by Student's $t$ with Satterthwaite's degrees of freedom${range}. Where the test of Shapiro and Wilk rejects normal residuals at 0.05, the arcsine of the root, the logit ($\\epsilon = 10^{-6}$) and the Box--Cox transformation are tried in turn, and effects are transformed back at the mean of the reference: ${transformed} of ${estimated.length} fits are transformed. ${notNormal} of ${estimated.length} keep residuals that are not normal${notNormal > 0 ? ', and are reported untransformed' : ''}.`;
}

/** What is missing from the numbers, as a list; empty if nothing is. */
function exclusionsOf(runs: RunsReport['runs'], comparisons: readonly ComparisonResult[]): readonly Block[] {
  const items = [
    ...runs.flatMap(({ suite, cells }) =>
      cells.flatMap(({ id, notRun, missing }) => {
        const name = `${id} on ${suiteTitle(suite)}`;
        if (notRun !== null) return [`${name} was not run: ${notRun}.`];
        return missing > 0 ? [`${name} lacks ${counted(missing, 'trial')}.`] : [];
      }),
    ),
    ...comparisons.flatMap((each) => comparisonNotes(each)),
  ];
  if (items.length === 0) return [];
  return ['Left out:', list(new Set(items))];
}

function comparisonNotes(comparison: ComparisonResult): readonly string[] {
  const { reference, comparison: other, outcome } = comparison;
  const title = `${reference} → ${other}`;
  if (outcome.kind === 'notSupported') return [`${title} is not compared: ${outcome.reason}.`];
  return [
    ...outcome.cautions.map((caution) => `${title}: ${caution}`),
    ...outcome.metrics.flatMap(({ metric, mixed }) =>
      metric === overall && mixed.kind === 'notSupported'
        ? [`${title} has no mixed model: ${mixed.reason}.`]
        : [],
    ),
  ];
}
