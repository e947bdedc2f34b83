import { type TextEditor, window } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { pickNode } from '../connection/pickNode.ts';
import { activeTurtleDocument } from './activeTurtleDocument.ts';
import type { Command } from './command.ts';

/** Shows how two nodes are connected: those at two cursors, else the one at the cursor and one that is chosen. */
export const explainConnection: Command =
  ({ client, connection }) =>
  async () => {
    const document = activeTurtleDocument();
    const editor = window.activeTextEditor;
    if (!document || !editor) return;
    const { uri } = document;
    const [first, second] = await nodesAtCursors(client, editor);
    const from = first ?? (await pickNode(client, uri, 'Explain Connection: From'));
    if (!from) return;
    const to = second ?? (await pickNode(client, uri, `Explain Connection: From ${from.name} To`));
    if (to) await connection.show({ uri: uri.toString(), from: from.id, to: to.id });
  };

/** What the cursors point to; a selection of several terms counts with both its ends. */
async function nodesAtCursors(
  client: LanguageClient,
  { document, selections }: TextEditor,
): Promise<readonly protocol.GraphNode[]> {
  const ends = selections.flatMap(({ start, end, isEmpty }) => (isEmpty ? [start] : [start, end]));
  const params: protocol.NodesAtParams = {
    uri: document.uri.toString(),
    positions: ends.map(({ line, character }) => ({ line, character })),
  };
  const nodes = (await ask(client, 'shaclRepair/nodesAt', params)) ?? [];
  const found = nodes.filter((node) => node !== null);
  return [...new Map(found.map((node) => [node.id, node])).values()].slice(0, 2);
}
