import { counted } from '../../counted.ts';
import { element } from '../../page/view/elements.ts';
import type { CoverageMatrix, CoverageShare } from './coverage.ts';

/** More shapes would make the table slow; the rest is in the list of cases and in coverage.json. */
const maxShapes = 300;

/**
 * Coverage as a grid of shapes and components. The keyboard moves in it as in a spreadsheet; a cell shows its cases.
 */
export function matrixElement(
  matrix: CoverageMatrix,
  choose: (shape: string, component: string) => void,
): readonly HTMLElement[] {
  const { components } = matrix;
  const shapes = matrix.shapes.slice(0, maxShapes);
  const head = element(
    'tr',
    { role: 'row' },
    element('th', { scope: 'col', role: 'columnheader' }, 'Shape'),
    ...components.map((name) =>
      element('th', { scope: 'col', role: 'columnheader', class: 'component' }, element('span', {}, name)),
    ),
  );
  const rows = shapes.map((shape) =>
    element(
      'tr',
      { role: 'row' },
      element('th', { scope: 'row', role: 'rowheader', title: shape }, shape),
      ...components.map((component) => cellElement(matrix.cell(shape, component), shape, component)),
    ),
  );
  const activate = (target: EventTarget | null) => {
    const { shape, component } = (target as Element).closest<HTMLElement>('td.cell')?.dataset ?? {};
    if (shape !== undefined && component !== undefined) choose(shape, component);
  };
  const table = element(
    'table',
    {
      class: 'matrix',
      role: 'grid',
      'aria-label': 'Coverage by shape and component',
      onclick: ({ target }) => activate(target),
      onkeydown: (event) => {
        const { key } = event as KeyboardEvent;
        if (key === 'Enter' || key === ' ') {
          event.preventDefault();
          activate(event.target);
        } else if (moveInGrid(table, event.target as HTMLElement, key)) event.preventDefault();
      },
    },
    element('thead', {}, head),
    element('tbody', {}, ...rows),
  );
  const first = table.querySelector<HTMLElement>('td.cell');
  if (first) first.tabIndex = 0;
  const rest = matrix.shapes.length - shapes.length;
  return [
    element('div', { class: 'scrolled' }, table),
    legend(),
    ...(rest > 0
      ? [element('p', {}, `… and ${counted(rest, 'more shape')}: see coverage.json for all of them.`)]
      : []),
  ];
}

function cellElement(coverage: CoverageShare | undefined, shape: string, component: string): HTMLElement {
  if (!coverage) return element('td', { role: 'gridcell' });
  const { constraints, covered, cases, reasons } = coverage;
  const state = covered === constraints ? 'covered' : covered === 0 ? 'uncovered' : 'partly';
  const why = reasons.length > 0 ? ` (${reasons.join(', ')})` : '';
  const label = `${shape} ${component}: ${covered} of ${counted(constraints, 'constraint')} covered by ${counted(cases, 'case')}${why}`;
  return element(
    'td',
    {
      role: 'gridcell',
      class: `cell ${state}`,
      tabindex: -1,
      'data-shape': shape,
      'data-component': component,
      'aria-label': label,
      title: label,
    },
    covered === 0 ? '–' : cases.toLocaleString('en'),
  );
}

function legend(): HTMLElement {
  const sample = (state: string, text: string) =>
    element('span', {}, element('span', { class: `cell ${state}`, 'aria-hidden': 'true' }), ` ${text} `);
  return element(
    'p',
    { class: 'legend' },
    'Number of cases. ',
    sample('covered', 'all constraints covered'),
    sample('partly', 'some covered'),
    sample('uncovered', 'none covered'),
  );
}

/** @returns whether there is a cell to go to. */
function moveInGrid(table: HTMLElement, from: HTMLElement, key: string): boolean {
  const rows = [...table.querySelectorAll('tbody tr')].map((row) => [...row.children] as HTMLElement[]);
  const y = rows.findIndex((row) => row.includes(from));
  const x = rows[y]?.indexOf(from) ?? -1;
  if (x < 0) return false;
  const isCell = (cell: HTMLElement | undefined) => cell?.classList.contains('cell') === true;
  const inRow = rows[y]!;
  const inColumn = rows.map((row) => row[x]!);
  const found = {
    ArrowRight: inRow.slice(x + 1).find(isCell),
    ArrowLeft: inRow.slice(0, x).findLast(isCell),
    ArrowDown:
      inColumn.slice(y + 1).find(isCell) ??
      rows
        .slice(y + 1)
        .flat()
        .find(isCell),
    ArrowUp: inColumn.slice(0, y).findLast(isCell) ?? rows.slice(0, y).flat().findLast(isCell),
    Home: inRow.find(isCell),
    End: inRow.findLast(isCell),
  }[key];
  if (!found) return false;
  from.tabIndex = -1;
  found.tabIndex = 0;
  found.focus();
  return true;
}
