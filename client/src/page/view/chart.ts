import { element } from './elements.ts';

/** A drawing of numbers, and the same numbers as a table. */
export interface ChartContent {
  readonly title: string;
  /** How to read it. */
  readonly note?: string;
  /** Draws it for a width in pixels. */
  readonly draw: (width: number) => SVGElement;
  readonly table: ChartTable;
}

export interface ChartTable {
  readonly columns: readonly string[];
  /** The first cells of each row are its headings. */
  readonly rows: readonly (readonly string[])[];
  /** How many of the first cells are headings. */
  readonly headings: number;
}

/** A figure that is redrawn when its width changes. */
export function chart({ title, note, draw, table }: ChartContent): HTMLElement {
  const drawn = element('div', { class: 'drawn' });
  let width = 0;
  new ResizeObserver(() => {
    // Half a step of the width is not visible, and drawing must not change what is observed.
    const now = Math.floor(drawn.clientWidth / 20) * 20;
    if (now === width || now === 0) return;
    width = now;
    drawn.replaceChildren(draw(width));
  }).observe(drawn);
  return element(
    'figure',
    { class: 'chart' },
    element('figcaption', {}, title),
    ...(note === undefined ? [] : [element('p', { class: 'note' }, note)]),
    drawn,
    element(
      'details',
      { class: 'numbers' },
      element('summary', {}, 'As a table'),
      tableElement(table, title),
    ),
  );
}

export function tableElement({ columns, rows, headings }: ChartTable, label: string): HTMLElement {
  return element(
    'div',
    { class: 'scrolled', tabindex: 0, role: 'region', 'aria-label': `${label}: table` },
    element(
      'table',
      {},
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          ...columns.map((name, index) =>
            element('th', { scope: 'col', class: index < headings ? undefined : 'number' }, name),
          ),
        ),
      ),
      element(
        'tbody',
        {},
        ...rows.map((cells) =>
          element(
            'tr',
            {},
            ...cells.map((text, index) =>
              index < headings
                ? element('th', { scope: 'row' }, text)
                : element('td', { class: 'number' }, text),
            ),
          ),
        ),
      ),
    ),
  );
}
