import { type TextDocument, window } from 'vscode';

/** The Turtle file in the active editor; when there is none, the user is told what to do. */
export function activeTurtleDocument(): TextDocument | undefined {
  const document = window.activeTextEditor?.document;
  if (document?.languageId === 'turtle') return document;
  void window.showInformationMessage('Open a Turtle file first: the command works on the active editor.');
  return undefined;
}
