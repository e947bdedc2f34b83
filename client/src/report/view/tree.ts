import { element } from './elements.ts';
import { treeAction } from './keyboard.ts';
import { Layout, type RowHeights } from './layout.ts';
import { type RowContext, rowElement, rowSignature } from './rowElement.ts';
import { type ResultRow, type Row, sameRow } from './rows.ts';

/** What users ask of the tree. */
export interface TreeListener {
  /** @param keepsFocus whether the tree keeps the focus while the place is shown. */
  go(row: ResultRow, options: { readonly keepsFocus: boolean }): void;
  goToShape(row: ResultRow): void;
  repair(row: ResultRow): void;
  /** Shows or hides the results of a group. */
  toggle(label: string): void;
  /** Takes the last repair back. */
  undo(): void;
  expandAll(): void;
  filter(): void;
  /** The focus or the scroll position has changed. */
  moved(): void;
}

/** Where somebody is in the tree. */
export interface TreePosition {
  readonly focused: string | undefined;
  readonly scrollTop: number;
}

/** Rows on each side of the visible ones that are drawn too. */
const margin = 10;

/** A tree of any size: it draws the rows that can be seen, and the one that has the focus. */
export class Tree {
  readonly element: HTMLElement;
  readonly #rowsElement: HTMLElement;
  readonly #listener: TreeListener;
  readonly #drawn = new Map<string, { readonly element: HTMLElement; readonly signature: string }>();
  #rows: readonly Row[] = [];
  #context: RowContext = { longest: 0, nameOf: (uri) => uri };
  #layout = new Layout([], { group: 0, result: 0 });
  #focused = 0;
  #frame: number | undefined;

  constructor(listener: TreeListener) {
    this.#listener = listener;
    this.#rowsElement = element('div', { class: 'rows', role: 'none' });
    this.element = element(
      'div',
      {
        class: 'tree',
        role: 'tree',
        'aria-label': 'Validation results',
        onscroll: () => this.#drawSoon(),
        onkeydown: (event) => this.#keyPressed(event as KeyboardEvent),
        onclick: (event) => this.#clicked(event as MouseEvent, { isDouble: false }),
        ondblclick: (event) => this.#clicked(event as MouseEvent, { isDouble: true }),
      },
      this.#rowsElement,
    );
    new ResizeObserver(() => this.#drawSoon()).observe(this.element);
  }

  get position(): TreePosition {
    return { focused: this.#rows[this.#focused]?.id, scrollTop: this.element.scrollTop };
  }

  /** Shows other rows; whoever is at one of them stays there. */
  show(rows: readonly Row[], context: RowContext): void {
    const { focused, scrollTop } = this.position;
    const top = this.#layout.rowAt(scrollTop);
    const anchor = this.#rows[top];
    const offset = scrollTop - this.#layout.top(top);
    const stays = anchor !== undefined && rows.some(({ id }) => id === anchor.id);
    this.#replace(rows, context, sameRow(rows, focused, this.#focused));
    this.#draw();
    this.element.scrollTop = stays ? this.#layout.top(sameRow(rows, anchor.id, 0)) + offset : scrollTop;
    this.#draw();
  }

  /** Goes back to where somebody was. */
  restore({ focused, scrollTop }: TreePosition): void {
    this.#focused = sameRow(this.#rows, focused, 0);
    this.element.scrollTop = scrollTop;
    this.#draw();
  }

  /** Puts the keyboard's focus into the tree. */
  focus(): void {
    this.#focus(this.#focused);
  }

  #replace(rows: readonly Row[], context: RowContext, focused: number): void {
    const fontSize = Number.parseFloat(getComputedStyle(this.element).fontSize) || 13;
    const heights: RowHeights = { group: Math.round(fontSize * 2.1), result: Math.round(fontSize * 3.3) };
    this.#rows = rows;
    this.#context = context;
    this.#layout = new Layout(rows, heights);
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
    const signature = rowSignature(row, this.#context);
    let drawn = this.#drawn.get(id);
    if (drawn?.signature !== signature) {
      drawn?.element.remove();
      drawn = { element: rowElement(row, this.#context), signature };
      this.#drawn.set(id, drawn);
    }
    const { element: drawnRow } = drawn;
    drawnRow.dataset.index = String(index);
    drawnRow.style.top = `${this.#layout.top(index)}px`;
    drawnRow.style.height = `${this.#layout.top(index + 1) - this.#layout.top(index)}px`;
    drawnRow.tabIndex = index === this.#focused ? 0 : -1;
    drawnRow.setAttribute('aria-posinset', String(row.position));
    drawnRow.setAttribute('aria-setsize', String(row.siblings));
    drawnRow.setAttribute('aria-selected', String(index === this.#focused));
    return drawnRow;
  }

  #focus(index: number): void {
    const row = this.#rows[index];
    if (!row) return;
    this.#focused = index;
    const { scrollTop, clientHeight } = this.element;
    this.element.scrollTop = this.#layout.scrollTo(index, scrollTop, clientHeight);
    this.#draw();
    this.#drawn.get(row.id)?.element.focus({ preventScroll: true });
    this.#listener.moved();
  }

  #keyPressed(event: KeyboardEvent): void {
    const { key, shiftKey: shift, ctrlKey, metaKey, altKey } = event;
    if (altKey) return;
    const page = Math.max(
      1,
      this.#layout.rowAt(this.element.scrollTop + this.element.clientHeight) -
        this.#layout.rowAt(this.element.scrollTop) -
        1,
    );
    const action = treeAction({ key, shift, control: ctrlKey || metaKey }, this.#rows, this.#focused, page);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    switch (action.kind) {
      case 'focus':
        this.#focus(action.row);
        break;
      case 'expandAll':
        this.#listener.expandAll();
        break;
      case 'undo':
        this.#listener.undo();
        break;
      case 'filter':
        this.#listener.filter();
        break;
      default:
        this.#act(action.kind, this.#rows[action.row]);
    }
  }

  #clicked(event: MouseEvent, { isDouble }: { readonly isDouble: boolean }): void {
    const target = event.target as Element;
    const index = Number(target.closest<HTMLElement>('.row')?.dataset.index ?? -1);
    const row = this.#rows[index];
    if (!row) return;
    const button = target.closest<HTMLElement>('button')?.dataset.action;
    if (isDouble && button !== undefined) return;
    this.#focus(index);
    if (button === 'repair') this.#act('repair', row);
    else if (button === 'shape') this.#act('goToShape', row);
    else if (row.kind === 'result') this.#listener.go(row, { keepsFocus: !isDouble });
    else if (!isDouble) this.#listener.toggle(row.group.label);
  }

  #act(kind: 'expand' | 'collapse' | 'go' | 'goToShape' | 'repair', row: Row | undefined): void {
    if (row?.kind === 'group') this.#listener.toggle(row.group.label);
    if (row?.kind !== 'result') return;
    if (kind === 'go') this.#listener.go(row, { keepsFocus: false });
    if (kind === 'goToShape') this.#listener.goToShape(row);
    if (kind === 'repair') this.#listener.repair(row);
  }
}
