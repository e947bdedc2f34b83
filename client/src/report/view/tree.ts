import { type TreePosition, VirtualTree } from '../../page/view/virtualTree.ts';
import { treeAction } from './keyboard.ts';
import { type RowContext, rowElement, rowHeight, rowSignature } from './rowElement.ts';
import type { ReportTreeRow, ResultRow } from './rows.ts';

/** What users can do with the tree. */
export interface ReportTreeListener {
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

/** The results by group. */
export class Tree {
  readonly #tree: VirtualTree<ReportTreeRow>;
  readonly #listener: ReportTreeListener;
  #context: RowContext = { longest: 0, nameOf: (uri) => uri };

  constructor(listener: ReportTreeListener) {
    this.#listener = listener;
    this.#tree = new VirtualTree<ReportTreeRow>(
      'Validation results',
      {
        height: rowHeight,
        signature: (row) => rowSignature(row, this.#context),
        draw: (row) => rowElement(row, this.#context),
      },
      {
        keyPressed: (key, row, page) => this.#do(treeAction(key, this.#tree.rows, row, page)),
        clicked: (row, { isDouble, button }) => {
          if (button === 'repair') this.#act('repair', row);
          else if (button === 'shape') this.#act('goToShape', row);
          else if (row.kind === 'result') listener.go(row, { keepsFocus: !isDouble });
          else if (!isDouble) listener.toggle(row.group.label);
        },
        moved: () => listener.moved(),
      },
    );
  }

  get element(): HTMLElement {
    return this.#tree.element;
  }

  get position(): TreePosition {
    return this.#tree.position;
  }

  /** Replaces the rows, and keeps the focused row and the scroll position. */
  show(rows: readonly ReportTreeRow[], context: RowContext): void {
    this.#context = context;
    this.#tree.show(rows);
  }

  /** Restores a position. */
  restore(position: TreePosition): void {
    this.#tree.restore(position);
  }

  /** Puts the keyboard's focus into the tree. */
  focus(): void {
    this.#tree.focus();
  }

  #do(action: ReturnType<typeof treeAction>): boolean {
    if (!action) return false;
    switch (action.kind) {
      case 'focus':
        this.#tree.focus(action.row);
        break;
      case 'expandAll':
      case 'undo':
      case 'filter':
        this.#listener[action.kind]();
        break;
      default:
        this.#act(action.kind, this.#tree.rows[action.row]);
    }
    return true;
  }

  #act(kind: 'expand' | 'collapse' | 'go' | 'goToShape' | 'repair', row: ReportTreeRow | undefined): void {
    if (row?.kind === 'group') this.#listener.toggle(row.group.label);
    if (row?.kind !== 'result') return;
    if (kind === 'go') this.#listener.go(row, { keepsFocus: false });
    if (kind === 'goToShape') this.#listener.goToShape(row);
    if (kind === 'repair') this.#listener.repair(row);
  }
}
