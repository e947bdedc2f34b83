import type {
  CaseDetails,
  Suite,
  SuiteCase,
} from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { element, icon } from '../../page/view/elements.ts';
import { type TreePosition, VirtualTree } from '../../page/view/virtualTree.ts';
import { alphaText } from './alphas.ts';
import { rowElement, rowHeight, rowSignature } from './caseElement.ts';
import { type CaseFilter, filterCases, noFilter } from './filter.ts';
import { type CaseAction, caseAction } from './keyboard.ts';
import { caseRows, type SuiteRow } from './rows.ts';

/** What users can do with the list. */
export interface CaseListener {
  /** @param keepsFocus whether the list keeps the focus while the change is shown. */
  open(id: string, options: { readonly keepsFocus: boolean }): void;
  /** Shows where a constraint is declared. */
  openConstraint(constraint: number): void;
  toggle(id: string): void;
  filtered(filter: CaseFilter): void;
  /** The focus or the scroll position has changed. */
  moved(): void;
}

/** How the list is shown. */
export interface CaseView {
  readonly filter: CaseFilter;
  /** The ids of cases whose changes are shown. */
  readonly expanded: ReadonlySet<string>;
  readonly details: ReadonlyMap<string, CaseDetails>;
}

type CaseSuite = Pick<Suite, 'constraints' | 'cases'>;

/** The cases of a suite, however many. */
export class CaseList {
  readonly element: HTMLElement;
  readonly #listener: CaseListener;
  readonly #tree: VirtualTree<SuiteRow>;
  readonly #text: HTMLInputElement;
  readonly #chips: HTMLElement;
  readonly #shown: HTMLElement;
  readonly #empty: HTMLElement;
  #suite: CaseSuite = { constraints: [], cases: [] };
  #filter: CaseFilter = noFilter;

  constructor(listener: CaseListener) {
    this.#listener = listener;
    this.#tree = new VirtualTree<SuiteRow>(
      'Cases',
      {
        height: rowHeight,
        signature: rowSignature,
        draw: (row) => rowElement(row, this.#suite.constraints),
      },
      {
        keyPressed: (key, row, page) => this.#do(caseAction(key, this.#tree.rows, row, page)),
        clicked: (row, { isDouble, button }) => {
          const each = this.#caseOf(row);
          if (button === 'toggle') listener.toggle(each.id);
          else if (button === 'shape') this.#goToShape(each);
          else listener.open(each.id, { keepsFocus: !isDouble && button === undefined });
        },
        moved: () => listener.moved(),
      },
    );
    this.#text = element('input', {
      type: 'search',
      class: 'filter',
      placeholder: 'Filter by constraint, shape, node, id …',
      'aria-label': 'Filter cases',
      spellcheck: 'false',
      oninput: () => this.#change({ text: this.#text.value }),
      onkeydown: (event) => {
        if (!['ArrowDown', 'Enter'].includes((event as KeyboardEvent).key)) return;
        event.preventDefault();
        this.focus();
      },
    });
    this.#chips = element('span', { class: 'chips' });
    this.#shown = element('span', { class: 'shown', role: 'status' });
    this.#empty = element('p', { class: 'empty' });
    this.element = element(
      'div',
      { class: 'cases' },
      element(
        'div',
        { class: 'toolbar', role: 'region', 'aria-label': 'Filters' },
        element('div', { class: 'filtering' }, this.#text, this.#shown),
        this.#chips,
      ),
      this.#tree.element,
      this.#empty,
      keysElement(),
    );
  }

  get position(): TreePosition {
    return this.#tree.position;
  }

  show(suite: CaseSuite, { filter, expanded, details }: CaseView): void {
    this.#suite = suite;
    this.#filter = filter;
    const passing = filterCases(suite, filter);
    if (this.#text.value !== filter.text) this.#text.value = filter.text;
    this.#chips.replaceChildren(...this.#chipElements());
    const total = suite.cases.length;
    this.#shown.textContent =
      passing.length === total
        ? ''
        : `${passing.length.toLocaleString('en')} of ${total.toLocaleString('en')} shown`;
    this.#tree.element.hidden = passing.length === 0;
    this.#tree.show(caseRows(passing, expanded, details));
    this.#empty.hidden = passing.length > 0;
    this.#empty.replaceChildren(
      ...(total === 0 ? ['The suite has no cases.'] : ['No cases match the filter. ', this.#showAll()]),
    );
  }

  restore(position: TreePosition): void {
    this.#tree.restore(position);
  }

  /** Puts the keyboard's focus into the list. */
  focus(): void {
    this.#tree.focus();
  }

  focusFilter(): void {
    this.#text.focus();
    this.#text.select();
  }

  #change(parts: Partial<CaseFilter>): void {
    this.#listener.filtered({ ...this.#filter, ...parts });
  }

  /** The filters other than words; a click removes each. */
  #chipElements(): readonly HTMLElement[] {
    const { shape, component, alpha, onlyFragile } = this.#filter;
    const chips: [string, Partial<CaseFilter>][] = [];
    if (shape !== undefined) chips.push([shape, { shape: undefined }]);
    if (component !== undefined) chips.push([component, { component: undefined }]);
    if (alpha) chips.push([`α ${alphaText(alpha)}`, { alpha: undefined }]);
    if (onlyFragile) chips.push(['FRAGILE', { onlyFragile: false }]);
    const elements = chips.map(([text, without]) =>
      element(
        'button',
        {
          type: 'button',
          class: 'chip',
          title: 'Remove this filter',
          'aria-label': `Remove the filter ${text}`,
          onclick: () => {
            this.#change(without);
            this.#text.focus();
          },
        },
        text,
        icon('close'),
      ),
    );
    const hasFragile = this.#suite.cases.some(({ isFragile }) => isFragile);
    if (!hasFragile || onlyFragile) return elements;
    const onclick = () => this.#change({ onlyFragile: true });
    return [...elements, element('button', { type: 'button', class: 'link', onclick }, 'Only fragile cases')];
  }

  #showAll(): HTMLElement {
    const onclick = () => {
      this.#listener.filtered(noFilter);
      this.focus();
    };
    return element('button', { type: 'button', class: 'link', onclick }, 'Show all');
  }

  #do(action: CaseAction | undefined): boolean {
    if (!action) return false;
    if (action.kind === 'focus') this.#tree.focus(action.row);
    else if (action.kind === 'filter') this.focusFilter();
    else {
      const each = this.#caseOf(this.#tree.rows[action.row]!);
      if (action.kind === 'open') this.#listener.open(each.id, { keepsFocus: false });
      else if (action.kind === 'shape') this.#goToShape(each);
      else this.#listener.toggle(each.id);
    }
    return true;
  }

  #caseOf(row: SuiteRow): SuiteCase {
    const at = row.kind === 'detail' ? this.#tree.rows[row.parent] : row;
    if (at?.kind !== 'case') throw new Error('a row belongs to no case');
    return at.case;
  }

  #goToShape({ violated }: SuiteCase): void {
    if (violated[0] !== undefined) this.#listener.openConstraint(violated[0]);
  }
}

/** The keys of the list, for sighted users; screen readers announce them with each row. */
function keysElement(): HTMLElement {
  const all = [
    ['Enter', 'compare'],
    ['→', 'what it changes'],
    ['S', 'constraint'],
    ['/', 'filter'],
  ] as const;
  const texts = all.flatMap(([key, does]) => [element('kbd', {}, key), ` ${does}\u2002 `]);
  return element('footer', { class: 'keys', 'aria-hidden': 'true' }, ...texts);
}
