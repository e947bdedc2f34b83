/** The page of the report of a model check. All that it shows is in the page itself. */
import type {
  CheckReport,
  Discipline,
  ModelReport,
} from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { type ChartTable, chart, tableElement } from '../../page/view/chart.ts';
import { element } from '../../page/view/elements.ts';
import { pageData } from '../../page/view/pageData.ts';
import { boxesOf, digits } from './boxes.ts';
import { boxChart } from './boxesDrawing.ts';
import { curvesOf } from './curves.ts';
import { curveChart } from './curvesDrawing.ts';
import { roundsTable } from './rounds.ts';
import { temperatureTable } from './temperatures.ts';

interface PageData {
  readonly report: CheckReport;
  /** How the verdict comes about. */
  readonly rule: string;
}

const { report, rule } = pageData<PageData>();
const words: Readonly<Record<Discipline, string>> = { go: 'go', noGo: 'no-go', unknown: 'cannot tell' };
const boxes = boxesOf(report);
const curves = curvesOf(report);
const rounds = roundsTable(report);
const temperatures = temperatureTable(report);

document.body.append(
  element('header', {}, element('h1', {}, `Model check: ${report.run.models.join(', ')}`)),
  element(
    'main',
    {},
    element('h2', {}, 'Can its answers be used as they are?'),
    ...report.models.map(verdict),
    element('p', { class: 'note' }, rule),
    section('Tasks', tasksTable()),
    ...(boxes.length === 0 ? [] : [element('h2', {}, 'Scores'), chart(boxChart(boxes))]),
    ...(curves.length === 0 ? [] : [element('h2', {}, 'By size')]),
    ...curves.map((each) =>
      each.points.length === 0
        ? element('p', { class: 'empty' }, `${each.title}: no results yet.`)
        : chart(curveChart(each)),
    ),
    ...(rounds.rows.length === 0 ? [] : [section('After feedback', rounds)]),
    ...(temperatures.rows.length === 0 ? [] : [section('By temperature', temperatures)]),
  ),
);

function section(title: string, table: ChartTable): HTMLElement {
  return element('section', { class: 'numbers' }, element('h2', {}, title), tableElement(table, title));
}

function verdict({ model, discipline, missing, usage, cost }: ModelReport): HTMLElement {
  const tokens = (count: number) => count.toLocaleString('en');
  const facts = [
    ...(missing > 0 ? [`${missing} answers missing`] : []),
    `${usage.estimated ? 'about ' : ''}${tokens(usage.input)} tokens in, ${tokens(usage.output)} out`,
    cost === null ? 'cost unknown' : `${cost.toFixed(4)} USD`,
  ];
  return element(
    'p',
    { class: `verdict ${discipline}` },
    element('strong', {}, `${model}: ${words[discipline]}`),
    facts.join(', '),
  );
}

function tasksTable(): ChartTable {
  return {
    columns: ['model', 'task', 'score', 'strict', 'lenient', 'recovered', 'gap', 'format', 'missing'],
    headings: 2,
    rows: report.models.flatMap(({ model, tasks }) =>
      tasks.map(({ task, title, mainScore, readings, gap, discipline, missing }) => [
        model,
        `${task} ${title}`,
        mainScore,
        ...[readings.strict, readings.lenient, readings.recovered].map((each) =>
          each ? digits(each.mean) : '–',
        ),
        gap === null ? '–' : digits(gap),
        words[discipline],
        `${missing}`,
      ]),
    ),
  };
}
