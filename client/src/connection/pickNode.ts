import { type QuickPickItem, type Uri, window } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';

interface Item extends QuickPickItem {
  readonly node: protocol.GraphNode;
}

/** Lets the user choose a node of a file by name, label or IRI. Undefined when none is chosen. */
export function pickNode(
  client: LanguageClient,
  uri: Uri,
  title: string,
): Promise<protocol.GraphNode | undefined> {
  const picker = window.createQuickPick<Item>();
  picker.title = title;
  picker.placeholder = 'Name, label or IRI';
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  let asked = 0;
  const find = async (text: string) => {
    asked += 1;
    const own = asked;
    picker.busy = true;
    const params: protocol.NodesMatchingParams = { uri: uri.toString(), text };
    const nodes = await ask(client, 'shaclRepair/nodesMatching', params).catch(() => null);
    // Further input triggers its own request.
    if (own !== asked) return;
    picker.busy = false;
    picker.items = (nodes ?? []).map((node) => ({
      label: node.name,
      description: node.label ?? '',
      detail: node.id,
      node,
    }));
  };
  return new Promise((resolve) => {
    picker.onDidChangeValue(find);
    picker.onDidAccept(() => {
      resolve(picker.activeItems[0]?.node);
      picker.hide();
    });
    picker.onDidHide(() => {
      asked += 1;
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
    void find('');
  });
}
