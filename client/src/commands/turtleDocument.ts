import { languages, type TextDocument, Uri, window, workspace } from 'vscode';
import { rdfFiles } from '../languageClient.ts';
import { activeTurtleDocument } from './activeTurtleDocument.ts';

/**
 * The Turtle, JSON-LD or RDF/XML file that a command was run on: the one that a menu gives as the argument, which is shown, else the one in
 * the active editor. If there is none, tells the user what to do.
 */
export async function turtleDocument(argument: unknown): Promise<TextDocument | undefined> {
  if (!(argument instanceof Uri)) return activeTurtleDocument();
  const active = window.activeTextEditor?.document;
  if (active?.uri.toString() === argument.toString()) return active;
  const document = await workspace.openTextDocument(argument);
  if (!languages.match(rdfFiles, document)) {
    void window.showInformationMessage(`${workspace.asRelativePath(argument)} is not an RDF file.`);
    return undefined;
  }
  await window.showTextDocument(document);
  return document;
}
