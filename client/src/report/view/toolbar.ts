import { element, icon } from '../../page/view/elements.ts';
import type { ExportFormat } from '../messages.ts';
import { severityBar } from './bar.ts';
import type { ResultFilter } from './filter.ts';
import { type Grouping, groupings } from './grouping.ts';
import { countedSeverity, type Severity, type SeverityCounts, severities } from './severity.ts';

/** What users can do with the toolbar. */
export interface ToolbarListener {
  grouped(grouping: Grouping): void;
  filtered(text: string): void;
  /** Shows the results of all groups, or of none. */
  toggledAll(): void;
  toggled(severity: Severity): void;
  exported(format: ExportFormat): void;
  /** Leaves the filter for the results. */
  left(): void;
}

/** How the results are arranged, as far as the toolbar shows it. */
export interface Arrangement {
  readonly grouping: Grouping;
  /** Whether no group shows its results. */
  readonly isCollapsed: boolean;
  readonly filter: ResultFilter;
  /** For all results. */
  readonly all: SeverityCounts;
  /** How many results pass the filter. */
  readonly shown: number;
}

/** Grouping, filter and severities. It is made once and updated, so that it keeps the focus. */
export class Toolbar {
  readonly element: HTMLElement;
  readonly #filter: HTMLInputElement;
  readonly #groupings: ReadonlyMap<Grouping, HTMLInputElement>;
  readonly #severities: ReadonlyMap<Severity, HTMLElement>;
  readonly #shown: HTMLElement;
  readonly #grouping: HTMLElement;
  readonly #all: HTMLElement;
  readonly #severityGroup: HTMLElement;
  readonly #filtering: HTMLElement;

  constructor(listener: ToolbarListener) {
    this.#filter = element('input', {
      type: 'search',
      class: 'filter',
      placeholder: 'Filter by message, node, path, shape …',
      'aria-label': 'Filter results',
      spellcheck: 'false',
      oninput: () => listener.filtered(this.#filter.value),
      onkeydown: (event) => {
        if (!['ArrowDown', 'Enter'].includes((event as KeyboardEvent).key)) return;
        event.preventDefault();
        listener.left();
      },
    });
    this.#groupings = new Map(
      groupings.map((grouping) => [
        grouping,
        element('input', {
          type: 'radio',
          name: 'grouping',
          value: grouping,
          onchange: () => listener.grouped(grouping),
        }),
      ]),
    );
    this.#severities = new Map(
      severities.map((severity) => [
        severity,
        element('button', {
          type: 'button',
          class: `severity ${severity}`,
          onclick: () => listener.toggled(severity),
        }),
      ]),
    );
    this.#shown = element('span', { class: 'shown', role: 'status' });
    this.#filtering = element('div', { class: 'filtering' }, this.#filter, this.#shown);
    this.#severityGroup = element(
      'div',
      { class: 'severities', role: 'group', 'aria-label': 'Severities' },
      ...this.#severities.values(),
    );
    this.#all = element('button', { type: 'button', class: 'all', onclick: () => listener.toggledAll() });
    this.#grouping = element(
      'fieldset',
      { class: 'grouping' },
      element('legend', {}, 'Group by'),
      ...[...this.#groupings].map(([grouping, input]) =>
        element('label', {}, input, element('span', {}, groupingNames[grouping])),
      ),
      this.#all,
    );
    this.element = element(
      'div',
      { class: 'toolbar', role: 'region', 'aria-label': 'Grouping and filters' },
      this.#grouping,
      this.#severityGroup,
      this.#filtering,
      element(
        'div',
        { class: 'exports', role: 'group', 'aria-label': 'Export the report' },
        element('span', { class: 'title', 'aria-hidden': 'true' }, 'Export'),
        ...exports.map(({ format, name, title }) =>
          element('button', { type: 'button', title, onclick: () => listener.exported(format) }, name),
        ),
      ),
    );
  }

  update({ grouping, isCollapsed, filter, all, shown }: Arrangement): void {
    const total = severities.reduce((sum, severity) => sum + all[severity], 0);
    // Without results there is nothing to arrange.
    this.#grouping.hidden = total === 0;
    this.#filtering.hidden = total === 0;
    this.#severityGroup.hidden = total === 0;
    const does = isCollapsed ? 'Expand all groups' : 'Collapse all groups';
    this.#all.title = does;
    this.#all.setAttribute('aria-label', does);
    this.#all.replaceChildren(icon(isCollapsed ? 'expandAll' : 'collapseAll'));
    for (const [name, input] of this.#groupings) input.checked = name === grouping;
    if (this.#filter.value !== filter.text) this.#filter.value = filter.text;
    for (const [severity, button] of this.#severities) {
      const count = all[severity];
      const isHidden = filter.hiddenSeverities.includes(severity);
      button.hidden = count === 0 && !isHidden;
      button.setAttribute('aria-pressed', String(!isHidden));
      button.title = isHidden ? 'Show them' : 'Hide them';
      const bar = severityBar({ violation: 0, warning: 0, info: 0, [severity]: count }, total);
      button.replaceChildren(icon(severity), countedSeverity(severity, count), bar);
    }
    this.#shown.textContent =
      shown === total ? '' : `${shown.toLocaleString('en')} of ${total.toLocaleString('en')} shown`;
  }

  focusFilter(): void {
    this.#filter.focus();
    this.#filter.select();
  }
}

const groupingNames: Record<Grouping, string> = {
  shape: 'Shape',
  component: 'Component',
  focusNode: 'Focus node',
  severity: 'Severity',
};

const exports = [
  { format: 'turtle', name: 'Turtle', title: 'Export as a sh:ValidationReport in Turtle' },
  { format: 'json', name: 'JSON', title: 'Export as JSON, as the command line prints it' },
  { format: 'markdown', name: 'Markdown', title: 'Export as tables in Markdown' },
] as const satisfies readonly {
  readonly format: ExportFormat;
  readonly name: string;
  readonly title: string;
}[];
