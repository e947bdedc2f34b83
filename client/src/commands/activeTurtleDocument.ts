import { languages, type TextDocument, window } from 'vscode';
import { rdfFiles } from '../languageClient.ts';

/** The Turtle file in the active editor, or one that may be JSON-LD or RDF/XML. If there is none, tells the user what to do. */
export function activeTurtleDocument(): TextDocument | undefined {
  const document = window.activeTextEditor?.document;
  if (document && languages.match(rdfFiles, document)) return document;
  void window.showInformationMessage('Open a Turtle file first. The command works on the active editor.');
  return undefined;
}
