import { type CodeLens, commands, window } from 'vscode';
import { activeTurtleDocument } from './activeTurtleDocument.ts';
import type { Command } from './command.ts';

/** Shows the focus nodes of the shape that the cursor is in, as the line above it does. */
export const showFocusNodes: Command = () => async () => {
  const document = activeTurtleDocument();
  const editor = window.activeTextEditor;
  if (!document || !editor) return;
  const lenses = await commands.executeCommand<CodeLens[]>(
    'vscode.executeCodeLensProvider',
    document.uri,
    mostResolved,
  );
  const lens = lenses.findLast(
    ({ range, command }) =>
      range.start.isBeforeOrEqual(editor.selection.active) &&
      /^[\d,.]+ focus node/.test(command?.title ?? ''),
  );
  if (lens?.command?.command) {
    await commands.executeCommand(lens.command.command, ...(lens.command.arguments ?? []));
    return;
  }
  void window.showInformationMessage(
    lens
      ? 'The shape has no focus nodes in the open files that it judges.'
      : 'Place the cursor in a shape with a target, and run the command again.',
  );
};

const mostResolved = 1000;
