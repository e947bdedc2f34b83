import type { ReportData } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../../counted.ts';
import { type ChartContent, chart, tableElement } from '../../page/view/chart.ts';
import { element } from '../../page/view/elements.ts';
import { type ShownCell, type ShownTier, tiers } from './cells.ts';
import { choice, chosen } from './choice.ts';
import {
  type ComparedPair,
  comparable,
  compare,
  differing,
  firstMatch,
  type Match,
  matches,
  type SystemComparison,
} from './compare.ts';
import { drawComparison } from './compareDrawing.ts';
import { detailsElement } from './detailsElement.ts';
import { componentName, detailsFinder, reachedText, trialName } from './failures.ts';
import { percent, percentagePoints } from './numbers.ts';
import { note, nothing, type Section } from './section.ts';
import { trialList } from './trialList.ts';

interface State {
  /** Indices into the cells that can be compared. */
  readonly first: string;
  readonly second: string;
  readonly tier: ShownTier;
}

/** Two systems, or the same one in two runs, side by side: what differs, and which cases only one of them solves. */
export function compareSection(data: ReportData, all: readonly ShownCell[]): Section {
  const section = { id: 'compare', title: data.runs.length > 1 ? 'Runs compared' : 'Systems compared' };
  const cells = all.filter((cell) => cell.cell.notRun === null && comparable(all, cell).length > 0);
  const same = matches(cells);
  const start = firstMatch(cells);
  if (!start) return { ...section, content: [nothing(whyNothing(data))] };
  const detailsOf = detailsFinder(data);
  const index = (cell: ShownCell) => String(cells.indexOf(cell));
  const content = chosen<State>(
    { first: index(start.first), second: index(start.second), tier: 'isomorphic' },
    (change) => {
      const options = cells.map((cell) => ({ value: index(cell), label: cell.label }));
      return [
        choice('First:', options, index(start.first), (first) => change({ first })),
        choice('Second:', options, index(start.second), (second) => change({ second })),
        choice(
          'Cases by:',
          tiers.map((tier) => ({ value: tier, label: tier })),
          'isomorphic' as ShownTier,
          (tier) => change({ tier }),
        ),
      ];
    },
    ({ first, second, tier }) => {
      const [a, b] = [cells[Number(first)]!, cells[Number(second)]!];
      if (a.run.suite !== b.run.suite)
        return [nothing('These runs are from different suites and have no cases in common.')];
      const comparison = compare(a, b);
      if (comparison.pairs.length === 0) return [nothing('These systems have no cases in common.')];
      return [
        chart(comparisonChart({ first: a, second: b }, comparison)),
        ...differenceElements(differing(comparison, tier), tier),
      ];
    },
  );
  return { ...section, content: [...sameElements(same), ...content] };

  function differenceElements(pairs: readonly ComparedPair[], tier: ShownTier): readonly HTMLElement[] {
    if (pairs.length === 0) return [nothing(`In no case is only one of the two answers ${tier}.`)];
    return [
      element(
        'p',
        { role: 'status' },
        `${counted(pairs.length, 'case')} in which only one of the two answers is ${tier}:`,
      ),
      trialList(
        pairs.map(({ first, second }) => ({
          texts: [
            trialName(first),
            reachedText(first.height),
            reachedText(second.height),
            componentName(first.case.component),
            first.case.dataset,
          ],
          opens: [first, second].map((trial, place) => ({
            title: `${place === 0 ? 'First' : 'Second'}: ${trial.of.label}`,
            trial,
          })),
        })),
        {
          columns: ['case', 'first reaches', 'second reaches', 'component', 'data set'],
          label: 'Cases solved by only one',
          detailsOf,
          show: (details) => detailsElement(details, data.texts),
        },
      ),
    ];
  }
}

export function comparisonChart({ first, second }: Match, comparison: SystemComparison): ChartContent {
  return {
    title: `${first.label} → ${second.label}`,
    note: `${counted(comparison.pairs.length, 'case')} attempted by both systems. Circle: first system. Dot: second system. On the right, the difference in percentage points.`,
    draw: (width) => drawComparison(comparison, width),
    table: comparisonTable(comparison),
  };
}

/** The same systems in different runs, all together. */
function sameElements(same: readonly Match[]): readonly HTMLElement[] {
  if (same.length === 0) return [];
  const rows = same.flatMap(({ first, second }) => {
    const { pairs, tiers: compared } = compare(first, second);
    if (pairs.length === 0) return [];
    return [
      [
        `${first.label} → ${second.label}`,
        String(pairs.length),
        ...compared.map((tier) => percentagePoints(tier.second - tier.first)),
        `${compared.at(-1)!.onlyFirst} / ${compared.at(-1)!.onlySecond}`,
      ],
    ];
  });
  if (rows.length === 0) return [];
  return [
    note(
      'Differences in percentage points over the same cases. The last column counts the graphs that only the first or only the second run restores.',
    ),
    element(
      'div',
      { class: 'numbers' },
      tableElement(
        { columns: ['runs', 'pairs', ...tiers, 'only first / second'], headings: 1, rows },
        'Runs compared',
      ),
    ),
  ];
}

function comparisonTable({ tiers: compared }: SystemComparison) {
  return {
    columns: ['tier', 'first', 'second', 'difference', 'only first', 'only second'],
    headings: 1,
    rows: compared.map(({ tier, first, second, onlyFirst, onlySecond }) => [
      tier,
      percent(first),
      percent(second),
      percentagePoints(second - first),
      String(onlyFirst),
      String(onlySecond),
    ]),
  };
}

function whyNothing({ runs }: ReportData): string {
  return runs.length > 1
    ? 'The runs are from different suites and have no cases in common.'
    : 'There is nothing to compare: the run has only one system.';
}
