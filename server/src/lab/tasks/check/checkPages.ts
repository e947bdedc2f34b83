import { type PageAssets, selfContainedPage } from '../../../base/pages/selfContainedPage.ts';
import { markdownReport } from '../../../base/report/markdownReport.ts';
import { alignedTable, type Block, heading } from '../../../base/report/report.ts';
import type { Distribution } from '../../statistics/distribution.ts';
import { syntaxFacts } from '../syntax/graphSyntax.ts';
import {
  type CheckReport,
  type Discipline,
  type ModelReport,
  maxGap,
  type TaskReport,
} from './checkReport.ts';
import { temperaturesOf } from './checkRun.ts';

/** report.md: a model check as tables. */
export function checkMarkdown({ run, models }: CheckReport): string {
  const { rounds, maxTokens } = run.options;
  const words = run.wording === 'paper' ? 'Tasks worded as published. ' : '';
  const files = run.originals === undefined ? '' : `T1, T2 and T5 with files of SHA-256 ${run.originals}. `;
  const syntax = run.syntax === 'turtle' ? '' : `Graphs in ${syntaxFacts[run.syntax].name}. `;
  return markdownReport([
    heading(1, 'Model check'),
    `${words}${files}${syntax}Temperature ${temperaturesOf(run).join(', ')}, up to ${rounds} ${rounds === 1 ? 'answer' : 'answers'} of at most ${maxTokens} tokens each.`,
    alignedTable(
      ['model', 'format', 'answers missing', 'input tokens', 'output tokens', 'USD'],
      models.map(({ model, discipline, missing, usage, cost }) => [
        model,
        disciplineWords[discipline],
        missing,
        usage.input,
        usage.output,
        cost === null ? 'unknown' : cost.toFixed(4),
      ]),
    ),
    disciplineRule,
    ...models.flatMap(modelSection),
  ]);
}

export const disciplineWords: Readonly<Record<Discipline, string>> = {
  go: 'go',
  noGo: 'no-go',
  unknown: 'cannot tell',
};

/** Explains to users how the verdict is reached. */
const disciplineRule = `Format: “go” if reading answers as they are (strict) costs no task more than ${maxGap} of its main score, compared with ignoring the text around the Turtle or the IRIs (lenient). “Cannot tell” if even the lenient reading of some task scores less than ${maxGap}.`;

function modelSection({ model, tasks }: ModelReport): readonly Block[] {
  return [
    heading(2, model),
    alignedTable(
      ['task', 'score', 'strict', 'lenient', 'recovered', 'gap', 'format', 'missing'],
      tasks.map(({ task, title, mainScore, readings, gap, discipline, missing }) => [
        `${task} ${title}`,
        mainScore,
        meanText(readings.strict),
        meanText(readings.lenient),
        meanText(readings.recovered),
        gap === null ? '–' : gap.toFixed(2),
        disciplineWords[discipline],
        missing,
      ]),
    ),
    'Means of first answers with 95 % intervals.',
    ...tasks.flatMap(roundsSection),
    ...tasks.flatMap(sizesSection),
    ...tasks.flatMap(temperaturesSection),
  ];
}

function roundsSection({ task, title, mainScore, scores }: TaskReport): readonly Block[] {
  const name = `lenient.${mainScore}`;
  const rounds = Object.keys(scores).filter((each) => /^\d+_/.test(each) && each.endsWith(`_${name}`));
  if (rounds.length < 2) return [];
  return [
    heading(3, `${task} ${title}: after feedback`),
    alignedTable(
      ['answer', 'trials', mainScore],
      [...rounds, `last_${name}`, `max_${name}`].map((each) => [
        each.split('_', 1)[0]!,
        scores[each]!.count,
        meanText(scores[each]!),
      ]),
    ),
  ];
}

function sizesSection({ task, title, mainScore, sizes }: TaskReport): readonly Block[] {
  if (sizes.length === 0) return [];
  const name = task === 'T3' ? 'personsRelativeError' : `lenient.${mainScore}`;
  return [
    heading(3, `${task} ${title}: by size`),
    alignedTable(
      ['bytes', name, 'median', 'quartiles'],
      sizes.map(({ size, scores }) => {
        const each = scores[`0_${name}`];
        return each
          ? [size, meanText(each), each.median.toFixed(2), `${each.q1.toFixed(2)} to ${each.q3.toFixed(2)}`]
          : [size, '–', '–', '–'];
      }),
    ),
  ];
}

function temperaturesSection({ task, title, mainScore, temperatures }: TaskReport): readonly Block[] {
  if (temperatures.length === 0) return [];
  return [
    heading(3, `${task} ${title}: by temperature`),
    alignedTable(
      ['temperature', 'answers', 'strict', 'lenient', 'recovered'],
      temperatures.map(({ temperature, scores }) => {
        const of = (reading: string) => scores[`0_${reading}.${mainScore}`] ?? null;
        return [
          temperature,
          of('lenient')?.count ?? 0,
          ...['strict', 'lenient', 'recovered'].map((reading) => meanText(of(reading))),
        ];
      }),
    ),
  ];
}

function meanText(each: Distribution | null): string {
  return each ? `${each.mean.toFixed(2)} (${each.low.toFixed(2)} to ${each.high.toFixed(2)})` : '–';
}

/** The page of esbuild.mjs that draws the report. */
export const checkPage = 'modelCheck';

/** report.html: a model check as one HTML file for browsers and for the editor. */
export function checkHtml(report: CheckReport, assets: PageAssets): Promise<string> {
  const title = `Model check: ${report.run.models.join(', ')}`;
  return selfContainedPage({ title, data: { report, rule: disciplineRule } }, assets);
}
