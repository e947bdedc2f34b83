import type { TrialDetails } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { element } from '../../page/view/elements.ts';
import { type ShownTrial, tiers } from './cells.ts';

export interface ListedTrial {
  /** The texts of the cells. */
  readonly texts: readonly string[];
  /** What opens below it: one trial, or the trials of two systems at the same case. */
  readonly opens: readonly {
    readonly title: string;
    readonly trial: ShownTrial;
  }[];
}

export interface TrialListLook {
  readonly columns: readonly string[];
  readonly label: string;
  readonly detailsOf: (trial: ShownTrial) => TrialDetails | undefined;
  readonly show: (details: TrialDetails) => HTMLElement;
}

/** How many rows are drawn at first, and with each *Show more*. */
const step = 100;

/** A table of trials, each of which opens by a click, Enter or Space; the arrow keys lead from one to the next. */
export function trialList(
  trials: readonly ListedTrial[],
  { columns, label, detailsOf, show }: TrialListLook,
): HTMLElement {
  const body = element('tbody', {});
  const more = element('button', { class: 'more', onclick: () => add() });
  const table = element(
    'table',
    { class: 'trials', 'aria-label': label },
    element('thead', {}, element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name)))),
    body,
  );
  let drawn = 0;
  const add = () => {
    const next = trials.slice(drawn, drawn + step);
    const rows = next.map(row);
    body.append(...rows);
    const first = drawn;
    drawn += next.length;
    more.textContent = `Show ${Math.min(step, trials.length - drawn)} more of ${(trials.length - drawn).toLocaleString('en')}`;
    more.hidden = drawn >= trials.length;
    // The button that was pressed may be gone.
    if (first > 0) rows[0]?.querySelector('button')?.focus();
  };
  add();
  return element(
    'div',
    { class: 'list', onkeydown: (event) => moveFocus(event as KeyboardEvent) },
    table,
    more,
  );

  function row({ texts, opens }: ListedTrial): HTMLElement {
    const [name = '', ...rest] = texts;
    const isKept = opens.some(({ trial }) => detailsOf(trial) !== undefined);
    const button = element('button', { class: 'open', 'aria-expanded': 'false' }, name);
    const shown = element(
      'tr',
      {},
      element('th', { scope: 'row' }, button, ...(isKept ? [] : [' *'])),
      ...rest.map((text) => element('td', {}, text)),
    );
    let opened: HTMLElement | undefined;
    button.addEventListener('click', () => {
      if (opened) {
        opened.remove();
        opened = undefined;
      } else {
        opened = element(
          'tr',
          { class: 'opened' },
          element('td', { colspan: columns.length }, ...openedElements(opens)),
        );
        shown.after(opened);
      }
      button.setAttribute('aria-expanded', String(opened !== undefined));
    });
    return shown;
  }

  function openedElements(opens: ListedTrial['opens']): readonly HTMLElement[] {
    const elements = opens.map(({ title, trial }) => {
      const details = detailsOf(trial);
      return element(
        'section',
        { 'aria-label': title },
        ...(opens.length > 1 ? [element('h3', {}, title)] : []),
        details ? show(details) : element('p', { class: 'note' }, leftOut(trial)),
      );
    });
    return opens.length > 1 ? [element('div', { class: 'beside' }, ...elements)] : elements;
  }
}

function leftOut({ of, case: { id }, repeat, height }: ShownTrial): string {
  const known = height === tiers.length ? 'It restores the graph. ' : '';
  return `${known}This page has no further details: see ${of.run.name}, trials.jsonl, cell “${of.cell.id}”, case “${id}”, repeat ${repeat}.`;
}

function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const target = event.target;
  if (step === undefined || !(target instanceof HTMLElement) || !target.matches('.open')) return;
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('.open')];
  const next = all[all.indexOf(target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
