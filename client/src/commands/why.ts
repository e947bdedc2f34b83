import { Position, window } from 'vscode';
import { activeTurtleDocument } from './activeTurtleDocument.ts';
import type { Command } from './command.ts';

/** Shows why the results at the cursor are there, or at the position that a hover is about. */
export const why: Command =
  ({ why }) =>
  async (argument) => {
    const document = activeTurtleDocument();
    const editor = window.activeTextEditor;
    if (!document || !editor) return;
    const { line, character } = isPosition(argument) ? argument : editor.selection.active;
    if (await why.show(document.uri, new Position(line, character))) return;
    void window.showInformationMessage(
      'There is no result at the cursor. Place the cursor in underlined text, and run the command again.',
    );
  };

function isPosition(value: unknown): value is { readonly line: number; readonly character: number } {
  const { line, character } = (value ?? {}) as { readonly line?: unknown; readonly character?: unknown };
  return Number.isInteger(line) && Number.isInteger(character);
}
