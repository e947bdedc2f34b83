import { type TextDocument, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { counted } from '../counted.ts';

/** Lets the user choose one of the classes that shapes of a file are about, the one at its cursor first; or a shape, if asked to. */
export async function pickClass(
  client: LanguageClient,
  { uri }: TextDocument,
  title: string,
  { withShapes = false } = {},
): Promise<protocol.SampleClass | undefined> {
  const editor = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const position = editor?.selection.active;
  const params: protocol.SampleClassesParams = {
    uri: uri.toString(),
    withShapes,
    ...(position && { position: { line: position.line, character: position.character } }),
  };
  const classes = await ask(client, 'shaclRepair/sampleClasses', params);
  if (!classes || classes.length === 0) {
    const name = workspace.asRelativePath(uri);
    void window.showInformationMessage(
      `None of the shapes linked to ${name} targets a class. Link shapes first with “SHACL Repair: Link Shapes…”.`,
    );
    return undefined;
  }
  const items = classes.map((each) => ({
    label: each.name,
    description: each.isShape
      ? 'nodes that conform to this shape'
      : `${counted(each.shapes, 'shape')}, ${counted(each.instances, 'instance')}`,
    chosen: each,
  }));
  const options = {
    title,
    placeHolder: withShapes ? 'Class of the new individuals, or their shape' : 'Class of the new individuals',
    matchOnDescription: true,
  };
  return (await window.showQuickPick(items, options))?.chosen;
}
