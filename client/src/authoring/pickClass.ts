import { type TextDocument, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import * as protocol from '../../../server/src/protocol/editor/protocol.ts';
import { counted } from '../counted.ts';

/** Lets the user choose one of the classes that shapes of a file are about, the one at its cursor first. */
export async function pickClass(
  client: LanguageClient,
  { uri }: TextDocument,
  title: string,
): Promise<protocol.SampleClass | undefined> {
  const editor = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const position = editor?.selection.active;
  const params: protocol.SampleClassesParams = {
    uri: uri.toString(),
    ...(position && { position: { line: position.line, character: position.character } }),
  };
  const classes = await client.sendRequest<protocol.SampleClasses | null>(protocol.sampleClasses, params);
  if (!classes || classes.length === 0) {
    const name = workspace.asRelativePath(uri);
    void window.showInformationMessage(
      `No class is the target of a shape that is linked to ${name}. Link shapes first: the command “SHACL Repair: Link Shapes…” does it.`,
    );
    return undefined;
  }
  const items = classes.map((each) => ({
    label: each.name,
    description: `${counted(each.shapes, 'shape')}, ${counted(each.instances, 'instance')}`,
    chosen: each,
  }));
  const options = { title, placeHolder: 'The class of the new individuals', matchOnDescription: true };
  return (await window.showQuickPick(items, options))?.chosen;
}
