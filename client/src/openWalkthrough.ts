import { commands, type ExtensionContext, languages, window, workspace } from 'vscode';
import { turtleFiles } from './languageClient.ts';

/**
 * Opens the walkthrough beside the active editor when the extension meets its first Turtle file on this machine, unless VS Code has
 * opened it when the extension was installed, or the user wants no walkthroughs opened.
 */
export async function openWalkthroughOnce({ extension, globalState }: ExtensionContext): Promise<void> {
  if (globalState.get<boolean>(shown) === true) return;
  await globalState.update(shown, true);
  const isWanted = workspace
    .getConfiguration('workbench.welcomePage.walkthroughs')
    .get<boolean>('openOnInstall', true);
  const editor = window.activeTextEditor;
  // Otherwise the extension was started by the walkthrough itself, or by a command.
  const isTurtle = editor !== undefined && languages.match(turtleFiles, editor.document) > 0;
  const isOpen = window.tabGroups.all.some(({ activeTab }) =>
    /^(?:Welcome|Walkthrough)/.test(activeTab?.label ?? ''),
  );
  if (!isWanted || !isTurtle || isOpen) return;
  const walkthrough = { category: `${extension.id}#gettingStarted` };
  await commands.executeCommand('workbench.action.openWalkthrough', walkthrough, true);
  await window.showTextDocument(editor.document, editor.viewColumn);
}

/** Kept on this machine: that the walkthrough was shown. */
const shown = 'walkthroughShown';
