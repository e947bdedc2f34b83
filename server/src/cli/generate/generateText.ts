import { counted } from '../../base/counted.ts';
import { groupBy } from '../../base/groupBy.ts';
import type { GraphDelta } from '../../rdf/graph.ts';
import { terms } from '../../rdf/terms.ts';
import type { UnitAnalysis } from '../../service/ide/unitAnalysis.ts';
import type { ValidationRun } from '../../service/report/validationRun.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import { locateConstraint } from '../../shacl/results/locate.ts';
import { ConstraintKeys } from '../../vio/expansion/factor.ts';
import { mistakeOperators } from '../../vio/mistakes/operators/index.ts';
import { type MutationScore, scoreText } from '../../vio/suite/mutationScore.ts';
import { alphaDistribution, alphaOf, modeName } from '../../vio/suite/suiteJson.ts';
import type { ConstraintCoverage, CoverageStatus, GenerateOptions, VioSuite } from '../../vio/vioCase.ts';
import { type Printer, paragraphs, placeText } from '../output/print.ts';
import { printable } from '../output/style.ts';
import { notCheckedText } from '../output/textReport.ts';

/** The outcome of a generation. */
export interface GenerationOutcome {
  readonly suite: VioSuite;
  readonly analysis: UnitAnalysis;
  readonly options: GenerateOptions;
  readonly preparation: GraphDelta | undefined;
  /** Undefined when no constraints were removed. */
  readonly mutation: MutationScore | undefined;
  /** The folder, as it is named to the user. */
  readonly folder: string;
  readonly ms: number;
}

/** What `generate` prints for people: how many cases there are, what they cover, and what they do not cover and why. */
export function generatedText(generated: GenerationOutcome, run: ValidationRun, printer: Printer): string {
  const { suite, preparation, analysis, mutation } = generated;
  const { style } = printer;
  const baseline = analysis.result.violations.length;
  return paragraphs([
    notCheckedText(run, printer),
    uncoveredText(generated, printer),
    suite.mistakes ? mistakesText(suite.mistakes, printer) : [],
    suite.cases.length > 0 ? alphaText(suite, printer) : [],
    [
      ...(preparation
        ? [
            `${counted(preparation.added.length + preparation.removed.length, 'triple')} were changed to make the graph valid; ` +
              'the data file stays as it is.',
          ]
        : []),
      ...(baseline > 0
        ? [
            style.yellow(
              `The graph violates its shapes already (${counted(baseline, 'result')}); cases are about other results.`,
            ),
          ]
        : []),
      ...fragileText(suite, printer),
      ...triedText(suite),
      ...(mutation ? mutationText(mutation, analysis, printer) : []),
      summaryText(generated, printer),
    ],
  ]);
}

/** The same for programs. */
export function generatedJson({
  suite,
  analysis,
  options,
  preparation,
  mutation,
  folder,
  ms,
}: GenerationOutcome) {
  const keys = new ConstraintKeys(analysis.graphs.input.shapes);
  const { covered, satisfied, touched, uncovered } = coverageOf(suite);
  return {
    generated: true,
    folder,
    seed: options.seed,
    mode: modeName(options.mode),
    cases: suite.cases.length,
    fragile: fragile(suite),
    constraints: {
      total: suite.coverage.length,
      covered: covered.length,
      satisfied: satisfied.length,
      uncovered: uncovered.length,
      touched: touched.length,
    },
    alpha: { ...alphaOf(suite), distribution: Object.fromEntries(alphaDistribution(suite)) },
    treeNodes: String(suite.totals.treeNodes),
    leaves: String(suite.totals.leaves),
    ...(suite.totals.tried !== undefined && { tried: suite.totals.tried }),
    uncovered: uncovered.map(({ constraint, status, reason, explanation }) => ({
      constraintKey: keys.key(constraint),
      status,
      reason: reason ?? null,
      explanation: explanation ?? null,
    })),
    ...(suite.mistakes && {
      mistakes: [...suite.mistakes].map(([operator, counts]) => ({ operator, ...counts })),
    }),
    ...(mutation && {
      mutation: {
        constraints: mutation.constraints,
        noticed: mutation.constraints - mutation.untested.length,
        untested: mutation.untested.map((constraint) => keys.key(constraint)),
      },
    }),
    preparation: preparation ? preparation.added.length + preparation.removed.length : 0,
    baseline: analysis.result.violations.length,
    stats: { ms: Math.round(ms) },
  };
}

/** Why constraints are not covered: each reason once, with the first constraint that it applies to. */
function uncoveredText({ suite, analysis }: GenerationOutcome, printer: Printer): readonly string[] {
  const { style } = printer;
  const { uncovered } = coverageOf(suite);
  if (uncovered.length === 0) return [];
  const reasons = [...groupBy(uncovered, ({ reason }) => reason ?? 'BUDGET')];
  const groups = [...groupBy(uncovered, ({ reason, explanation }) => `${reason} ${explanation}`).values()];
  const shown = groups.slice(0, shownGroups).map(([first, ...others]) => {
    const { constraint, reason, explanation } = first!;
    const place = locateConstraint(constraint, analysis.graphs.shapes);
    const where = place ? ` ${style.dim(placeText(printer, place.document, place.range.start))}` : '';
    const more = others.length > 0 ? ` and ${counted(others.length, 'other')}` : '';
    const what = printable(constraintText(constraint, analysis));
    return `  ${style.yellow(reason ?? 'BUDGET')} ${what}${more}: ${printable(explanation ?? '')}${where}`;
  });
  const rest = groups.slice(shownGroups).reduce((sum, { length }) => sum + length, 0);
  return [
    `not covered: ${reasons.map(([reason, { length }]) => `${reason} ${length}`).join(', ')}`,
    ...shown,
    ...(rest > 0 ? [`  … and ${rest} more; coverage.json has all.`] : []),
  ];
}

