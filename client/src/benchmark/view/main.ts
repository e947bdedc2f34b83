/** The page of a suite. It shows what its host in the extension sends, and asks it for all that is outside the page. */
import type { CaseDetails, Suite } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { element } from '../../page/view/elements.ts';
import type { TreePosition } from '../../page/view/virtualTree.ts';
import type { FromSuitePage, SuitePageState, ToSuitePage } from '../messages.ts';
import { CaseList } from './caseList.ts';
import { type CaseFilter, noFilter } from './filter.ts';
import { failedElements, headerElements } from './header.ts';
import { overviewElements } from './overview.ts';
import { Tabs } from './tabs.ts';
import { uncoveredElements } from './uncovered.ts';

type TabId = 'overview' | 'cases' | 'uncovered';

/** What the page remembers while it is hidden and over restarts; the host reads the uri of it. */
interface State extends SuitePageState {
  readonly tab: TabId;
  readonly filter: CaseFilter;
  /** The ids of the cases whose changes are shown. */
  readonly expanded: readonly string[];
  readonly position: TreePosition;
}

declare function acquireVsCodeApi(): {
  postMessage(message: FromSuitePage): void;
  getState(): State | undefined;
  setState(state: State): void;
};

const editor = acquireVsCodeApi();
const send = (message: FromSuitePage) => editor.postMessage(message);

const start: State = {
  uri: '',
  tab: 'overview',
  filter: noFilter,
  expanded: [],
  position: { focused: undefined, scrollTop: 0 },
};
let state: State = editor.getState() ?? start;
let suite: Suite | undefined;
let details = new Map<string, CaseDetails>();

const header = element('header', {});
const overview = element('section', { class: 'overview', tabindex: 0 });
const uncovered = element('section', { class: 'missing', tabindex: 0 });
const list = new CaseList({
  open: (id, { keepsFocus }) => send({ kind: 'open', id, keepsFocus }),
  openConstraint: (constraint) => send({ kind: 'openConstraint', constraint }),
  toggle: (id) => {
    const expanded = new Set(state.expanded);
    if (!expanded.delete(id)) expanded.add(id);
    change({ expanded: [...expanded] });
    askForDetails();
  },
  filtered: (filter) => change({ filter }),
  moved: () => {
    if (suite && state.tab === 'cases') remember({ position: list.position });
  },
});
const tabs = new Tabs(
  'Views of the suite',
  [
    { id: 'overview', panel: overview },
    { id: 'cases', panel: list.element },
    { id: 'uncovered', panel: uncovered },
  ],
  (tab) => change({ tab: tab as TabId }),
);
const main = element('main', { class: 'panes' }, tabs.element, overview, list.element, uncovered);
document.body.append(header, main);
document.addEventListener('keydown', (event) => {
  // The browser's own search would miss the rows that are not drawn.
  if (event.key !== 'f' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  change({ tab: 'cases' });
  list.focusFilter();
});
window.addEventListener('message', ({ data }: MessageEvent<ToSuitePage>) => receive(data));
send({ kind: 'ready' });

function receive(message: ToSuitePage): void {
  switch (message.kind) {
    case 'suite': {
      const { file } = message;
      if (state.uri !== file.uri) remember({ ...start, uri: file.uri });
      const known = new Set(message.suite.cases.map(({ id }) => id));
      remember({ expanded: state.expanded.filter((id) => known.has(id)) });
      suite = message.suite;
      details = new Map();
      header.replaceChildren(...headerElements(suite, file, send));
      overview.replaceChildren(
        ...overviewElements(suite, (choice) => {
          change({ tab: 'cases', filter: { ...noFilter, ...choice } });
          list.focus();
        }),
      );
      uncovered.replaceChildren(...uncoveredElements(suite, send));
      const { position } = state;
      draw();
      list.restore(position);
      askForDetails();
      break;
    }
    case 'failed':
      suite = undefined;
      header.replaceChildren(...failedElements(message.message, message.file, send));
      draw();
      break;
    case 'details':
      details.set(message.id, message.details);
      draw();
      break;
    case 'focus':
      focusTab();
      break;
  }
}

function focusTab(): void {
  if (state.tab === 'cases') list.focus();
  else document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
}

function change(changes: Partial<State>): void {
  remember(changes);
  draw();
}

function remember(changes: Partial<State>): void {
  state = { ...state, ...changes };
  editor.setState(state);
}

function askForDetails(): void {
  for (const id of state.expanded) if (!details.has(id)) send({ kind: 'details', id });
}

function draw(): void {
  tabs.element.hidden = suite === undefined;
  const missing = suite?.description.totals.uncovered ?? 0;
  const tab = state.tab === 'uncovered' && missing === 0 ? 'overview' : state.tab;
  tabs.show(tab, suite ? titlesOf(suite) : {});
  if (suite && tab === 'cases') {
    list.show(suite, { filter: state.filter, expanded: new Set(state.expanded), details });
  }
}

function titlesOf({ description: { totals }, cases }: Suite): Readonly<Record<TabId, string | undefined>> {
  return {
    overview: 'Coverage',
    cases: `Cases (${cases.length.toLocaleString('en')})`,
    uncovered: totals.uncovered > 0 ? `Not covered (${totals.uncovered.toLocaleString('en')})` : undefined,
  };
}
