/** The page of the validation report. It shows what its host in the extension sends, and asks it for all that changes files. */
import type { Location } from 'vscode-languageserver';
import { element } from '../../page/view/elements.ts';
import type { TreePosition } from '../../page/view/virtualTree.ts';
import type { FromPage, PageState, ToPage } from '../messages.ts';
import { filterResults, type ResultFilter } from './filter.ts';
import { type Grouping, groupResults, isExpanded, labelsToChange, type ReportGroup } from './grouping.ts';
import { headerElements, noReportElements } from './header.ts';
import { treeRows } from './rows.ts';
import { countSeverities } from './severity.ts';
import { Toolbar } from './toolbar.ts';
import { Tree } from './tree.ts';

/** What the page remembers while it is hidden and over restarts; the host reads the uri of it. */
interface State extends PageState {
  readonly grouping: Grouping;
  readonly hiddenSeverities: ResultFilter['hiddenSeverities'];
  /** The words that results are filtered by, by the uri of the file. */
  readonly filters: Readonly<Record<string, string>>;
  /** The groups that the user collapsed, and the initially collapsed ones that the user expanded, by grouping. */
  readonly collapsed: Partial<Record<Grouping, readonly string[]>>;
  readonly position: TreePosition;
}

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): State | undefined;
  setState(state: State): void;
};

const editor = acquireVsCodeApi();
const send = (message: FromPage) => editor.postMessage(message);

let state: State = editor.getState() ?? {
  uri: '',
  grouping: 'shape',
  hiddenSeverities: [],
  filters: {},
  collapsed: {},
  position: { focused: undefined, scrollTop: 0 },
};
let shown: Extract<ToPage, { kind: 'report' }> | undefined;
let groups: readonly ReportGroup[] = [];

const header = element('header', {});
const said = element('div', { class: 'said', role: 'status' });
const empty = element('p', { class: 'empty' });
const keys = keysElement();
const tree = new Tree({
  // A result without a place in a file leads to its constraint instead.
  go: ({ result: { place, shapePlace } }, { keepsFocus }) => open(place ?? shapePlace, keepsFocus),
  goToShape: ({ result: { shapePlace } }) => open(shapePlace, false),
  repair: ({ result: { key } }) => send({ kind: 'repair', key }),
  toggle: (label) => {
    const collapsed = new Set(state.collapsed[state.grouping]);
    if (!collapsed.delete(label)) collapsed.add(label);
    change({ collapsed: { ...state.collapsed, [state.grouping]: [...collapsed] } });
  },
  undo: () => send({ kind: 'undo' }),
  expandAll: () =>
    change({ collapsed: { ...state.collapsed, [state.grouping]: labelsToChange(groups, true) } }),
  filter: () => toolbar.focusFilter(),
  moved: () => {
    // Before there is a report, the remembered position is the one to return to.
    if (shown) remember({ position: tree.position });
  },
});
const toolbar = new Toolbar({
  grouped: (grouping) => change({ grouping }),
  filtered: (text) => change({ filters: { ...state.filters, [state.uri]: text } }),
  toggledAll: () => {
    const labels = labelsToChange(groups, isAllCollapsed());
    change({ collapsed: { ...state.collapsed, [state.grouping]: labels } });
  },
  toggled: (severity) => {
    const hidden = new Set(state.hiddenSeverities);
    if (!hidden.delete(severity)) hidden.add(severity);
    change({ hiddenSeverities: [...hidden] });
  },
  exported: (format) => send({ kind: 'export', format }),
  left: () => tree.focus(),
});
const main = element('main', { class: 'panes' }, said, toolbar.element, tree.element, empty, keys);
document.body.append(header, main);
document.addEventListener('keydown', (event) => {
  // The browser's own search would miss the rows that are not drawn.
  if (event.key !== 'f' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  toolbar.focusFilter();
});
window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => receive(data));
send({ kind: 'ready' });

