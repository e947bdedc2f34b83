import { commands, type ExtensionContext, languages, type TextEditor, window, workspace } from 'vscode';
import { turtleFiles } from './languageClient.ts';

/**
 * Opens the walkthrough beside the active editor when the extension meets its first Turtle file on this machine, unless VS Code has
 * opened it when the extension was installed, or the user wants no walkthroughs opened.
 */
export async function openWalkthroughOnce({
  extension,
  globalState,
  subscriptions,
}: ExtensionContext): Promise<void> {
  if (globalState.get<boolean>(shown) === true) return;
  // The extension may have been started by the walkthrough itself, which opens Turtle files.
  if (isOpen('Walkthrough')) {
    await globalState.update(shown, true);
    return;
  }
  const editor = await firstTurtleEditor(subscriptions);
  await globalState.update(shown, true);
  const isWanted = workspace
    .getConfiguration('workbench.welcomePage.walkthroughs')
    .get<boolean>('openOnInstall', true);
  if (!isWanted || isOpen('Welcome') || isOpen('Walkthrough')) return;
  const walkthrough = { category: `${extension.id}#gettingStarted` };
  await commands.executeCommand('workbench.action.openWalkthrough', walkthrough, true);
  await window.showTextDocument(editor.document, editor.viewColumn);
}

/** The active editor, once it shows a Turtle file. The extension is there as soon as a folder with such files is. */
function firstTurtleEditor(subscriptions: ExtensionContext['subscriptions']): Promise<TextEditor> {
  const isTurtle = (editor: TextEditor | undefined): editor is TextEditor =>
    editor !== undefined && languages.match(turtleFiles, editor.document) > 0;
  const { activeTextEditor } = window;
  if (isTurtle(activeTextEditor)) return Promise.resolve(activeTextEditor);
  return new Promise((resolve) => {
    const listening = window.onDidChangeActiveTextEditor((editor) => {
      if (!isTurtle(editor)) return;
      listening.dispose();
      resolve(editor);
    });
    subscriptions.push(listening);
  });
}

function isOpen(page: 'Welcome' | 'Walkthrough'): boolean {
  return window.tabGroups.all.some(({ activeTab }) => activeTab?.label.startsWith(page));
}

/** Kept on this machine: that the walkthrough was shown. */
const shown = 'walkthroughShown';
