import {
  type Disposable,
  languages,
  MarkdownString,
  StatusBarAlignment,
  type StatusBarItem,
  ThemeColor,
  Uri,
  window,
  workspace,
} from 'vscode';
import type * as protocol from '../../server/src/languageServer/protocol/editor/protocol.ts';
import type { CommandId } from './commands/commandIds.ts';
import { counted } from './counted.ts';
import { turtleFiles } from './languageClient.ts';
import { hostOf } from './model/apiKeys.ts';
import type { ReportPanel } from './report/reportPanel.ts';
import { severityWords } from './severityWords.ts';
import type { Statuses } from './statuses.ts';

/**
 * The status bar item with the outcome for the active Turtle file, or the file whose report has the focus; a click leads to
 * the next step.
 */
export class StatusBar implements Disposable {
  readonly #item: StatusBarItem;
  readonly #disposables: readonly Disposable[];
  readonly #statuses: Statuses;
  readonly #report: ReportPanel;
  /** Since when the shown file is being checked for the first time. */
  #since: { readonly key: string; readonly start: number } | undefined;
  #tick: NodeJS.Timeout | undefined;

  constructor(statuses: Statuses, report: ReportPanel) {
    this.#statuses = statuses;
    this.#report = report;
    this.#item = window.createStatusBarItem('shaclRepair.status', StatusBarAlignment.Right, 100);
    this.#item.name = 'SHACL Repair';
    this.#disposables = [
      this.#item,
      statuses.onDidChange(() => this.#update()),
      window.onDidChangeActiveTextEditor(() => this.#update()),
      report.onDidChangeActiveFile(() => this.#update()),
    ];
    this.#update();
  }

  dispose(): void {
    clearTimeout(this.#tick);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #update(): void {
    const file = this.#report.activeFile ?? this.#activeFile();
    clearTimeout(this.#tick);
    if (!file) {
      this.#item.hide();
      return;
    }
    const status = this.#statuses.get(file);
    const { text, tooltip, command, isProblem } = this.#picture(file, status);
    this.#item.text = text;
    this.#item.tooltip = new MarkdownString(tooltip);
    // Else the Markdown is read out.
    this.#item.accessibilityInformation = { label: text.replace(/^\$\(\S+\) /, '') };
    this.#item.command = command && { command, title: '', arguments: [file] };
    this.#item.backgroundColor = isProblem ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.show();
  }

  /** Whether JSON or XML is RDF is known once it has been checked. */
  #activeFile(): Uri | undefined {
    const document = window.activeTextEditor?.document;
    const isRdf = document && (languages.match(turtleFiles, document) || this.#statuses.get(document.uri));
    return isRdf ? document.uri : undefined;
  }

  /** A large file takes a while; from two seconds on it is said how long it has taken. */
  #checking(file: Uri): Picture {
    const key = file.toString();
    if (this.#since?.key !== key) this.#since = { key, start: performance.now() };
    const seconds = Math.floor((performance.now() - this.#since.start) / 1000);
    clearTimeout(this.#tick);
    this.#tick = setTimeout(() => this.#update(), 1000);
    return {
      text: `$(sync~spin) SHACL: checking${seconds >= 2 ? ` for ${seconds} s` : ''}`,
      tooltip: 'This file has not been checked yet. You can go on editing.',
    };
  }

  #picture(file: Uri, status: protocol.StatusParams['status'] | undefined): Picture {
    const { state, message } = this.#statuses.engine;
    if (state === 'stopped') {
      return {
        text: 'SHACL: stopped',
        tooltip: `${plain(message ?? '')}\n\nClick to restart.`,
        command: restartServer,
        isProblem: true,
      };
    }
    if (state === 'restarting') {
      return {
        text: '$(sync~spin) SHACL: restarting',
        tooltip: plain(message ?? 'The SHACL engine is restarting.'),
        isProblem: true,
      };
    }
    if (!status) return this.#checking(file);
    return statusPicture(status, this.#statuses.usersOf(file));
  }
}

const linkShapes: CommandId = 'shaclRepair.linkShapes';
const restartServer: CommandId = 'shaclRepair.restartServer';
const showReport: CommandId = 'shaclRepair.showReport';

interface Picture {
  readonly text: string;
  /** Markdown. */
  readonly tooltip: string;
  readonly command?: string;
  readonly isProblem?: boolean;
}

/** @param users the open files that are checked with this one; undefined for a file that is not a shapes file. */
function statusPicture(status: protocol.StatusParams['status'], users: readonly Uri[] | undefined): Picture {
  const { verdict, notChecked, reasons, validated, isAllowed } = status;
  const picture = { tooltip: tooltip(status, users), command: showReport };
  if (status.isShapesFile) return { ...picture, text: shapesFileText(users?.length ?? 0) };
  switch (verdict) {
    case 'unlinked':
      return { ...picture, text: 'SHACL: no shapes – link…', command: linkShapes };
    case 'conforms':
      return { ...picture, text: 'SHACL ✓ conforms' };
    case 'violates': {
      const incomplete = notChecked.length > 0 ? `, ${notChecked.length} not checked` : '';
      return { ...picture, text: `SHACL: ${severityWords(status.severities)}${incomplete}` };
    }
    case 'nothingToCheck':
      return { ...picture, text: 'SHACL: nothing to check', isProblem: !isAllowed };
    case 'undecided':
      if (!validated) return { ...picture, text: 'SHACL: not checked', isProblem: true };
      return {
        ...picture,
        text: reasons.every(({ kind, uri }) => kind === 'link' && !isStore(uri))
          ? 'SHACL: link broken'
          : 'SHACL: not fully checked',
        isProblem: !isAllowed,
      };
  }
}

function shapesFileText(users: number): string {
  return users > 0 ? `SHACL: shapes file, used by ${counted(users, 'open file')}` : 'SHACL: shapes file';
}

function tooltip(status: protocol.StatusParams['status'], users: readonly Uri[] | undefined): string {
  const { results, counted: count, contextResults, reasons, notChecked, links, engine, isAllowed } = status;
  const told = new Set(status.isShapesFile ? [] : reasons.map(({ message }) => message));
  const sections = [
    outcome(status),
    list('Used by', users?.map((uri) => fileLink(uri.toString())) ?? []),
    list('Why', [...told].map(plain)),
    isAllowed && reasons.length > 0 ? 'The project file allows this.' : '',
    results > count
      ? `${counted(results - count, 'result')} that do not count, according to the project file.`
      : '',
    contextResults > 0 ? `${contextResults} more on nodes that are described only in linked ontologies.` : '',
    list(
      told.size > 0 ? 'Also not checked' : 'Not checked',
      notChecked.filter((reason) => !told.has(reason)).map(plain),
    ),
    list('Shapes', links.filter(({ role }) => role === 'shapes').map(linkedFile)),
    list('Ontologies', links.filter(({ role }) => role === 'context').map(linkedFile)),
    `Engine: ${engine}`,
    status.verdict === 'unlinked' && !status.isShapesFile ? 'Click to link shapes.' : 'Click for the report.',
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

function outcome(status: protocol.StatusParams['status']): string {
  const { verdict, counted: results, validated, isShapesFile } = status;
  if (isShapesFile) return 'This file has shapes, and no nodes that they select.';
  switch (verdict) {
    case 'unlinked':
      return 'No shapes apply to this file, so only its syntax is checked.';
    case 'conforms':
      return 'The data conforms to its shapes.';
    case 'violates':
      return `${counted(results, 'result')} in the data: ${severityWords(status.severities)}. The Problems view has one entry for the results about one value, and one for those that rest on a missing ontology.`;
    case 'nothingToCheck':
      return 'Nothing was checked.';
    case 'undecided':
      return validated ? 'No results, but not everything was checked.' : 'The data was not checked.';
  }
}

/** A list of Markdown lines that does not grow beyond what a tooltip can show. */
function list(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const shown = items.slice(0, 10).map((item) => `\n- ${item}`);
  const rest = items.length > 10 ? `\n- … and ${items.length - 10} more` : '';
  return `**${title}**\n${shown.join('')}${rest}`;
}

/** A linked file with what links it: "shapes.ttl: # shapes: shapes.ttl". */
function linkedFile({ uri, ways }: protocol.LinkedFile): string {
  const steps = (ways[0] ?? []).map(({ text, uri, line }) =>
    uri === undefined
      ? plain(text)
      : `[${plain(text)}](${Uri.parse(uri).with({ fragment: `L${(line ?? 0) + 1}` })})`,
  );
  return `${fileLink(uri)}: ${steps.join(' → ')}`;
}

function fileLink(uri: string): string {
  if (isStore(uri)) return plain(uri);
  const path = workspace.asRelativePath(Uri.parse(uri));
  return `[${plain(path)}](${Uri.parse(uri).toString()})`;
}

/** True for the addresses of stores, which are no files that could be opened. */
function isStore(uri: string | undefined): boolean {
  return uri !== undefined && hostOf(uri) !== undefined;
}

/** A text of files as Markdown: on one line, without links or images of its own. */
function plain(text: string): string {
  // A backslash would become a part of an address before it.
  return (
    new MarkdownString()
      .appendText(text.replace(/\s+/g, ' '))
      .value.replace(/\\(.)/g, (_, mark: string) => (mark === '>' ? '&gt;' : `&#${mark.charCodeAt(0)};`))
      // Else a sentence is one word, which is not wrapped.
      .replaceAll('&nbsp;', ' ')
  );
}