const shownGroups = 20;

/** `sh:minCount 1 of ex:PersonShape`. */
function constraintText(constraint: Constraint, { print }: UnitAnalysis): string {
  const { shape, parameter, parameterValue } = constraint;
  const value = terms.isBlank(parameterValue) ? '' : ` ${print(parameterValue)}`;
  return `${print(parameter)}${value}${terms.isBlank(shape) ? '' : ` of ${print(shape)}`}`;
}

/** How many mistakes of each kind were made, and how many violate nothing. */
function mistakesText(mistakes: NonNullable<VioSuite['mistakes']>, { style }: Printer): readonly string[] {
  const rows = [...mistakes].map(([operator, { tried, silent, made }]) => {
    const counts = [tried, silent, made].map((count) => String(count).padStart(6)).join('');
    return `  ${mistakeOperators[operator].title.padEnd(titleWidth)}${counts}`;
  });
  return [style.dim(`  ${'mistake'.padEnd(titleWidth)} tried silent made`), ...rows];
}

const titleWidth = 32;

function alphaText(suite: VioSuite, { style }: Printer): readonly string[] {
  const { mean, max } = alphaOf(suite);
  const distribution = alphaDistribution(suite);
  const most = Math.max(...distribution.map(([, cases]) => cases));
  const rows = distribution.slice(0, shownAlphas).map(([alpha, cases]) => {
    const bar = '#'.repeat(Math.max(1, Math.round((cases / most) * barWidth)));
    return `${String(alpha).padStart(5)}  ${style.blue(bar.padEnd(barWidth))}  ${cases}`;
  });
  const rest = distribution.length - rows.length;
  return [
    `alpha, the results of a case: mean ${mean}, at most ${max}`,
    ...rows,
    ...(rest > 0 ? [`  … and ${counted(rest, 'larger number')}`] : []),
  ];
}

const shownAlphas = 12;
const barWidth = 30;

function fragileText(suite: VioSuite, { style }: Printer): readonly string[] {
  const count = fragile(suite);
  if (count === 0) return [];
  return [
    style.yellow(`${counted(count, 'case')} judged differently by rdf-validate-shacl: left out of scores.`),
  ];
}

/** How many of the leaves were tried, in modes that enumerate them. */
function triedText({ totals: { leaves, tried } }: VioSuite): readonly string[] {
  if (tried === undefined) return [];
  return [`tried ${tried.toLocaleString('en')} of ${leaves.toLocaleString('en')} ways to violate the shapes`];
}

/** The mutation score, with the constraints that could be lost. */
function mutationText(score: MutationScore, analysis: UnitAnalysis, printer: Printer): readonly string[] {
  const { untested } = score;
  const lines = untested.slice(0, shownGroups).map((constraint) => {
    const place = locateConstraint(constraint, analysis.graphs.shapes);
    const where = place ? ` ${printer.style.dim(placeText(printer, place.document, place.range.start))}` : '';
    return `  ${printable(constraintText(constraint, analysis))}${where}`;
  });
  const rest = untested.length - lines.length;
  return [
    `mutation score: ${scoreText(score)}${untested.length > 0 ? '; the loss of these would go unnoticed:' : ''}`,
    ...lines,
    ...(rest > 0 ? [`  … and ${rest} more; --format json has all.`] : []),
  ];
}

function summaryText({ suite, options, folder, ms }: GenerationOutcome, { style }: Printer): string {
  const { covered, satisfied } = coverageOf(suite);
  const cases = counted(suite.cases.length, 'case');
  const all = counted(suite.coverage.length, 'constraint');
  if (suite.cases.length === 0) {
    return `${style.yellow(style.bold(`Nothing can be violated: 0 cases for ${all}`))}; ${folder} says why.`;
  }
  const [cover, satisfy] = suite.cases.length === 1 ? ['covers', 'satisfies'] : ['cover', 'satisfy'];
  const below = satisfied.length > 0 ? ` and newly ${satisfy} ${satisfied.length}` : '';
  const verdict = `${cases} ${cover} ${covered.length} of ${all}${below}`;
  return (
    `${style.bold(style.green(verdict))}, mode ${modeName(options.mode)}, seed ${options.seed}, ` +
    `in ${Math.round(ms)} ms: ${folder}`
  );
}

function coverageOf({ coverage }: VioSuite): Readonly<Record<CoverageStatus, readonly ConstraintCoverage[]>> {
  const withStatus = (status: CoverageStatus) => coverage.filter((each) => each.status === status);
  return {
    covered: withStatus('covered'),
    satisfied: withStatus('satisfied'),
    touched: withStatus('touched'),
    // Constraints that are only touched are among those that no case covers.
    uncovered: coverage.filter(({ cases }) => cases.length === 0),
  };
}

function fragile({ cases }: VioSuite): number {
  return cases.filter(({ crossCheck }) => crossCheck?.kind === 'differs').length;
}
