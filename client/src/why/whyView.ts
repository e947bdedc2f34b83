import {
  commands,
  type Disposable,
  EventEmitter,
  type Position,
  Range,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  Uri,
  window,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import type { Statuses } from '../statuses.ts';

/** A result, or a line of its explanation. */
type Line = protocol.ExplainedResult | protocol.WhyLine;

/** The view in the Explorer that says why results are there. It appears when somebody asks, and follows later edits. */
export class WhyView implements Disposable, TreeDataProvider<Line> {
  readonly #client: LanguageClient;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #tree: TreeView<Line>;
  readonly #disposables: readonly Disposable[];
  #results: protocol.WhyAnswer = [];
  #file: Uri | undefined;

  constructor(client: LanguageClient, statuses: Statuses) {
    this.#client = client;
    this.#tree = window.createTreeView('shaclRepair.why', { treeDataProvider: this });
    this.#disposables = [
      this.#changed,
      this.#tree,
      statuses.onDidChange((uri) => {
        if (!uri || uri.toString() === this.#file?.toString()) void this.#refresh();
      }),
    ];
  }

  dispose(): void {
    for (const each of this.#disposables) each.dispose();
  }

  /**
   * Shows why the results at a position are there.
   *
   * @returns false when there are none.
   */
  async show(file: Uri, position: Position): Promise<boolean> {
    const { line, character } = position;
    const results = await this.#ask({ uri: file.toString(), position: { line, character } });
    const [first] = results;
    if (first === undefined) return false;
    this.#file = file;
    this.#set(results);
    await commands.executeCommand('setContext', 'shaclRepair.hasWhy', true);
    await this.#tree.reveal(first, { focus: true, expand: true });
    return true;
  }

  getChildren(line?: Line): Line[] {
    return [...(line ? line.items : this.#results)];
  }

  getParent(line: Line): Line | undefined {
    return parentIn(this.#results, line);
  }

  getTreeItem(line: Line): TreeItem {
    const { Expanded, None } = TreeItemCollapsibleState;
    const isResult = 'key' in line;
    const text = isResult ? line.message : line.text;
    const [label = ''] = text.split('\n');
    const item = new TreeItem(label, line.items.length > 0 ? Expanded : None);
    item.tooltip = text;
    item.iconPath = new ThemeIcon(isResult ? 'question' : icons[line.kind]);
    if (isResult || line.place === undefined) return item;
    const { uri, range } = line.place;
    const file = Uri.parse(uri);
    const { start, end } = range;
    item.description = `${file.path.split('/').at(-1)}:${start.line + 1}`;
    const selection = new Range(start.line, start.character, end.line, end.character);
    item.command = {
      title: 'Show Statement',
      command: 'vscode.open',
      arguments: [file, { selection, preserveFocus: true, preview: true }],
    };
    return item;
  }

  /** Asks again about the same results, whose texts have changed. */
  async #refresh(): Promise<void> {
    const uri = this.#file?.toString();
    if (uri === undefined || this.#results.length === 0) return;
    const asked = this.#results.map(({ key }) => this.#ask({ uri, key }));
    const results = (await Promise.all(asked)).flat();
    this.#set(results);
    if (results.length === 0) await commands.executeCommand('setContext', 'shaclRepair.hasWhy', false);
  }

  #set(results: protocol.WhyAnswer): void {
    this.#results = results;
    this.#changed.fire();
  }

  async #ask(params: protocol.WhyParams): Promise<protocol.WhyAnswer> {
    return (await ask(this.#client, 'shaclRepair/why', params)) ?? [];
  }
}

const icons: Readonly<Record<protocol.WhyKind, string>> = {
  constraint: 'checklist',
  stated: 'note',
  inferred: 'type-hierarchy',
  missing: 'search-stop',
  alsoRead: 'eye',
  branch: 'close',
  note: 'info',
};

function parentIn(lines: readonly Line[], wanted: Line): Line | undefined {
  for (const line of lines) {
    if ((line.items as readonly Line[]).includes(wanted)) return line;
    const found = parentIn(line.items, wanted);
    if (found) return found;
  }
  return undefined;
}
