import { element } from './elements.ts';
import { RowLayout } from './layout.ts';
import type { Key } from './treeKeys.ts';
import { sameRow, type TreeRow } from './treeRow.ts';

/** How rows look. */
export interface RowLook<Row extends TreeRow> {
  /** In pixels, given the size of the font. */
  height(row: Row, fontSize: number): number;
  /** Rows with the same signature look the same. */
  signature(row: Row): string;
  draw(row: Row): HTMLElement;
}

/** What is done in a tree. */
export interface TreeListener<Row extends TreeRow> {
  /** @returns whether the key means something here. */
  keyPressed(key: Key, row: number, page: number): boolean;
  /** The row that was clicked already has the focus. @param button the action of its button that was clicked, if any. */
  clicked(row: Row, click: { readonly isDouble: boolean; readonly button: string | undefined }): void;
  /** The focus or the scroll position has changed. */
  moved(): void;
}

/** The focused row and the scroll position of a tree. */
export interface TreePosition {
  readonly focused: string | undefined;
  readonly scrollTop: number;
}

/** Rows on each side of the visible ones that are drawn too. */
const margin = 10;

/** A tree of any size: it draws the rows that can be seen, and the one that has the focus. */
export class VirtualTree<Row extends TreeRow> {
  readonly element: HTMLElement;
  readonly #rowsElement: HTMLElement;
  readonly #look: RowLook<Row>;
  readonly #listener: TreeListener<Row>;
  readonly #drawn = new Map<string, { readonly element: HTMLElement; readonly signature: string }>();
  #rows: readonly Row[] = [];
  #layout = new RowLayout([]);
  #focused = 0;
  #frame: number | undefined;

  constructor(label: string, look: RowLook<Row>, listener: TreeListener<Row>) {
    this.#look = look;
    this.#listener = listener;
    this.#rowsElement = element('div', { class: 'rows', role: 'none' });
    this.element = element(
      'div',
      {
        class: 'tree',
        role: 'tree',
        'aria-label': label,
        onscroll: () => this.#drawSoon(),
        onkeydown: (event) => this.#keyPressed(event as KeyboardEvent),
        onclick: (event) => this.#clicked(event as MouseEvent, { isDouble: false }),
        ondblclick: (event) => this.#clicked(event as MouseEvent, { isDouble: true }),
      },
      this.#rowsElement,
    );
    new ResizeObserver(() => this.#drawSoon()).observe(this.element);
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  get position(): TreePosition {
    return { focused: this.#rows[this.#focused]?.id, scrollTop: this.element.scrollTop };
  }

  /** Replaces the rows, and keeps the focused row and the scroll position. */
  show(rows: readonly Row[]): void {
    const { focused, scrollTop } = this.position;
    const top = this.#layout.rowAt(scrollTop);
    const anchor = this.#rows[top];
    const offset = scrollTop - this.#layout.top(top);
    const stays = anchor !== undefined && rows.some(({ id }) => id === anchor.id);
    this.#replace(rows, sameRow(rows, focused, this.#focused));
    this.#draw();
    this.element.scrollTop = stays ? this.#layout.top(sameRow(rows, anchor.id, 0)) + offset : scrollTop;
    this.#draw();
  }

  /** Restores a position. */
  restore({ focused, scrollTop }: TreePosition): void {
    this.#focused = sameRow(this.#rows, focused, 0);
    this.element.scrollTop = scrollTop;
    this.#draw();
  }

  /** Puts the keyboard's focus into a row, by default the one that had it last. */
  focus(index = this.#focused): void {
    const row = this.#rows[index];
    if (!row) return;
    this.#focused = index;
    const { scrollTop, clientHeight } = this.element;
    this.element.scrollTop = this.#layout.scrollTo(index, scrollTop, clientHeight);
    this.#draw();
    this.#drawn.get(row.id)?.element.focus({ preventScroll: true });
    this.#listener.moved();
  }

  #replace(rows: readonly Row[], focused: number): void {
    const fontSize = Number.parseFloat(getComputedStyle(this.element).fontSize) || 13;
    this.#rows = rows;
    this.#layout = new RowLayout(rows.map((row) => this.#look.height(row, fontSize)));
    this.#focused = focused;
    this.#rowsElement.style.height = `${this.#layout.height}px`;
  }

  #drawSoon(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#draw();
      this.#listener.moved();
    });
  }

  #draw(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    const { first, end } = this.#layout.visible(this.element.scrollTop, this.element.clientHeight, margin);
    const wanted = new Map<string, number>();
    for (let index = first; index < end; index++) wanted.set(this.#rows[index]!.id, index);
    const focused = this.#rows[this.#focused];
    // The focus would be lost with its row.
    if (focused) wanted.set(focused.id, this.#focused);
    const hadFocus = this.#rowsElement.contains(document.activeElement);
    for (const [id, { element: row }] of this.#drawn) {
      if (wanted.has(id)) continue;
      row.remove();
      this.#drawn.delete(id);
    }
    const sorted = [...wanted].sort(([, a], [, b]) => a - b);
    const drawn = sorted.map(([id, index]) => this.#drawnRow(id, index));
    // In the order of the screen, because screen readers go by it.
    let next = this.#rowsElement.firstChild;
    for (const row of drawn) {
      if (row === next) next = next.nextSibling;
      else this.#rowsElement.insertBefore(row, next);
    }
    if (hadFocus && focused) this.#drawn.get(focused.id)?.element.focus({ preventScroll: true });
  }

  #drawnRow(id: string, index: number): HTMLElement {
    const row = this.#rows[index]!;
    const signature = this.#look.signature(row);
    let drawn = this.#drawn.get(id);
    if (drawn?.signature !== signature) {
      drawn?.element.remove();
      drawn = { element: this.#look.draw(row), signature };
      this.#drawn.set(id, drawn);
    }
    const { element: drawnRow } = drawn;
    drawnRow.dataset.index = String(index);
    drawnRow.style.top = `${this.#layout.top(index)}px`;
    drawnRow.style.height = `${this.#layout.top(index + 1) - this.#layout.top(index)}px`;
    drawnRow.tabIndex = index === this.#focused ? 0 : -1;
    drawnRow.setAttribute('role', 'treeitem');
    drawnRow.setAttribute('aria-level', row.parent === undefined ? '1' : '2');
    if (row.isExpanded !== undefined) drawnRow.setAttribute('aria-expanded', String(row.isExpanded));
    drawnRow.setAttribute('aria-posinset', String(row.position));
    drawnRow.setAttribute('aria-setsize', String(row.siblings));
    drawnRow.setAttribute('aria-selected', String(index === this.#focused));
    return drawnRow;
  }

  #keyPressed(event: KeyboardEvent): void {
    const { key, shiftKey: shift, ctrlKey, metaKey, altKey } = event;
    if (altKey) return;
    const { scrollTop, clientHeight } = this.element;
    const rows = this.#layout.rowAt(scrollTop + clientHeight) - this.#layout.rowAt(scrollTop) - 1;
    const pressed = { key, shift, control: ctrlKey || metaKey };
    if (!this.#listener.keyPressed(pressed, this.#focused, Math.max(1, rows))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #clicked(event: MouseEvent, { isDouble }: { readonly isDouble: boolean }): void {
    const target = event.target as Element;
    const index = Number(target.closest<HTMLElement>('.row')?.dataset.index ?? -1);
    const row = this.#rows[index];
    if (!row) return;
    const button = target.closest<HTMLElement>('button')?.dataset.action;
    if (isDouble && button !== undefined) return;
    this.focus(index);
    this.#listener.clicked(row, { isDouble, button });
  }
}
