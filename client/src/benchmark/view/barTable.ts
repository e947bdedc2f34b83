import { element } from '../../page/view/elements.ts';

/** Numbers as a table whose last column draws them. */
export interface BarTable {
  readonly title: string;
  /** What the rows and the numbers are. */
  readonly columns: readonly [name: string, text: string];
  readonly rows: readonly Bar[];
}

export interface Bar {
  readonly name: string;
  /** The numbers. */
  readonly text: string;
  /** The parts of the bar, from the left. */
  readonly parts: readonly { readonly kind: 'covered' | 'uncovered' | 'plain'; readonly size: number }[];
  /** What the button of the row does, and its description; rows without a button have none. */
  readonly choose: { readonly title: string; readonly act: () => void } | undefined;
}

/** A table, because screen readers can read it; the bars are for sighted users. */
export function barTable({ title, columns, rows }: BarTable): HTMLElement {
  const total = ({ parts }: Bar) => parts.reduce((sum, { size }) => sum + size, 0);
  const longest = Math.max(1, ...rows.map(total));
  return element(
    'table',
    { class: 'bars' },
    element('caption', {}, title),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...columns.map((column) => element('th', { scope: 'col' }, column)),
        element('td', { 'aria-hidden': 'true' }),
      ),
    ),
    element('tbody', {}, ...rows.map((row) => rowElement(row, longest))),
  );
}

function rowElement({ name, text, parts, choose }: Bar, longest: number): HTMLElement {
  const bar = element('div', { class: 'bar' });
  for (const { kind, size } of parts) {
    if (size === 0) continue;
    const part = element('span', { class: kind });
    // By script, because the page allows no style attributes.
    part.style.width = `${(100 * size) / longest}%`;
    bar.append(part);
  }
  const label = choose
    ? element('button', { type: 'button', class: 'name', title: choose.title, onclick: choose.act }, name)
    : element('span', { class: 'name' }, name);
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, label),
    element('td', { class: 'number' }, text),
    element('td', { class: 'drawn', 'aria-hidden': 'true' }, bar),
  );
}
