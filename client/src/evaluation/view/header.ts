import type {
  ReportData,
  ReportedRun,
} from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../../counted.ts';
import { element } from '../../page/view/elements.ts';
import { percent } from './numbers.ts';
import type { Section } from './section.ts';

/** What the report is about, what it lacks, and where its parts are. */
export function headerElement(data: ReportData, sections: readonly Section[]): HTMLElement {
  return element(
    'header',
    {},
    element('h1', {}, `Evaluation: ${data.title}`),
    element('ul', { class: 'runs' }, ...data.runs.map((run) => element('li', {}, runText(run, data)))),
    element(
      'nav',
      { 'aria-label': 'Parts of the report' },
      ...sections.map(({ id, title }) => element('a', { href: `#${id}` }, title)),
    ),
  );
}

/** A run in a few sentences. */
export function runText(run: ReportedRun, { suites }: Pick<ReportData, 'suites'>): string {
  const { name, cases } = suites[run.suite]!;
  const ran = run.cells.filter(({ notRun }) => notRun === null);
  const trials = ran.reduce((sum, cell) => sum + cell.trials, 0);
  const missing = ran.reduce((sum, cell) => sum + cell.missing, 0);
  const { recoverable, undecided } = run.ceiling;
  const about = run.name === name ? '' : ` on ${name}`;
  return [
    `${run.name}${about}: ${counted(trials, 'trial')} of ${counted(ran.length, 'system')} at ${counted(cases.length, 'case')}.`,
    `A smallest repair restores ${percent(recoverable)}${undecided === 0 ? '' : `, undecided ${percent(undecided)}`}.`,
    ...(missing === 0 ? [] : [`${counted(missing, 'trial')} missing: the run is not complete.`]),
    ...(run.shard.of === 1 ? [] : [`Shard ${run.shard.index} of ${run.shard.of}.`]),
    ...run.cells
      .filter(({ notRun }) => notRun !== null)
      .map(({ id, notRun }) => `${id} was not run: ${notRun}.`),
  ].join(' ');
}
