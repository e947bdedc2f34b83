import {
  CancellationTokenSource,
  type QuickPick,
  type QuickPickItem,
  QuickPickItemKind,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../counted.ts';
import { followedRequest } from '../followedRequest.ts';

interface Item extends QuickPickItem {
  readonly uri?: Uri;
}

/**
 * Lets the user choose shapes files of the workspace or from the disk. The list opens immediately and shows the progress of
 * the search; closing it ends the search.
 */
export async function pickShapes(client: LanguageClient, document: TextDocument): Promise<readonly Uri[]> {
  const pick = window.createQuickPick<Item>();
  const title = `Shapes for ${workspace.asRelativePath(document.uri)}`;
  pick.title = title;
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.placeholder = 'Looking for files with shapes …';
  pick.items = [browse];
  pick.busy = true;
  const search = new CancellationTokenSource();
  const chosen = new Promise<readonly Item[]>((resolve) => {
    pick.onDidAccept(() => {
      // Where nothing is ticked, Enter means the highlighted file, as in any other list.
      const items = pick.selectedItems.length > 0 ? pick.selectedItems : pick.activeItems;
      if (items.length > 0) resolve(items);
      // The title is seen whatever is typed.
      else pick.title = `${title}: tick a file first, or press Escape to link none`;
    });
    pick.onDidHide(() => resolve([]));
  });
  pick.show();
  void fill(pick, client, document.uri, search);
  const items = await chosen;
  search.cancel();
  pick.dispose();
  const uris = items.flatMap(({ uri }) => uri ?? []);
  return items.includes(browse) ? [...uris, ...(await browseForShapes())] : uris;
}

const browse: Item = { label: '$(folder-opened) Another file …', alwaysShow: true };

async function fill(
  pick: QuickPick<Item>,
  client: LanguageClient,
  uri: Uri,
  { token }: CancellationTokenSource,
): Promise<void> {
  const params: protocol.LinkCandidatesParams = { uri: uri.toString() };
  const follow = ({ message }: protocol.ModelProgress) => {
    pick.placeholder = `Looking for files with shapes: ${message} …`;
  };
  const method = 'shaclRepair/linkCandidates';
  const found = await followedRequest(client, { method, params, follow }, token).catch(() => null);
  if (token.isCancellationRequested) return;
  const { shapes, others } = found ?? { shapes: [], others: [] };
  const { selectedItems } = pick;
  pick.busy = false;
  pick.placeholder =
    shapes.length > 0
      ? 'Tick the shapes files, then press Enter'
      : 'No file in this workspace has shapes that could be linked';
  const items = itemsOf(shapes);
  pick.items = [...items, browse, ...unfitItems(others)];
  const likely = shapes.filter(({ applying }) => applying > 0);
  const [only, ...more] = likely.length > 0 ? likely : shapes;
  const ticked = more.length === 0 ? items.filter((item) => item.uri?.toString() === uriText(only)) : [];
  pick.selectedItems = [...selectedItems, ...ticked];
  pick.activeItems = items.filter(({ uri }) => uri !== undefined).slice(0, 1);
}

function uriText(candidate: protocol.LinkCandidate | undefined): string | undefined {
  return candidate && Uri.parse(candidate.uri).toString();
}

/**
 * The other files of the workspace, each with the reason why it is not among the candidates. It can be linked nevertheless.
 */
function unfitItems(others: protocol.LinkCandidates['others']): readonly Item[] {
  if (others.length === 0) return [];
  const items = others.slice(0, shownUnfit).map(({ uri: text, reason }): Item => {
    const uri = Uri.parse(text);
    const path = workspace.asRelativePath(uri, false);
    return { label: path.slice(path.lastIndexOf('/') + 1), description: `${path} · ${reason}`, uri };
  });
  const left = others.length - items.length;
  const label = left > 0 ? `not candidates, and ${left.toLocaleString('en')} more` : 'not candidates';
  return [{ label, kind: QuickPickItemKind.Separator }, ...items];
}

const shownUnfit = 30;

/** The files, below the names of their folders where the workspace has several. */
function itemsOf(shapes: readonly protocol.LinkCandidate[]): readonly Item[] {
  const byFolder = new Map<string, Item[]>();
  for (const candidate of shapes) {
    const uri = Uri.parse(candidate.uri);
    const folder = workspace.getWorkspaceFolder(uri)?.name ?? 'other folders';
    const path = workspace.asRelativePath(uri, false);
    const item: Item = {
      label: path.slice(path.lastIndexOf('/') + 1),
      description: `${path} · ${descriptionOf(candidate)}`,
      uri,
    };
    const items = byFolder.get(folder);
    if (items) items.push(item);
    else byFolder.set(folder, [item]);
  }
  if (byFolder.size < 2 && (workspace.workspaceFolders?.length ?? 0) < 2)
    return [...byFolder.values()].flat();
  return [...byFolder].flatMap(([folder, items]) => [
    { label: folder, kind: QuickPickItemKind.Separator },
    ...items,
  ]);
}

function descriptionOf({ shapes, applying, classes: [first, ...more] }: protocol.LinkCandidate): string {
  const all = counted(shapes, 'shape');
  if (applying === 0) return `${all}, none for nodes of this file`;
  const which =
    first === undefined ? 'nodes of this file' : `${first}${more.length > 0 ? ' and others' : ''}`;
  return applying === shapes ? `${all} for ${which}` : `${all}, ${applying} for ${which}`;
}

async function browseForShapes(): Promise<readonly Uri[]> {
  const filters = { Turtle: ['ttl', 'turtle', 'shacl', 'n3', 'trig'], 'All files': ['*'] };
  const options = { canSelectMany: true, openLabel: 'Link as shapes', filters };
  return (await window.showOpenDialog(options)) ?? [];
}