function receive(message: ToPage): void {
  switch (message.kind) {
    case 'report': {
      const isFirst = shown === undefined;
      shown = message;
      replaceHeader(headerElements(message.report, message.file, send));
      if (state.uri !== message.file.uri) switchTo(message.file.uri);
      draw();
      if (isFirst) {
        tree.restore(state.position);
        // The report takes the focus if the user has just asked for it.
        if (document.hasFocus() && document.activeElement === document.body) tree.focus();
      }
      break;
    }
    case 'noReport':
      shown = undefined;
      replaceHeader(noReportElements(message.file, message.reasons, send));
      draw();
      break;
    case 'focus':
      tree.focus();
      break;
    case 'said':
      say(message.text, message.canUndo);
      break;
  }
}

function switchTo(uri: string): void {
  remember({ uri, position: { focused: undefined, scrollTop: 0 } });
  tree.show([], { longest: 0, nameOf: (other) => other });
  said.replaceChildren();
}

/** Expanded groups stay expanded, and the focused row has the focus again. */
function replaceHeader(elements: readonly HTMLElement[]): void {
  const known = new Map(
    [...header.querySelectorAll('details')].map(({ dataset, open }) => [dataset.note, open]),
  );
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && header.contains(active) ? active.dataset.key : undefined;
  header.replaceChildren(...elements);
  for (const details of header.querySelectorAll('details')) {
    details.open = known.get(details.dataset.note) ?? details.open;
  }
  if (focused) header.querySelector<HTMLElement>(`[data-key=${JSON.stringify(focused)}]`)?.focus();
}

function say(text: string, canUndo: boolean): void {
  const undo = element(
    'button',
    {
      type: 'button',
      class: 'link',
      onclick: () => {
        send({ kind: 'undo' });
      },
    },
    'Undo',
  );
  said.replaceChildren(text, ...(canUndo ? [' ', undo] : []));
}

function change(changes: Partial<State>): void {
  remember(changes);
  draw();
}

function remember(changes: Partial<State>): void {
  state = { ...state, ...changes };
  editor.setState(state);
}

function draw(): void {
  const { grouping, collapsed, hiddenSeverities, filters, uri } = state;
  const filter: ResultFilter = { text: filters[uri] ?? '', hiddenSeverities };
  const results = shown?.report.results ?? [];
  const paths = shown?.file.paths ?? {};
  const nameOf = (uri: string) => paths[uri] ?? uri;
  const hadFocus = tree.element.contains(document.activeElement);
  const passing = filterResults(results, filter, nameOf);
  groups = groupResults(passing, grouping);
  const longest = Math.max(0, ...groups.map((group) => group.results.length));
  toolbar.element.hidden = shown === undefined || shown.report.status.verdict === 'unlinked';
  toolbar.update({
    grouping,
    isCollapsed: isAllCollapsed(),
    filter,
    all: countSeverities(results),
    shown: passing.length,
  });
  tree.element.hidden = passing.length === 0;
  tree.show(treeRows(groups, new Set(collapsed[grouping])), { longest, nameOf });
  keys.hidden = passing.length === 0;
  empty.hidden = results.length === 0 || passing.length > 0;
  empty.replaceChildren('No results match the filter. ', clearFilter());
  // The focus stays in the tree instead of returning to the start of the page.
  if (hadFocus && tree.element.hidden) toolbar.focusFilter();
}

function isAllCollapsed(): boolean {
  const changed = new Set(state.collapsed[state.grouping]);
  return groups.length > 0 && groups.every((group) => !isExpanded(group, changed));
}

/** The keys of the tree, for sighted users; screen readers announce them with each row. */
function keysElement(): HTMLElement {
  const all = [
    ['Enter', 'show'],
    ['S', 'shape'],
    ['R', 'repair'],
    ['/', 'filter'],
  ] as const;
  const texts = all.flatMap(([key, does]) => [element('kbd', {}, key), ` ${does}\u2002 `]);
  return element('footer', { class: 'keys', 'aria-hidden': 'true' }, ...texts);
}

function clearFilter(): HTMLElement {
  const onclick = () => {
    change({ filters: { ...state.filters, [state.uri]: '' }, hiddenSeverities: [] });
    tree.focus();
  };
  return element('button', { type: 'button', class: 'link', onclick }, 'Show all');
}

function open(place: Location | undefined, keepsFocus: boolean): void {
  if (place) send({ kind: 'open', place, keepsFocus });
}
