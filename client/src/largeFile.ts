import {
  type Disposable,
  StatusBarAlignment,
  TabInputText,
  ThemeColor,
  type Uri,
  window,
  workspace,
} from 'vscode';
import type { CommandId } from './commands/commandIds.ts';

/**
 * The status bar item for a Turtle file that VS Code keeps from extensions because of its size: it has no results, and looks
 * like a file that nobody checks.
 */
export class LargeFileStatus implements Disposable {
  readonly #item = window.createStatusBarItem('shaclRepair.largeFile', StatusBarAlignment.Right, 100);
  readonly #disposables: readonly Disposable[];

  constructor() {
    this.#item.name = 'SHACL Repair: Large File';
    this.#item.text = 'SHACL: file too large';
    this.#item.backgroundColor = new ThemeColor('statusBarItem.warningBackground');
    this.#item.command = openDocumentation;
    const update = () => void this.#update();
    this.#disposables = [
      this.#item,
      window.tabGroups.onDidChangeTabs(update),
      window.tabGroups.onDidChangeTabGroups(update),
      workspace.onDidOpenTextDocument(update),
    ];
    update();
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #update(): Promise<void> {
    const file = activeFile();
    const isLarge = file !== undefined && (await isKeptFromExtensions(file));
    // Another file may be active by now.
    if (activeFile()?.toString() !== file?.toString()) return;
    if (!isLarge) return this.#item.hide();
    const path = workspace.asRelativePath(file);
    this.#item.tooltip = `VS Code keeps files of more than 50 MB from extensions. The command line has no such limit:\n\nshacl-repair validate "${path}"`;
    this.#item.show();
  }
}

const openDocumentation: CommandId = 'shaclRepair.openDocumentation';

/** In UTF-16 characters, of which a text never has more than bytes. */
const limit = 50 * 1024 * 1024;

/** The Turtle file in the active tab. */
function activeFile(): Uri | undefined {
  const input = window.tabGroups.activeTabGroup.activeTab?.input;
  const isTurtle = input instanceof TabInputText && /\.(ttl|turtle|shacl|trig)$/i.test(input.uri.path);
  return isTurtle ? input.uri : undefined;
}

async function isKeptFromExtensions(file: Uri): Promise<boolean> {
  const isOpen = () => workspace.textDocuments.some(({ uri }) => uri.toString() === file.toString());
  if (isOpen()) return false;
  try {
    const { size } = await workspace.fs.stat(file);
    return size > limit && !isOpen();
  } catch {
    return false; // It is not on disk.
  }
}
