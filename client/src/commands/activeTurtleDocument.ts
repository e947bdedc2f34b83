import { languages, type TextDocument, window } from 'vscode';
import { turtleFiles } from '../languageClient.ts';

/** The Turtle file in the active editor. If there is none, tells the user what to do. */
export function activeTurtleDocument(): TextDocument | undefined {
  const document = window.activeTextEditor?.document;
  if (document && languages.match(turtleFiles, document)) return document;
  void window.showInformationMessage('Open a Turtle file first. The command works on the active editor.');
  return undefined;
}
