import { languages, type TextDocument, type TextEditor, window, workspace } from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { proposeInsertion } from '../authoring/insertion.ts';
import { pickClass } from '../authoring/pickClass.ts';
import { counted } from '../counted.ts';
import { turtleFiles } from '../languageClient.ts';
import { askWithProgress, canAskModel } from '../model/askModel.ts';
import { modelChoice, modelName } from '../model/modelSupport.ts';
import type { Command } from './command.ts';

/** Has a model extract facts from the selected text as Turtle for a class, and inserts them after a preview. */
export const extractFacts: Command = (context) => async () => {
  const editor = window.activeTextEditor;
  const text = editor?.document.getText(editor.selection).trim();
  if (!editor || !text) {
    void window.showInformationMessage('Select some text first. The command works on the selection.');
    return;
  }
  if (text.length > maxLength) {
    const length = `The selection has ${text.length.toLocaleString('en')} characters`;
    void window.showInformationMessage(
      `${length}, but at most ${maxLength.toLocaleString('en')} can be sent.`,
    );
    return;
  }
  if (!canAskModel()) return;
  const document = await targetOf(editor);
  const chosen = document && (await pickClass(context.client, document, 'Extract Facts: About'));
  if (!document || !chosen) return;
  const params: protocol.ExtractFactsParams = { uri: document.uri.toString(), class: chosen.iri, text };
  const name = modelName(modelChoice());
  const title = `Asking ${name} what the text says about ${chosen.name}`;
  const answer = await askWithProgress(context.client, title, 'shaclRepair/extractFacts', params);
  if (!answer) return;
  const { edit, triples, summary } = answer;
  if (!edit) {
    void window.showInformationMessage(
      `${name} found nothing new about ${chosen.name} in the text. It took ${summary}.`,
    );
    return;
  }
  const what = `${counted(triples, 'fact')} by ${name}`;
  const notes = [...answer.notes, 'Compare it with the text.', `It took ${summary}.`];
  if (await proposeInsertion({ edit, what, notes }, context)) {
    void window.showInformationMessage(`${what} inserted in ${workspace.asRelativePath(document.uri)}.`);
  }
};

/** In UTF-16 units. */
const maxLength = 50_000;

/** The Turtle file that facts go into: the one with the selection, else one that the user chooses. */
async function targetOf({ document }: TextEditor): Promise<TextDocument | undefined> {
  if (languages.match(turtleFiles, document)) return document;
  const open = workspace.textDocuments.filter((each) => languages.match(turtleFiles, each));
  const found = await workspace.findFiles('**/*.{ttl,turtle}', '**/node_modules/**', 200);
  const uris = [
    ...new Map([...open.map(({ uri }) => uri), ...found].map((uri) => [uri.toString(), uri])).values(),
  ];
  if (uris.length === 0) {
    void window.showInformationMessage('There is no Turtle file to insert the facts into.');
    return undefined;
  }
  const items = uris.map((uri) => ({ label: workspace.asRelativePath(uri), uri }));
  const options = { title: 'Extract Facts: Into', placeHolder: 'The Turtle file to insert the facts into' };
  const picked = await window.showQuickPick(items, options);
  return picked && workspace.openTextDocument(picked.uri);
}
